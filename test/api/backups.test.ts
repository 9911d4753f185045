import { createHash, randomUUID } from 'node:crypto';
import { readdir, readFile, stat } from 'node:fs/promises';
import { connect } from '@ostatok/kit/node/db.ts';
import type { SecurityRecord } from '@ostatok/tenant-runtime/contract/security.endpoints.ts';
import test from 'ava';
import {
  admin,
  ask,
  backUp,
  clock,
  databasesOf,
  everything,
  fileOf,
  folderOf,
  platform,
  server,
  setUpBackups,
  venueOf,
} from '../support/backups/backups-platform.ts';
import { fillEveryTable, signedInAnew, withoutSignIns } from '../support/backups/full-venue.ts';
import { databaseUrl } from '../support/database/postgres.ts';
import { call, callVenue } from '../support/platform/platform.ts';
import { until } from '../support/run/until.ts';

setUpBackups();

test.serial(
  'a venue comes back from its backup with every row of every table, and what came later is gone',
  async (t) => {
    const venue = await venueOf();
    await fillEveryTable(venue.id);
    const before = await everything(venue.id);
    t.deepEqual(
      Object.entries(before).flatMap(([name, rows]) => (rows.length === 0 ? [name] : [])),
      [],
      'no table is empty',
    );
    const backup = await backUp(venue.id);
    t.like(backup, { tenant_id: venue.id, subdomain: venue.subdomain, status: 'done', verified_at: null, error: null });
    const file = await readFile(fileOf(backup));
    t.deepEqual([backup.bytes, backup.sha256], [file.length, createHash('sha256').update(file).digest('hex')]);
    t.is((await stat(fileOf(backup))).mode & 0o777, 0o600);
    t.deepEqual((await readdir(folderOf(venue.id))).sort(), [`${backup.id}.backup`, `${backup.id}.json`]);

    t.is((await venue.call('POST', '/api/items', { name: 'Лишнее', unit: 'шт' })).status, 201);
    const reply = await ask('POST', `/${backup.id}/restore`, {});

    t.is(reply.status, 200, JSON.stringify(reply.body));
    t.like(reply.body.operation, { kind: 'restore', status: 'done', done: 1 });
    t.deepEqual(withoutSignIns(await everything(venue.id)), withoutSignIns(before));
    const [present, kept] = await databasesOf(venue.id);
    t.is(present, venue.id);
    t.regex(String(kept), /_old_\d{10}$/);
    const anew = await signedInAnew(venue);
    const items = await anew('GET', '/api/items');
    t.deepEqual(
      items.body.items.map((item: { name: string }) => item.name),
      ['Ром\t«Тень»\n\\ 0,7'],
    );
    t.is(
      (await anew('POST', '/api/items', { name: 'Новое', unit: 'шт' })).body.item.id,
      3,
      'a number is not given again, for a phone may still mean what had it',
    );
    const acts = await platform
      .db('activity')
      .where({ target: `backup:${backup.id}` })
      .pluck('action');
    t.deepEqual(acts, ['backup.restored']);
  },
);

test.serial('a message that comes while a venue is switched waits, and is taken by the restored one', async (t) => {
  const venue = await venueOf();
  const from = { id: 5, is_bot: false, first_name: 'Анна' };
  const message = { message_id: 1, date: 1, chat: { id: 5, type: 'private' }, from, text: '/start' };
  const backup = await backUp(venue.id);
  const { runtime } = platform.venues;
  let taken = false;
  let delivered: Promise<void> = Promise.resolve();
  await runtime.whileStopped(venue.id, async () => {
    delivered = runtime.deliver(venue.id, [{ update_id: 1, message }]).then(() => {
      taken = true;
    });
    await server('pg_database').first();
    t.false(taken);
  });
  await delivered;
  t.is((await ask('POST', `/${backup.id}/restore`, {})).body.operation.status, 'done');
  await runtime.deliver(venue.id, [{ update_id: 2, message }]);

  const db = connect(databaseUrl(venue.id), { max: 1 });
  t.is((await db('newcomers')).length, 1);
  await db.destroy();
});

test.serial(
  'a restore that a crash ended between the switch and the opening is finished, and not taken back',
  async (t) => {
    const venue = await venueOf();
    const backup = await backUp(venue.id);
    await venue.call('POST', '/api/items', { name: 'Позже', unit: 'л' });
    const { operation } = (await ask('POST', `/${backup.id}/restore`, {})).body;
    await platform.venues.runtime.stop(venue.id);
    await server.raw('alter database ?? with allow_connections false', [venue.id]);
    await platform
      .db('operations')
      .where({ id: operation.id })
      .update({ status: 'paused', finished_at: null, done: 0 });
    await platform
      .db('operation_items')
      .where({ operation_id: operation.id })
      .update({ status: 'waiting', attempt: 0 });

    await call(platform.url, 'POST', `/api/admin/operations/${operation.id}/resume`, { token: admin });
    const read = async () =>
      platform.db('operations').where({ id: operation.id }).first('status', 'done', 'finished_at');
    await until(async () => (await read()).finished_at !== null, 'the restore finished');

    t.like(await read(), { status: 'done', done: 1 });
    t.deepEqual((await (await signedInAnew(venue))('GET', '/api/items')).body.items, []);
  },
);

