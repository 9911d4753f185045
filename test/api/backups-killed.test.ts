import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { connect, type Knex } from '@ostatok/kit/node/db.ts';
import { createLifecycle } from '@ostatok/kit/node/lifecycle.ts';
import { createLog } from '@ostatok/kit/node/log.ts';
import test from 'ava';
import { SECRET_KEY, server, setUpBackupLimits } from '../support/backups/backup-limits.ts';
import { databaseUrl } from '../support/database/postgres.ts';
import { call, callVenue, newOwner, newVenue, startTestPlatform } from '../support/platform/platform.ts';
import { type PlatformProcess, startProcess } from '../support/platform/platform-process.ts';
import { until } from '../support/run/until.ts';

setUpBackupLimits();

/** How a process ended that its work was meant to kill; if the work ends first, the process is stopped. */
async function endOf({ child, ended }: PlatformProcess, db: Knex): Promise<NodeJS.Signals | number | null> {
  let isGone = false;
  const gone = ended.then((end) => {
    isGone = true;
    return end;
  });
  const isOver = async (): Promise<boolean> =>
    isGone || (await db('operations').orderBy('number', 'desc').first())?.finished_at !== null;
  await until(isOver, 'an end of the process, or of its work', 10 * 60_000);
  child.kill('SIGTERM');
  return gone;
}

for (const moment of ['backup', 'before-switch', 'after-switch'] as const) {
  test.serial(`a platform killed at ${moment} is taken up by the next one, and nothing is half-done`, async (t) => {
    const lifecycle = createLifecycle(createLog('test', 'silent'));
    const first = await startTestPlatform({}, { lifecycle, secretKey: SECRET_KEY });
    t.teardown(first.stop);
    const boss = await newOwner(first);
    await first.db('users').where({ id: boss.userId }).update({ role: 'admin' });
    const { token } = (await call(first.url, 'POST', '/api/auth/login', { body: boss })).body;
    const venue = await newVenue(first, boss);
    await venue.call('POST', '/api/items', { name: 'Было', unit: 'шт' });
    const made = await call(first.url, 'POST', '/api/admin/backups', { token, body: { tenantId: venue.id } });
    await venue.call('POST', '/api/items', { name: 'Стало', unit: 'шт' });
    await lifecycle.stop();
    const env = { DATABASE_URL: first.databaseUrl, SECRET_KEY, OSTATOK_HOME: first.home, KILL_AT: moment };
    const db = connect(first.databaseUrl, { max: 1 });
    t.teardown(() => db.destroy());
    const mortal = await startProcess(env, 'crashing-backups.ts');
    const path = moment === 'backup' ? '/api/admin/backups' : `/api/admin/backups/${made.body.backup.id}/restore`;
    const headers = { prefer: 'respond-async' };
    // the process may die before it answers
    await call(mortal.url, 'POST', path, { token, headers, body: { tenantId: venue.id } }).catch(() => undefined);
    t.is(await endOf(mortal, db), 'SIGKILL');

    const next = await startTestPlatform(
      {},
      { databaseUrl: first.databaseUrl, home: first.home, secretKey: SECRET_KEY },
    );
    t.teardown(next.stop);
    const ended = async () => (await next.db('operations').whereNull('finished_at').first()) === undefined;
    await until(ended, 'the operation ends');
    const last = await next.db('operations').orderBy('number', 'desc').first();
    t.like(
      last,
      { status: 'done', failed: 0 },
      JSON.stringify(await next.db('operation_items').where({ operation_id: last.id })),
    );
    const rows = await next.db('backups').where({ tenant_id: venue.id }).orderBy('created_at');
    const files = (await readdir(join(first.home, 'backups', venue.id))).sort();
    const good = rows.filter(({ status }) => status === 'done').flatMap(({ id }) => [`${id}.backup`, `${id}.json`]);
    t.deepEqual(files, good.sort(), 'every file is whole and told of');
    t.deepEqual(
      rows.map(({ status }) => status),
      moment === 'backup' ? ['done', 'failed', 'done'] : ['done'],
    );
    const beside = (): Promise<string[]> =>
      server('pg_database').whereLike('datname', `${venue.id}%`).orderBy('datname').pluck('datname');
    // the next trial of the same tenant drops a trial that was killed too
    const databases = (await beside()).filter((name) => !name.includes('_trial_'));
    const names = databases.map((name) => name.replace(/\d{10}$/, '').slice(venue.id.length));
    t.deepEqual(names, moment === 'backup' ? [''] : ['', '_old_']);
    const inside = connect(databaseUrl(venue.id), { max: 1 });
    t.deepEqual(await inside('items').orderBy('id').pluck('name'), moment === 'backup' ? ['Было', 'Стало'] : ['Было']);
    await inside.destroy();
  });
}

