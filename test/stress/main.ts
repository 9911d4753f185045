/**
 * `npm run test:stress -- N [FILE…] [--load NAME…]`: runs the suite or the files N times under each load in turn, and
 * prints which test failed how often and under which load. Ends its own processes, also on Ctrl-C.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type Load, loads, startHogs } from './loads.ts';
import { type Round, report } from './table.ts';

const root = join(import.meta.dirname, '../..');
const usage = `npm run test:stress -- N [ФАЙЛ…] [--load ${Object.keys(loads).join('|')}]…`;

interface Asked {
  rounds: number;
  files: string[];
  names: string[];
}

/** Throws an error with an explanation for anything that cannot be run. */
function readWords(words: string[]): Asked {
  const { values, positionals } = parseArgs({
    args: words,
    options: { load: { type: 'string', multiple: true } },
    allowPositionals: true,
  });
  const [count, ...files] = positionals;
  const rounds = Number(count);
  if (!Number.isInteger(rounds) || rounds < 1) throw new Error('Сколько раз повторить? Назовите целое число');
  const names = values.load ?? Object.keys(loads).filter((name) => name !== 'quiet');
  for (const name of names) if (!loads[name]) throw new Error(`Нет такой нагрузки: ${name}`);
  return { rounds, files, names };
}

/** The names of the loads that this machine can run; prints why it cannot run the others. */
function availableOf(names: string[]): string[] {
  return names.filter((name) => {
    const reason = loads[name]?.missing?.();
    if (reason) console.error(`# without the load «${name}»: ${reason}`);
    return reason === undefined;
  });
}

async function runRound(round: number, name: string, files: string[], stop: AbortSignal): Promise<Round> {
  const { within, env } = loads[name] as Load;
  const folder = await mkdtemp(join(tmpdir(), 'ostatok-stress-'));
  const outcome = join(folder, 'results.json');
  const hogs = startHogs(loads[name] as Load);
  const since = performance.now();
  try {
    const suite = [process.execPath, join(root, 'test/run.mjs'), '--results', outcome, ...files];
    const [command = '', ...words] = [...(within?.(round) ?? []), ...suite];
    const child = spawn(command, words, { cwd: root, env: { ...process.env, ...env }, stdio: 'inherit' });
    const interrupt = (): void => void child.kill('SIGINT');
    stop.addEventListener('abort', interrupt);
    const [code] = await once(child, 'exit');
    stop.removeEventListener('abort', interrupt);
    const seconds = (performance.now() - since) / 1000;
    if (existsSync(outcome)) return { load: name, seconds, ...JSON.parse(await readFile(outcome, 'utf8')) };
    const title = `the run ended with ${code} and without results`;
    return { load: name, seconds, seed: '', results: [{ outcome: 'failed', file: undefined, title }] };
  } finally {
    await hogs.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

async function main(words: string[]): Promise<number> {
  const { rounds, files, names } = readWords(words);
  const available = availableOf(names);
  if (available.length === 0) return 1;
  const stopping = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stopping.abort());
  const done: Round[] = [];
  while (done.length < rounds && !stopping.signal.aborted) {
    const name = available[done.length % available.length] as string;
    console.log(`\n# run ${done.length + 1} of ${rounds}: ${name}`);
    const round = await runRound(done.length, name, files, stopping.signal);
    if (!stopping.signal.aborted) done.push(round);
  }
  console.log(`\n${report(done)}`);
  const failed = done.some(({ results }) => results.some(({ outcome }) => outcome === 'failed'));
  return failed || stopping.signal.aborted ? 1 : 0;
}

try {
  process.exit(await main(process.argv.slice(2)));
} catch (error) {
  console.error(`${(error as Error).message}\n\n  ${usage}\n`);
  process.exit(1);
}
