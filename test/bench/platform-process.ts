import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createDatabase, databaseUrl } from '../support/database/postgres.ts';
import { call, dropTenants, root } from '../support/platform/platform.ts';
import { ownPort } from '../support/run/own-port.ts';
import { rawRequest } from '../support/venue/venue-call.ts';
import { tenantPid } from './process-cpu.ts';

const PASSWORD = 'correct horse battery staple';

export interface PlatformProcess {
  url: string;
  port: number;
  pid: number;
  databaseUrl: string;
  stop: () => Promise<void>;
}

/** The platform as `npm start` runs it, in a process of its own on the run's PostgreSQL; it has answered once. */
export async function startPlatformProcess(env: Record<string, string> = {}): Promise<PlatformProcess> {
  const home = await mkdtemp(join(tmpdir(), 'ostatok-bench-'));
  await chmod(home, 0o755);
  const database = await createDatabase('platform');
  const port = await ownPort();
  const platform = spawn(process.execPath, ['--max-semi-space-size=2', join(root, 'api/dist/main.mjs')], {
    cwd: root,
    env: {
      PATH: process.env.PATH ?? '',
      MALLOC_TRIM_THRESHOLD_: '131072',
      PORT: String(port),
      OSTATOK_HOME: home,
      DATABASE_URL: database.url,
      SECRET_KEY: randomBytes(32).toString('base64url'),
      ADMIN_PASSWORD: PASSWORD,
      LOG_LEVEL: 'error',
      ...env,
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const url = `http://127.0.0.1:${port}`;
  const answers = (): Promise<boolean> =>
    fetch(`${url}/healthz`).then(
      ({ ok }) => ok,
      () => false,
    );
  while (!(await answers())) {
    if (platform.exitCode !== null) throw new Error(`the platform ended with ${platform.exitCode}`);
    await sleep(50);
  }
  return {
    url,
    port,
    pid: platform.pid ?? 0,
    databaseUrl: database.url,
    async stop() {
      platform.kill('SIGTERM');
      if (platform.exitCode === null) await once(platform, 'exit');
      await dropTenants(database.url);
      await database.drop();
      await rm(home, { recursive: true, force: true });
    },
  };
}

export interface PlatformVenue {
  /** The pid of the tenant's process. */
  pid: number;
  databaseUrl: string;
  /** The Host header for it at the platform's port. */
  host: string;
  /** The token of its administrator. */
  token: string;
}

/** Orders a tenant as an owner does, and waits until it runs. */
export async function openVenue({ url, port }: PlatformProcess): Promise<PlatformVenue> {
  const account = { email: 'owner@bar.example', password: PASSWORD, name: 'Анна' };
  const owner = await call(url, 'POST', '/api/auth/register', { body: account });
  const bot = await call(url, 'POST', '/sandbox/api/bots', { body: { name: 'Бот' } });
  const body = { subdomain: 'bench-bar', botToken: bot.body.bot.token, adminUsername: 'boss' };
  const made = await call(url, 'POST', '/api/provision/create', { token: owner.body.token, body });
  if (made.status !== 201) throw new Error(`creation answered ${made.status}: ${JSON.stringify(made.body)}`);
  const host = `bench-bar.localhost:${port}`;
  const signedIn = await rawRequest(port, {
    method: 'POST',
    path: '/api/auth/login',
    host,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(made.body.adminCredentials),
  });
  const id: string = made.body.tenant.tenant_id;
  return { pid: await tenantPid(id), databaseUrl: databaseUrl(id), host, token: JSON.parse(signedIn.text).token };
}
