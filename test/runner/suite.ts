/**
 * Runs the whole suite, or the named files: starts PostgreSQL once, prepares the template databases, runs ava and ends
 * with the summary line: `N passed, N failed[, N skipped]`.
 */
import { randomInt } from 'node:crypto';
import { existsSync, globSync, statfsSync } from 'node:fs';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { freemem, tmpdir } from 'node:os';
import { join, relative, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { startTestServer } from '../support/platform/test-server.ts';
import { runAva } from './ava.ts';
import { watchBrowsers } from './browser-times.ts';
import { runInOwnNetworks, splitByNetwork } from './own-network.ts';
import { unprovenRules } from './proofs.ts';
import type { Result } from './tap.ts';
import { splitByLeft } from './time-limit.ts';
import { keepTimes, readTimes, tableOfTimes } from './times.ts';

const tests = join(import.meta.dirname, '..');
const root = join(tests, '..');

const options = {
  match: { type: 'string', multiple: true },
  results: { type: 'string' },
  times: { type: 'boolean' },
} as const;
const usage = `npm test -- [ФАЙЛ…] [--match 'название*'] [--times] [--results ИТОГИ.json]`;

interface Asked {
  /** Paths under `test/`. */
  files: string[];
  whole: boolean;
  matches: string[];
  times: boolean;
  results: string | undefined;
}

/** Throws an error with an explanation for anything that cannot be run. */
function readWords(words: string[]): Asked {
  const { values, positionals } = parseArgs({ args: words, options, allowPositionals: true });
  const found = positionals.flatMap((word) => {
    const files = globSync(resolve(word)).filter((file) => file.endsWith('.test.ts') && file.startsWith(tests));
    if (files.length === 0) throw new Error(`Нет такого файла тестов: ${word}`);
    return files;
  });
  const all = found.length > 0 ? found : globSync(join(tests, '**/*.test.ts'));
  const { match = [], times = false, results } = values;
  const files = [...new Set(all)].map((file) => relative(tests, file).replaceAll('\\', '/'));
  return { files, whole: positionals.length === 0 && match.length === 0, matches: match, times, results };
}

const ROOM = 2 * 1024 ** 3;

/**
 * A folder in memory where there is plenty of it: thousands of small files come and go, and ext4 searches long for free
 * space where some have just been deleted (a tenth of the suite's processor time).
 */
function scratchRoot(): string {
  const memory = '/dev/shm';
  if (process.env.OSTATOK_TEST_DURABLE || !existsSync(memory)) return tmpdir();
  const { bavail, bsize } = statfsSync(memory);
  return bavail * bsize >= ROOM && freemem() >= ROOM ? memory : tmpdir();
}

const count = (results: Result[], outcome: Result['outcome']): number =>
  results.filter((one) => one.outcome === outcome).length;

/** The unproven rules of the documents as results of their own: they are known when the whole suite has run. */
function proofsOf(results: Result[]): Result[] {
  const file = 'conformity/conformity.test.ts';
  const { ran, left } = splitByLeft(results);
  const { unproven, notHere } = unprovenRules(ran, undefined, left);
  for (const rule of notHere) console.log(`# skipped here: ${rule}`);
  if (unproven.length === 0) return [{ outcome: 'passed', file, title: 'the test of every rule ran and passed' }];
  return unproven.map((rule) => {
    console.log(`not ok - ${rule}`);
    return { outcome: 'failed', file, title: rule };
  });
}

async function run({ files: all, whole, matches, times, results: resultsFile }: Asked): Promise<number> {
  const seed = process.env.OSTATOK_TEST_SEED ?? String(randomInt(2 ** 31));
  console.log(`# OSTATOK_TEST_SEED=${seed}`);
  const { ours: files, apart } = splitByNetwork(all);
  const corpus = process.env.OSTATOK_CORPUS ?? join(root, '../shared/data');
  // a shared compile cache: otherwise each file's process, and all its children, would compile the same few hundred
  // modules again
  const compiled = await mkdtemp(join(scratchRoot(), 'ostatok-compiled-'));
  const timesFolder = await mkdtemp(join(tmpdir(), 'ostatok-times-'));
  // everything that tests leave here is deleted with the run; other users than ours write here too
  const scratch = await mkdtemp(join(scratchRoot(), 'ostatok-test-'));
  await chmod(scratch, 0o1777);
  const server = await startTestServer();
  const pages = times && process.platform === 'linux' ? watchBrowsers() : undefined;
  const results: Result[] = [];
  let code = 0;
  try {
    if (files.length > 0)
      code = await runAva({ files, matches }, (result) => results.push(result), {
        ...process.env,
        NODE_ENV: 'test',
        TEST_DATABASE_URL: server.url,
        OSTATOK_CORPUS: corpus,
        OSTATOK_TEST_SEED: seed,
        OSTATOK_TEST_TIMES: timesFolder,
        TMPDIR: scratch,
        NODE_COMPILE_CACHE: compiled,
      });
  } finally {
    await server.stop();
    // a process that a test has left may still be writing there
    for (const folder of [compiled, scratch])
      await rm(folder, { recursive: true, force: true, maxRetries: 10 }).catch(() => undefined);
  }
  if (apart.length > 0) results.push(...(await runInOwnNetworks(apart, matches, seed)));
  const measured = await readTimes(timesFolder, pages?.());
  await rm(timesFolder, { recursive: true, force: true });
  keepTimes(measured);
  if (times) console.log(tableOfTimes(measured));
  if (whole) results.push(...proofsOf(results));
  if (code !== 0 && count(results, 'failed') === 0) results.push({ outcome: 'failed', file: undefined, title: 'ava' });
  if (resultsFile) await writeFile(resultsFile, JSON.stringify({ seed, results, times: measured }));
  return verdict(results, existsSync(corpus));
}

/**
 * In CI everything that a test needs is present or can be installed, except the corpus, which is not ours to
 * distribute.
 */
function verdict(all: Result[], hasCorpus: boolean): number {
  const { ran: results, left } = splitByLeft(all);
  if (left.length > 0) console.log(`# ${left.length} files left to another run: ${left.join(', ')}`);
  const strict = Boolean(process.env.CI) && hasCorpus;
  const skipped = count(results, 'skipped');
  const failed = count(results, 'failed') + (strict ? skipped : 0);
  // once more at the end: thousands of lines may lie between here and where each was reported
  for (const { outcome, file, title, why } of results)
    if (outcome === 'failed' || (strict && outcome === 'skipped'))
      console.log(`# ${outcome}: ${file}: ${title}${why ? `: ${why}` : ''}`);
  const skips = skipped > 0 && !strict ? `, ${skipped} skipped` : '';
  console.log(`${count(results, 'passed')} passed, ${failed} failed${skips}`);
  return failed === 0 ? 0 : 1;
}

/** The exit code of `npm test` with these arguments. */
export async function runSuite(words: string[]): Promise<number> {
  let asked: Asked;
  try {
    asked = readWords(words);
  } catch (error) {
    console.error(`${(error as Error).message}\n\n  ${usage}\n`);
    return 1;
  }
  return run(asked);
}
