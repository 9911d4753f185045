import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { isInOwnNetwork } from './own-network.ts';
import { addReason, createTapReader, type Result } from './tap.ts';

const root = join(import.meta.dirname, '../..');

/** ava names every hook that ran, whether or not it said anything. */
const HOOK = /^# .* hook( for .*)?$/;

/** Runs ava over the files, prints failures as they happen, and reports each result. Returns ava's exit code. */
export async function runAva(
  { files, matches }: { files: string[]; matches: string[] },
  take: (result: Result) => void,
  env: NodeJS.ProcessEnv,
): Promise<number> {
  const whole = ['--import', join(root, 'test/support/run/tap-errors.ts')];
  const cli = join(root, 'node_modules/ava/entrypoints/cli.js');
  // what shares a network takes it in turn
  const concurrency = isInOwnNetwork() ? ['--concurrency', '1'] : [];
  const words = [
    '--tap',
    ...concurrency,
    ...matches.flatMap((match) => ['--match', match]),
    ...files.map((file) => `test/${file}`),
  ];
  const ava = spawn(process.execPath, [...whole, cli, ...words], {
    cwd: root,
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(ava, 'exit');
  const read = createTapReader(files);
  let failing: Result | undefined;
  for await (const line of createInterface({ input: ava.stdout })) {
    const result = read(line);
    if (result) {
      failing = result.outcome === 'failed' ? result : undefined;
      take(result);
      if (result.outcome !== 'passed' || env.VERBOSE) console.log(line);
    } else if (!HOOK.test(line) && (failing || /^# [^t]/.test(line))) {
      console.log(line);
      if (failing && !line.startsWith('#')) addReason(failing, line);
    }
  }
  const [code] = await ended;
  return code ?? 1;
}
