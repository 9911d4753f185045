import { randomBytes } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { connect, type Knex } from '@ostatok/kit/node/db.ts';
import test, { type ExecutionContext } from 'ava';
import { provisionSteps } from '../../api/contract/provision.ts';
import { call } from '../support/platform.ts';
import { createGround, type PlatformProcess, startProcess } from '../support/platform-process.ts';
import { serverUrl } from '../support/postgres.ts';
import { until } from '../support/until.ts';
import { rawRequest } from '../support/venue-call.ts';

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
  const ground = await createGround();
  const { db } = ground;
  let second: PlatformProcess | undefined;
  try {
    const first = await startProcess({ ...ground.env, ...env });
    const { subdomain } = await order(first.port);
    t.is(await first.ended, 'SIGKILL');

    second = await startProcess(ground.env);
    await until(async () => (await db('provisions').first())?.status !== 'running', 'the provision is settled');
    const tenantId: string = (await db('tenants').first()).id;
    await check({ port: second.port, subdomain, db, tenantId });
    second.child.kill('SIGTERM');
    t.is(await second.ended, 0);
    await until(async () => (await processesOf(tenantId)).length === 0, 'no process is left');
  } finally {
    second?.child.kill('SIGKILL');
    await ground.drop();
  }
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
