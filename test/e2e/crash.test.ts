import { randomBytes } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { connect } from '@ostatok/kit/node/db.ts';
import test, { type ExecutionContext } from 'ava';
import { provisionSteps } from '../../api/contract/provision.ts';
import { serverUrl } from '../support/database/postgres.ts';
import type { Fate } from '../support/platform/crashing-platform.ts';
import { call } from '../support/platform/platform.ts';
import { createGround, type PlatformProcess, startProcess } from '../support/platform/platform-process.ts';
import { until } from '../support/run/until.ts';
import { rawRequest } from '../support/venue/venue-call.ts';

/** Processes of this tenant, whatever their parent is now. */
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

async function order(base: string): Promise<{ subdomain: string; token: string }> {
  const email = `crash-${randomBytes(4).toString('hex')}@test.example`;
  const owner = await call(base, 'POST', '/api/auth/register', {
    body: { email, password: 'crash-test', name: 'Тест' },
  });
  const { status, body } = await call(base, 'POST', '/sandbox/api/bots', { body: { name: 'Бот' } });
  if (!body.bot) throw new Error(`no bot: ${status} ${JSON.stringify(body)}`);
  const subdomain = `c-${randomBytes(4).toString('hex')}`;
  const input = { subdomain, botToken: body.bot.token, adminUsername: 'boss', adminPassword: 'kegs-and-corks' };
  // the platform may die before it answers
  const { token } = owner.body;
  await call(base, 'POST', '/api/provision/create', { token, body: input }).catch(() => undefined);
  return { subdomain, token };
}

let ground: Awaited<ReturnType<typeof createGround>>;
let running: PlatformProcess | undefined;
test.before(async () => {
  ground = await createGround();
});
test.after.always(async () => {
  running?.child.kill('SIGKILL');
  await running?.ended;
  await ground?.drop();
});

interface Recovered {
  platform: PlatformProcess;
  subdomain: string;
  tenant: { id: string; status: string };
  provision: { status: string; input_sealed: string | null; error: string | null };
}

/** Each platform completes what the previous one has left, and is then killed itself: one start covers one fate. */
async function afterCrash(t: ExecutionContext, fate: Fate, check: (found: Recovered) => Promise<void>): Promise<void> {
  const { db, env } = ground;
  const first = running ?? (await startProcess(env));
  running = undefined;
  let second: PlatformProcess | undefined;
  try {
    first.child.send(fate);
    const { subdomain, token } = await order(first.url);
    t.is(await first.ended, 'SIGKILL');

    second = await startProcess(env);
    const tenantId: string = (await db('tenants').orderBy('number', 'desc').first()).id;
    const provisionOf = () => db('provisions').where({ tenant_id: tenantId }).first();
    await until(async () => (await provisionOf()).status !== 'running', 'the provision is settled');
    const tenant = await db('tenants').where({ id: tenantId }).first();
    await check({ platform: second, subdomain, tenant, provision: await provisionOf() });
    if (second.child.exitCode !== null) return;
    await call(second.url, 'DELETE', `/api/provision/tenant/${tenantId}`, { token });
    await until(async () => (await processesOf(tenantId)).length === 0, 'no process is left');
    running = second;
  } finally {
    first.child.kill('SIGKILL');
    if (running !== second) second?.child.kill('SIGKILL');
  }
}

async function isOpen(
  t: ExecutionContext,
  { platform: { port }, subdomain, tenant, provision }: Recovered,
): Promise<void> {
  t.is(tenant.status, 'active');
  t.is(provision.input_sealed, null);
  const login = await rawRequest(port, {
    method: 'POST',
    path: '/api/auth/login',
    host: `${subdomain}.localhost`,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: 'boss', password: 'kegs-and-corks' }),
  });
  t.is(login.status, 200, login.text);
  t.is((await processesOf(tenant.id)).length, 1);
}

for (const { name } of provisionSteps) {
  // recovery only distinguishes done steps from others, so «recorded» equals the next step's «started»
  const isLast = name === provisionSteps.at(-1)?.name;
  for (const moment of ['started', 'done', ...(isLast ? ['recorded'] : [])]) {
    test.serial(`killed when step "${name}" is ${moment}, the next start finishes the venue`, async (t) => {
      t.timeout(600_000);
      await afterCrash(t, { crashAt: `${moment}:${name}` }, (found) => isOpen(t, found));
    });
  }
}

for (const name of ['bot', 'start', 'database', 'token']) {
  for (const moment of ['undoing', 'undone']) {
    test.serial(`killed when step "${name}" is ${moment}, the next start leaves nothing of the venue`, async (t) => {
      t.timeout(600_000);
      const fate = { crashAt: `${moment}:${name}`, revoke: true };
      await afterCrash(t, fate, async ({ platform: { port }, subdomain, tenant, provision }) => {
        t.is(tenant.status, 'deleted');
        t.is(provision.status, 'failed');
        t.regex(String(provision.error), /Telegram не принял токен/);
        t.false(await exists(tenant.id));
        t.deepEqual(await processesOf(tenant.id), []);
        t.is((await rawRequest(port, { path: '/', host: `${subdomain}.localhost` })).status, 404);
      });
    });
  }
}

test.serial('a platform that is asked to stop takes the venue along that it has finished for another', async (t) => {
  t.timeout(600_000);
  await afterCrash(t, { crashAt: 'done:start' }, async (found) => {
    await isOpen(t, found);
    found.platform.child.kill('SIGTERM');
    t.is(await found.platform.ended, 0);
    await until(async () => (await processesOf(found.tenant.id)).length === 0, 'no process is left');
  });
});
