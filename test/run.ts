/**
 * The whole suite, or the files named: starts PostgreSQL once, prepares the template databases, runs ava and ends with
 * the one line that counts: `N passed, N failed[, N skipped]`.
 */
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { startTestServer } from './support/test-server.ts';

const root = join(import.meta.dirname, '..');

interface Counts {
  passed: number;
  failed: number;
  skipped: number;
}

/** Runs ava over `files`, shows what fails as it fails, and counts TAP's lines. */
async function runAva(files: string[], env: NodeJS.ProcessEnv): Promise<Counts & { code: number }> {
  const whole = ['--import', join(root, 'test/support/tap-errors.ts')];
  const cli = join(root, 'node_modules/ava/entrypoints/cli.js');
  const ava = spawn(process.execPath, [...whole, cli, '--tap', ...files], {
    cwd: root,
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const counts: Counts = { passed: 0, failed: 0, skipped: 0 };
  let failing = false;
  for await (const line of createInterface({ input: ava.stdout })) {
    const result = /^(not )?ok \d+ - (.*?)( # (SKIP|TODO).*)?$/.exec(line);
    if (result) {
      failing = Boolean(result[1]);
      if (result[3]) counts.skipped += 1;
      else if (failing) counts.failed += 1;
      else counts.passed += 1;
      if (failing || result[3] || process.env.VERBOSE) console.log(line);
    } else if (failing || /^# [^t]/.test(line)) {
      console.log(line);
    }
  }
  const code = await new Promise<number>((resolve) =>
    ava.exitCode === null ? ava.once('exit', (status) => resolve(status ?? 1)) : resolve(ava.exitCode),
  );
  return { ...counts, code };
}

const files = process.argv.slice(2);
const corpus = process.env.OSTATOK_CORPUS ?? join(root, '../shared/data');
// every file's process, and all that it starts, would compile the same few hundred modules again
const compiled = await mkdtemp(join(tmpdir(), 'ostatok-compiled-'));
const server = await startTestServer();
let outcome: Counts & { code: number };
try {
  outcome = await runAva(files, {
    ...process.env,
    NODE_ENV: 'test',
    TEST_DATABASE_URL: server.url,
    OSTATOK_CORPUS: corpus,
    NODE_COMPILE_CACHE: compiled,
  });
} finally {
  await server.stop();
  // a process that a test has left may still write there
  await rm(compiled, { recursive: true, force: true, maxRetries: 10 }).catch(() => undefined);
}
// in CI whatever a test needs is there or can be installed, but for the corpus, which is not ours to bring
if (process.env.CI && existsSync(corpus)) {
  outcome.failed += outcome.skipped;
  outcome.skipped = 0;
}
if (outcome.code !== 0 && outcome.failed === 0) outcome.failed = 1;
const skipped = outcome.skipped > 0 ? `, ${outcome.skipped} skipped` : '';
console.log(`${outcome.passed} passed, ${outcome.failed} failed${skipped}`);
process.exit(outcome.failed === 0 ? 0 : 1);
