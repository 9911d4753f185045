import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createDatabase } from '../support/postgres.ts';

const bundle = join(import.meta.dirname, '../../tenant-runtime/dist/main.mjs');
const INTERNAL_SECRET = 'bench-internal-secret-bench-internal-secret';

export interface TenantProcess {
  url: string;
  databaseUrl: string;
  pid: number;
  /** Of its administrator. */
  token: string;
  stop: () => Promise<void>;
}

async function start(databaseUrl: string, cache: string): Promise<{ child: ChildProcess; url: string }> {
  const child = spawn(process.execPath, ['--max-semi-space-size=1', bundle], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    env: {
      NODE_ENV: 'production',
      NODE_COMPILE_CACHE: cache,
      MALLOC_ARENA_MAX: '1',
      TENANT_ID: 'bench',
      VENUE_NAME: 'Бар «Замер»',
      DATABASE_URL: databaseUrl,
      INTERNAL_SECRET,
      LOG_LEVEL: 'error',
    },
  });
  const ended = once(child, 'exit').then(([code]) => {
    throw new Error(`the tenant ended with ${code}`);
  });
  const [message] = await Promise.race([once(child, 'message'), ended]);
  return { child, url: `http://127.0.0.1:${message.port}` };
}

async function stop(child: ChildProcess): Promise<void> {
  child.kill('SIGTERM');
  if (child.exitCode === null) await once(child, 'exit');
}

async function signIn(url: string): Promise<string> {
  const account = JSON.stringify({ username: 'boss', password: 'bench-password' });
  const headers = { 'content-type': 'application/json' };
  const internal = { ...headers, authorization: `Bearer ${INTERNAL_SECRET}` };
  await fetch(`${url}/internal/admin`, { method: 'POST', headers: internal, body: account });
  const answer = await fetch(`${url}/api/auth/login`, { method: 'POST', headers, body: account });
  return ((await answer.json()) as { token: string }).token;
}

/**
 * The bundle as hosting starts it, on a database of its own. It has run once before, so that its compile cache is
 * filled; `signedIn: false` leaves it untouched, as a venue that nobody visits.
 */
export async function startTenantProcess({ signedIn = true } = {}): Promise<TenantProcess> {
  const database = await createDatabase('tenant');
  const cache = await mkdtemp(join(tmpdir(), 'ostatok-bench-'));
  await stop((await start(database.url, cache)).child);
  const { child, url } = await start(database.url, cache);
  return {
    url,
    databaseUrl: database.url,
    pid: child.pid ?? 0,
    token: signedIn ? await signIn(url) : '',
    async stop() {
      await stop(child);
      await database.drop();
      await rm(cache, { recursive: true, force: true });
    },
  };
}
