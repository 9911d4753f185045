import { type ChildProcess, fork } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chmod, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { connect, type Knex } from '@ostatok/kit/node/db.ts';
import test, { type ExecutionContext } from 'ava';
import { provisionSteps } from '../../api/contract/provision.ts';
import { call, dropTenants } from '../support/platform.ts';
import { createDatabase, serverUrl } from '../support/postgres.ts';
import { rawRequest } from '../support/venue-call.ts';

const LIMIT_MS = 60_000;

async function until<T>(what: string, condition: () => Promise<T | undefined | false>): Promise<T> {
  const deadline = Date.now() + LIMIT_MS;
  for (;;) {
    const found = await condition();
    if (found) return found;
    if (Date.now() > deadline) throw new Error(`not in time: ${what}`);
    await sleep(50);
  }
}

interface Started {
  port: number;
  child: ChildProcess;
  ended: Promise<NodeJS.Signals | number | null>;
}

function start(env: Record<string, string>): Promise<Started> {
  const child = fork(join(import.meta.dirname, '../support/crashing-platform.ts'), {
    env: { ...process.env, ...env },
    execArgv: [],
  });
  const ended = new Promise<NodeJS.Signals | number | null>((resolve) =>
    child.once('exit', (code, signal) => resolve(signal ?? code)),
  );
  return new Promise((resolve, reject) => {
    child.once('message', (message: { port: number }) => resolve({ port: message.port, child, ended }));
    child.once('exit', (code, signal) => reject(new Error(`platform ended: ${signal ?? code}`)));
  });
}

/** Processes of this venue, whoever their parent is now. */
async function processesOf(tenantId: string): Promise<string[]> {
  if (process.platform !== 'linux') return [];
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const found = await Promise.all(
    pids.map(async (pid) => {
      const environment = await readFile(`/proc/${pid}/environ`, 'utf8').catch(() => '');
      return environment.split('\0').includes(`TENANT_ID=${tenantId}`) ? [pid] : [];
    }),
  );
  return found.flat();
}

async function exists(name: string): Promise<boolean> {
  const server = connect(serverUrl(), { max: 1 });
  const { rows } = await server.raw(
    'select 1 from pg_database where datname = ? union all select 1 from pg_roles where rolname = ?',
    [name, name],
  );
  await server.destroy();
  return rows.length > 0;
}

async function order(port: number): Promise<{ subdomain: string }> {
  const base = `http://127.0.0.1:${port}`;
  const email = `crash-${randomBytes(4).toString('hex')}@test.example`;
  const owner = await call(base, 'POST', '/api/auth/register', {
    body: { email, password: 'crash-test', name: 'Тест' },
  });
  const { body } = await call(base, 'POST', '/sandbox/api/bots', { body: { name: 'Бот' } });
  const subdomain = `c-${randomBytes(4).toString('hex')}`;
  const input = { subdomain, botToken: body.bot.token, adminUsername: 'boss', adminPassword: 'secret-1' };
  // the platform may die before it answers
  await call(base, 'POST', '/api/provision/create', { token: owner.body.token, body: input }).catch(() => undefined);
  return { subdomain };
}

async function afterCrash(
  t: ExecutionContext,
  env: Record<string, string>,
  check: (platform: { port: number; subdomain: string; db: Knex; tenantId: string }) => Promise<void>,
): Promise<void> {
  const home = await mkdtemp(join(tmpdir(), 'ostatok-crash-'));
  await chmod(home, 0o755);
  const database = await createDatabase('platform');
  const db = connect(database.url, { max: 2 });
  const fixed = {
    PORT: '0',
    NODE_ENV: 'test',
    OSTATOK_HOME: home,
    DATABASE_URL: database.url,
    SECRET_KEY: randomBytes(32).toString('hex'),
  };
  let second: Started | undefined;
  try {
    const first = await start({ ...fixed, ...env });
    const { subdomain } = await order(first.port);
    t.is(await first.ended, 'SIGKILL');

    second = await start(fixed);
    await until('the provision is settled', async () => (await db('provisions').first())?.status !== 'running');
    const tenantId: string = (await db('tenants').first()).id;
    await check({ port: second.port, subdomain, db, tenantId });
    second.child.kill('SIGTERM');
    t.is(await second.ended, 0);
    await until('no process is left', async () => (await processesOf(tenantId)).length === 0);
  } finally {
    second?.child.kill('SIGKILL');
    await db.destroy();
    await dropTenants(database.url);
    await database.drop();
    await rm(home, { recursive: true, force: true });
  }
  t.pass();
}

for (const { name } of provisionSteps) {
  for (const moment of ['started', 'done', 'recorded']) {
    // a whole platform twice for each: one after another, since the machine may be small
    test.serial(`killed when step "${name}" is ${moment}, the next start finishes the venue`, async (t) => {
      t.timeout(120_000);
      await afterCrash(t, { CRASH_AT: `${moment}:${name}` }, async ({ port, subdomain, db, tenantId }) => {
        const tenant = await db('tenants').first();
        t.is(tenant.status, 'active');
        const provision = await db('provisions').first();
        t.is(provision.input_sealed, null);
        const login = await rawRequest(port, {
          method: 'POST',
          path: '/api/auth/login',
          host: `${subdomain}.localhost`,
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ username: 'boss', password: 'secret-1' }),
        });
        t.is(login.status, 200, login.text);
        t.is((await processesOf(tenantId)).length, 1);
      });
    });
  }
}

for (const name of ['bot', 'start', 'database', 'token']) {
  for (const moment of ['undoing', 'undone']) {
    test.serial(`killed when step "${name}" is ${moment}, the next start leaves nothing of the venue`, async (t) => {
      t.timeout(120_000);
      await afterCrash(t, { CRASH_AT: `${moment}:${name}`, REVOKE: '1' }, async ({ db, tenantId, port, subdomain }) => {
        t.is((await db('tenants').first()).status, 'deleted');
        const provision = await db('provisions').first();
        t.is(provision.status, 'failed');
        t.regex(provision.error, /Telegram не принял токен/);
        t.false(await exists(tenantId));
        t.deepEqual(await processesOf(tenantId), []);
        t.is((await rawRequest(port, { path: '/', host: `${subdomain}.localhost` })).status, 404);
      });
    });
  }
}