test.serial('no sign-in that was ended lives again with a restored venue, and its security log goes on', async (t) => {
  const venue = await venueOf();
  const reach = (path: string, body: unknown, token?: string) =>
    callVenue(platform, venue.subdomain, 'POST', `/api/auth/${path}`, { body, token });
  const added = await venue.call('POST', '/api/users', { username: 'anna' });
  const anna = { username: 'anna', password: added.body.password };
  const [left, reset] = [await reach('login', anna), await reach('login', anna)].map(({ body }) => body);
  const code = (await venue.call('POST', '/api/auth/codes', { kind: 'scanner' })).body.code;
  const backup = await backUp(venue.id);
  await reach('logout', { refreshToken: left.refreshToken });
  await venue.call('POST', `/api/users/${added.body.user.id}/reset-password`);
  await reach('login', { ...anna, password: 'not the right one' });
  const late = await venue.call('POST', '/api/users', { username: 'late' });

  t.is((await ask('POST', `/${backup.id}/restore`, {})).body.operation.status, 'done');

  for (const { token, refreshToken } of [left, reset]) {
    t.is((await reach('refresh', { refreshToken })).status, 401);
    t.is((await callVenue(platform, venue.subdomain, 'GET', '/api/auth/me', { token })).status, 401);
  }
  t.is((await reach('redeem', { code })).status, 400);
  t.is((await venue.call('GET', '/api/items')).status, 401, 'nobody stays signed in');
  const asBoss = await signedInAnew(venue);
  const { events } = (await asBoss('GET', '/api/security?limit=50')).body;
  const { users } = (await asBoss('GET', '/api/users')).body;
  t.false(
    users.some(({ username }: { username: string }) => username === 'late'),
    'known to the log alone',
  );
  const { user: newcomer } = (await asBoss('POST', '/api/users', { username: 'newcomer' })).body;
  t.true(newcomer.id > late.body.user.id, 'nobody gets a number under which records may wait in a phone');
  const logged = events.map(({ event, user, details }: SecurityRecord) => [event, user?.name ?? details]);
  for (const line of [
    ['session.ended', 'anna'],
    ['password.reset', 'anna'],
    ['login.failed', 'anna'],
    ['user.added', 'late'],
    ['backup.restored', null],
  ]) {
    t.is(logged.filter((one: unknown[]) => one.join() === line.join()).length, 1, `${line}: ${JSON.stringify(logged)}`);
  }
});

test.serial('a venue that does not start with its restored data gets the present data back', async (t) => {
  const venue = await venueOf();
  const backup = await backUp(venue.id);
  t.is((await venue.call('POST', '/api/items', { name: 'Позже', unit: 'л' })).status, 201);
  const before = await everything(venue.id);
  const { runtime } = platform.venues;
  const { wakeIfActive } = runtime;
  t.teardown(() => {
    runtime.wakeIfActive = wakeIfActive;
  });
  let refusals = 2;
  runtime.wakeIfActive = async (id) => {
    refusals -= 1;
    if (refusals >= 0) throw new Error('it does not start');
    return wakeIfActive(id);
  };

  const { body } = await ask('POST', `/${backup.id}/restore`, {});

  t.like(body.operation, { status: 'failed', failed: 1 });
  const { items } = (
    await call(platform.url, 'GET', `/api/admin/operations/${body.operation.id}/items`, { token: admin })
  ).body;
  t.is(items[0].message, 'Заведение не запустилось с данными из копии. Возвращены прежние');
  t.deepEqual(await everything(venue.id), before);
  t.deepEqual(await databasesOf(venue.id), [venue.id], 'nothing is left beside');
  t.is((await venue.call('GET', '/api/items')).body.items[0]?.name, 'Позже');
});

test.serial(
  'what works on the same venue elsewhere is not disturbed: no trial, no restore, no opening meanwhile',
  async (t) => {
    const venue = await venueOf();
    const backup = await backUp(venue.id);
    const elsewhere = await platform.db.transaction();
    for (const work of ['trial', 'restore']) {
      await elsewhere.raw('select pg_advisory_xact_lock(hashtext(?), hashtext(?))', [`backup ${work}`, venue.id]);
    }
    const isOpen = async (): Promise<boolean> =>
      (await server('pg_database').where({ datname: venue.id }).first('datallowconn')).datallowconn;
    const { reopen } = platform.upkeep.backups;

    const verified = await ask('POST', `/${backup.id}/verify`);
    const restored = await ask('POST', `/${backup.id}/restore`, {});
    await platform.venues.runtime.stop(venue.id);
    await server.raw('alter database ?? with allow_connections false', [venue.id]);
    await reopen();
    const meanwhile = await isOpen();
    await elsewhere.rollback();
    await reopen();

    t.like(verified, { status: 409, body: { code: 'already_running' } });
    t.like(restored.body.operation, { status: 'failed', failed: 1 });
    t.deepEqual(await databasesOf(venue.id), [venue.id]);
    t.deepEqual([meanwhile, await isOpen()], [false, true]);
    t.truthy((await ask('POST', `/${backup.id}/verify`)).body.backup?.verified_at);
  },
);

test.serial('the platform is not restored while it runs, and what is still being made is not deleted', async (t) => {
  const whole = await backUp();
  const id = randomUUID();
  await platform.db('backups').insert({ id, tenant_id: null, status: 'running', created_at: clock.now() });

  const restored = await ask('POST', `/${whole.id}/restore`);
  const deleted = await ask('DELETE', `/${id}`);

  t.like(restored, { status: 409, body: { code: 'platform_backup' } });
  t.like(deleted, { status: 409, body: { code: 'backup_running' } });
  await platform.db('backups').where({ id }).delete();
});