/** How a restore may be stopped, and where its process may die. */
const deaths = [
  ['cancel', 'shut'],
  ['cancel', 'switched'],
  ['pause', 'shut'],
] as const;

test.serial('a restore that is halted and killed leaves its venue open, with the old data or the new', async (t) => {
  const lifecycle = createLifecycle(createLog('test', 'silent'));
  const first = await startTestPlatform({}, { lifecycle, secretKey: SECRET_KEY });
  t.teardown(first.stop);
  const boss = await newOwner(first, 'corporate');
  await first.db('users').where({ id: boss.userId }).update({ role: 'admin' });
  const { token } = (await call(first.url, 'POST', '/api/auth/login', { body: boss })).body;
  const venue = await newVenue(first, boss);
  /** Signs in anew each time: a restore ends every session. */
  const signedIn = async (port: number): Promise<string> => {
    const at = { ...first, port };
    return (await callVenue(at, venue.subdomain, 'POST', '/api/auth/login', { body: venue.credentials })).body.token;
  };
  const add = async (port: number, name: string) =>
    callVenue({ ...first, port }, venue.subdomain, 'POST', '/api/items', {
      token: await signedIn(port),
      body: { name, unit: 'шт' },
    });
  await add(first.port, 'Было');
  const { body } = await call(first.url, 'POST', '/api/admin/backups', { token, body: { tenantId: venue.id } });
  await lifecycle.stop();
  const env = { DATABASE_URL: first.databaseUrl, SECRET_KEY, OSTATOK_HOME: first.home };
  const db = connect(first.databaseUrl, { max: 1 });
  t.teardown(() => db.destroy());
  for (const [halt, moment] of deaths) {
    const mortal = await startProcess({ ...env, KILL_AT: moment, HALT: halt }, 'crashing-backups.ts');
    const later = `Стало при ${halt} ${moment}`;
    t.is((await add(mortal.port, later)).status, 201);
    const path = `/api/admin/backups/${body.backup.id}/restore`;
    const headers = { prefer: 'respond-async' };
    t.is((await call(mortal.url, 'POST', path, { token, headers, body: {} })).status, 202);
    t.is(await endOf(mortal, db), 'SIGKILL', `${halt} ${moment}`);

    const next = await startProcess(env, 'crashing-backups.ts');
    const operation = () => db('operations').where({ kind: 'restore' }).orderBy('number', 'desc').first();
    const isOver = async (): Promise<boolean> => (await operation()).finished_at !== null;
    if (halt !== 'pause') await until(isOver, `the restore is over (${halt} ${moment})`);
    const seen = await callVenue({ ...first, port: next.port }, venue.subdomain, 'GET', '/api/items', {
      token: await signedIn(next.port),
    });
    t.is(seen.status, 200, `${halt} ${moment}: ${JSON.stringify(seen.body)}`);
    const names = seen.body.items.map((item: { name: string }) => item.name).sort();
    const { status, id } = await operation();
    // the work in progress has ended, and its item shows that
    t.deepEqual(names, halt === 'pause' ? ['Было', later].sort() : ['Было'], `${halt} ${moment}`);
    t.is(status, { cancel: 'canceled', pause: 'paused' }[halt]);
    const item = await db('operation_items').where({ operation_id: id }).first();
    if (halt !== 'pause') t.is(item.status, 'done', `${halt} ${moment}`);
    if (halt === 'pause') await db('operations').where({ id }).update({ status: 'canceled', finished_at: new Date() });
    next.child.kill('SIGTERM');
    t.is(await next.ended, 0);
  }
});
