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
import { connect, type Migrations, migrate } from '@ostatok/kit/node/db.ts';
import { startThrowAwayPostgres } from '@ostatok/kit/node/embedded-postgres.ts';
import { platformMigrations } from '../migrations/platform/list.ts';
import { tenantMigrations } from '../migrations/tenant/list.ts';

const root = join(import.meta.dirname, '..');

async function createTemplate(server: string, name: string, migrations: Migrations): Promise<void> {
  const admin = connect(server, { max: 1 });
  await admin.raw(`create database ${name}`);
  await admin.destroy();
  const url = new URL(server);
  url.pathname = `/${name}`;
  const db = connect(url.href, { max: 1 });
  await migrate(db, migrations);
  await db.destroy();
}

interface Counts {
  passed: number;
  failed: number;
  skipped: number;
}

/** Runs ava over `files`, shows what fails as it fails, and counts TAP's lines. */
async function runAva(files: string[], env: NodeJS.ProcessEnv): Promise<Counts & { code: number }> {
  const ava = spawn(process.execPath, [join(root, 'node_modules/ava/entrypoints/cli.js'), '--tap', ...files], {
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
const home = await mkdtemp(join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'ostatok-test-'));
const postgres = await startThrowAwayPostgres(join(home, 'postgres'));
let outcome: Counts & { code: number };
try {
  await createTemplate(postgres.url, 'platform_template', platformMigrations);
  await createTemplate(postgres.url, 'tenant_template', tenantMigrations);
  outcome = await runAva(files, {
    ...process.env,
    NODE_ENV: 'test',
    TEST_DATABASE_URL: postgres.url,
    OSTATOK_CORPUS: process.env.OSTATOK_CORPUS ?? join(root, '../shared/data'),
  });
} finally {
  await postgres.stop();
  await rm(home, { recursive: true, force: true });
}
if (outcome.code !== 0 && outcome.failed === 0) outcome.failed = 1;
const skipped = outcome.skipped > 0 ? `, ${outcome.skipped} skipped` : '';
console.log(`${outcome.passed} passed, ${outcome.failed} failed${skipped}`);
process.exit(outcome.failed === 0 ? 0 : 1);
