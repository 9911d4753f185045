import { createHash, randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { openBackup } from '@ostatok/api/src/backups/envelope.ts';
import { connect, type Knex } from '@ostatok/kit/node/db.ts';
import type { SecurityRecord } from '@ostatok/tenant-runtime/contract/security.ts';
import test from 'ava';
import { createClock, DAY } from '../support/api.ts';
import { letPass } from '../support/let-pass.ts';
import {
  type CallOptions,
  call,
  callVenue,
  newOwner,
  newVenue,
  type Reply,
  startTestPlatform,
  type TestPlatform,
  type TestVenue,
} from '../support/platform.ts';
import { databaseUrl, serverUrl } from '../support/postgres.ts';
import { until } from '../support/until.ts';

const clock = createClock();
let platform: TestPlatform;
let server: Knex;
let admin: string;
test.before(async () => {
  platform = await startTestPlatform({ BACKUP_KEEP: '3' }, { now: clock.now });
  server = connect(serverUrl(), { max: 2 });
  const boss = await newOwner(platform);
  await platform.db('users').where({ id: boss.userId }).update({ role: 'admin' });
  const signedIn = await call(platform.url, 'POST', '/api/auth/login', { body: boss });
  admin = signedIn.body.token;
});
test.after.always(async () => {
  await platform?.stop();
  await server?.destroy();
});

const ask = (method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Reply> =>
  call(platform.url, method, `/api/admin/backups${path}`, { token: admin, body, headers });
const folderOf = (id: string): string => join(platform.home, 'backups', id);
const fileOf = (backup: { id: string; tenant_id: string | null }): string =>
  join(folderOf(backup.tenant_id ?? 'platform'), `${backup.id}.backup`);
const databasesOf = (id: string): Promise<string[]> =>
  server('pg_database').whereLike('datname', `${id}%`).orderBy('datname').pluck('datname');

async function venueOf(): Promise<TestVenue> {
  return newVenue(platform, await newOwner(platform));
}

async function backUp(tenantId?: string) {
  const reply = await ask('POST', '', { tenantId });
  if (reply.status !== 200 || !reply.body.backup) throw new Error(JSON.stringify(reply.body));
  return reply.body.backup;
}

/** Every row of every table, as text. */
async function everything(database: string): Promise<Record<string, string[]>> {
  const db = connect(databaseUrl(database), { max: 1 });
  const tables: string[] = await db('pg_tables')
    .where({ schemaname: 'public' })
    .orderBy('tablename')
    .pluck('tablename');
  const all: Record<string, string[]> = {};
  for (const table of tables.filter((name) => !name.startsWith('knex_'))) {
    const { rows } = await db.raw('select jsonb_strip_nulls(to_jsonb(t))::text as row from ?? t order by 1', [table]);
    all[table] = rows.map(({ row }: { row: string }) => row);
  }
  await db.destroy();
  return all;
}

/** The tables without those that change when a tenant is restored. */
function withoutSignIns({ sessions, sign_in_codes, security_events, ...tables }: Record<string, string[]>) {
  const users = tables.users?.map((row) => row.replace(/"token_version": \d+/, ''));
  return { ...tables, users };
}

/** Signs in anew, since a restore ends every session. */
async function signedInAnew(
  venue: TestVenue,
): Promise<(method: string, path: string, body?: unknown) => Promise<Reply>> {
  const reach = (method: string, path: string, options: CallOptions) =>
    callVenue(platform, venue.subdomain, method, path, options);
  const { token } = (await reach('POST', '/api/auth/login', { body: venue.credentials })).body;
  return (method, path, body) => reach(method, path, { token, body });
}

/** Inserts a row into each of the tenant's tables, whatever columns it requires. */
async function fillEveryTable(database: string): Promise<void> {
  const db = connect(databaseUrl(database), { max: 1 });
  await db.raw(`
    insert into users (username, role, telegram_id) values ('анна', 'user', 77);
    insert into items (name, search_name, unit, quantity, ean, codes, key)
      values (E'Ром\\t«Тень»\\n\\\\ 0,7', 'ром', 'л', 1234567.891, '4600000000015', '[{"ean":"1","pack":6}]', gen_random_uuid());
    insert into changes (id, item_id, user_id, delta, before, after, method, given, source, note, at)
      select gen_random_uuid(), 1, 1, 0.001 * n, 0, 1, 'delta', 1, 'bot', 'за\\N' || n, now() from generate_series(1, 500) n;
    insert into bot_questions (change_id, user_id, name, amounts, options) values (gen_random_uuid(), 1, 'ром', '[1]', '[]');
    insert into bot_undos (update_id, change_id) select 5, id from changes limit 1;
    insert into newcomers (telegram_id, name) values (9007199254740993, 'Гость');
    insert into bot_chats (chat_id) values (-100200);
    insert into imports (id, kind, file, status, user_id, created_at, committed_at)
      values (gen_random_uuid(), 'items', 'лист.xlsx', 'committed', 1, now(), now());
    insert into import_rows (import_id, row, item_id, action, name, search_name, before)
      select id, 1, 1, 'update', 'Ром', 'ром', '{"quantity":"0.1"}' from imports;
    insert into counts (key, title, scope, opened_at, opened_seq) values (gen_random_uuid(), 'Ревизия', 'all', now(), 1);
    insert into count_areas (count_id, name) values (1, 'Бар');
    insert into count_lines (count_id, item_id, held, name, category, "group", unit) values (1, 1, true, 'Ром', '', 'strong', 'л');
    insert into count_entries (id, count_id, item_id, round, area_id, user_id, quantity, entry, source, at)
      values (gen_random_uuid(), 1, 1, 1, 1, 1, 0.333, 'weighed', 'scales', now());
    insert into count_events (count_id, kind, at) values (1, 'opened', now());
    insert into count_notices (count_id, kind, created_at, done_at) values (1, 'opened', now(), now());
    insert into settings (name, value) values ('отчёты', '{"часы":[9,23]}');
    insert into sign_in_codes (hash, kind, user_id, token_version, expires_at) values ('h', 'scanner', 1, 1, now());
    insert into bridges (name, token_hash, paired_by, paired_at) values ('Весы', 'x', 1, now());
    insert into alias_proposals (id, payload, sent_at) values (gen_random_uuid(), '{"ean":"1"}', now());
    insert into bot_messages (update_id, chat_id, message_id, change_ids, created_at) values (1, 2, 3, '[]', now());
    insert into bot_replies (chat_id, message_id, ean, created_at) values (1, 2, '3', now());
    insert into bot_counters (user_id, count_id, joined_at) values (1, 1, now());
    insert into attached_codes (id, ean, pack, item_id, user_id, at) values (gen_random_uuid(), '4601234567893', 1, 1, 1, now());
    insert into bot_files (file_id, name, created_at) values ('f', 'n', now());
    insert into support_sessions (id, hash, administrator, reason, created_at, link_expires_at, ended_at)
      values (gen_random_uuid(), 'h', 'Анна', 'Просили', now(), now(), now());
    insert into import_layouts (kind, signature, columns) values ('items', 's', '{"A":"name"}');
  `);
  await db.destroy();
}

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
  const told = events.map(({ event, user, details }: SecurityRecord) => [event, user?.name ?? details]);
  for (const line of [
    ['session.ended', 'anna'],
    ['password.reset', 'anna'],
    ['login.failed', 'anna'],
    ['user.added', 'late'],
    ['backup.restored', null],
  ]) {
    t.is(told.filter((one: unknown[]) => one.join() === line.join()).length, 1, `${line}: ${JSON.stringify(told)}`);
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
  runtime.wakeIfActive = async () => {
    runtime.wakeIfActive = wakeIfActive;
    throw new Error('it does not start');
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

test.serial('a trial proves a backup and leaves nothing behind', async (t) => {
  const venue = await venueOf();
  const backup = await backUp(venue.id);

  const { body } = await ask('POST', `/${backup.id}/verify`);

  t.truthy(body.backup.verified_at);
  t.deepEqual(await databasesOf(venue.id), [venue.id]);
  const own = await backUp();
  const proven = await ask('POST', `/${own.id}/verify`);
  t.truthy(proven.body.backup?.verified_at, JSON.stringify(proven.body));
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

test.serial('an altered, cut or missing file is refused before anything is touched', async (t) => {
  const venue = await venueOf();
  const [altered, cut, missing] = [await backUp(venue.id), await backUp(venue.id), await backUp(venue.id)];
  const file = await open(fileOf(altered), 'r+');
  await file.write(Buffer.from([0]), 0, 1, 40);
  await file.close();
  const short = await open(fileOf(cut), 'r+');
  await short.truncate(100);
  await short.close();
  await rm(fileOf(missing));
  const before = await everything(venue.id);

  for (const backup of [altered, cut, missing]) {
    t.like((await ask('POST', `/${backup.id}/restore`, {})).body, { success: false, code: 'backup_altered' });
    t.is((await ask('POST', `/${backup.id}/verify`)).status, 422);
    t.like((await ask('GET', `/${backup.id}`)).body.backup, { status: 'failed', verified_at: null });
  }
  // the description beside a bad file calls it good, and is not trusted
  await platform.upkeep.backups.keeping.reconcile();
  const rows = await platform.db('backups').whereIn('id', [altered.id, cut.id, missing.id]);
  t.deepEqual([...new Set(rows.map(({ status }) => status))], ['failed']);
  t.deepEqual(await everything(venue.id), before);
  t.deepEqual(await databasesOf(venue.id), [venue.id]);
});

/** Replaces the file by one of the time before backups were signed, with its row in the table. */
async function makeUnsigned(backup: { id: string; tenant_id: string }): Promise<void> {
  const { keys } = platform.upkeep.backups.files;
  const pieces: Buffer[] = [];
  for await (const piece of openBackup(createReadStream(fileOf(backup)), { keys, wanted: backup })) pieces.push(piece);
  const bytes = Buffer.concat(pieces);
  await writeFile(fileOf(backup), bytes);
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  await platform.db('backups').where({ id: backup.id }).update({ sha256, bytes: bytes.length });
}

test.serial('a backup that is not signed, or is another’s, is refused before anything is touched', async (t) => {
  const [venue, other] = [await venueOf(), await venueOf()];
  const [unsigned, swapped, foreign] = [await backUp(venue.id), await backUp(venue.id), await backUp(other.id)];
  await makeUnsigned(unsigned);
  await writeFile(fileOf(swapped), await readFile(fileOf(foreign)));
  const { sha256, bytes } = foreign;
  await platform.db('backups').where({ id: swapped.id }).update({ sha256, bytes });

  const protectionOf = async ({ id }: { id: string }) => (await ask('GET', `/${id}`)).body.backup.protection;
  t.deepEqual([await protectionOf(unsigned), await protectionOf(foreign)], ['unsigned', 'signed']);
  const refused = await ask('POST', `/${unsigned.id}/restore`, {});
  t.deepEqual([refused.status, refused.body.code], [409, 'backup_unsigned']);
  t.regex(refused.body.error, /не подписана/);
  t.like((await ask('POST', `/${swapped.id}/restore`, { unsigned: true })).body, { code: 'backup_altered' });
  t.deepEqual(await databasesOf(venue.id), [venue.id]);

  const taken = await ask('POST', `/${unsigned.id}/restore`, { unsigned: true });
  t.like(taken.body, { success: true, operation: { status: 'done' } });
});

test.serial(
  'a file that is whole again counts again, one that is gone no more, and whatever else lies there stops no backup',
  async (t) => {
    const venue = await venueOf();
    const [backup, lost] = [await backUp(venue.id), await backUp(venue.id)];
    await rm(fileOf(lost));
    const away = `${fileOf(backup)}.away`;
    await rename(fileOf(backup), away);
    await ask('POST', `/${backup.id}/verify`);
    await rename(away, fileOf(backup));
    const name = '-'.repeat(36);
    const garbage = {
      format: 1,
      id: name,
      tenant_id: venue.id,
      subdomain: 5,
      created_at: 'x',
      bytes: 'y',
      sha256: 'z',
    };
    await writeFile(join(folderOf(venue.id), `${name}.json`), JSON.stringify(garbage));

    await platform.upkeep.backups.schedule.makeDue();

    t.is((await ask('GET', `/${backup.id}`)).body.backup.status, 'done');
    t.like((await ask('GET', `/${lost.id}`)).body.backup, { status: 'failed', error: 'Файла копии нет на месте' });
  },
);

test.serial('of two at once one is told to wait, and the other is made', async (t) => {
  const venue = await venueOf();

  const replies = await Promise.all([1, 2].map(() => ask('POST', '', { tenantId: venue.id })));

  t.deepEqual(replies.map(({ status }) => status).sort(), [200, 409]);
  t.is((await readdir(folderOf(venue.id))).length, 2);
  const { backup } = replies.find(({ status }) => status === 200)?.body ?? {};
  const deleted = await Promise.all([1, 2, 3].map(() => ask('DELETE', `/${backup.id}`)));
  t.deepEqual(deleted.map(({ status }) => status).sort(), [200, 404, 404]);
  t.is((await platform.db('activity').where({ target: `backup:${backup.id}`, action: 'backup.deleted' })).length, 1);
});

test.serial('while a backup is made, whoever else makes backups leaves it alone', async (t) => {
  const venue = await venueOf();
  const { files, schedule } = platform.upkeep.backups;
  const { write } = files;
  t.teardown(() => {
    files.write = write;
  });
  let goOn: () => void = () => undefined;
  const held = new Promise<void>((resolve) => {
    goOn = resolve;
  });
  const begun = new Promise<void>((resolve) => {
    files.write = async (frames, about) => {
      const manifest = await write.call(files, frames, about);
      if (about.tenant_id !== venue.id) return manifest;
      resolve();
      await held;
      return manifest;
    };
  });
  const made = ask('POST', '', { tenantId: venue.id });
  await begun;

  const all = await ask('POST', '', { all: true }).finally(() => void schedule.makeDue().finally(goOn));

  const told = await call(platform.url, 'GET', `/api/admin/operations/${all.body.operation.id}/items?status=failed`, {
    token: admin,
  });
  t.deepEqual(
    told.body.items.map(({ key, message }: { key: string; message: string }) => [key, message]),
    [[venue.id, 'С копиями этого заведения уже идёт работа. Дождитесь окончания']],
  );
  t.is((await made).body.backup?.status, 'done');
  t.deepEqual(await platform.db('backups').where({ tenant_id: venue.id }).pluck('status'), ['done']);
  t.is((await readdir(folderOf(venue.id))).length, 2);
});

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

test.serial('the newest three are kept, and a purged venue takes all of its own along', async (t) => {
  const owner = await newOwner(platform);
  const venue = await newVenue(platform, owner);
  for (let time = 0; time < 4; time += 1) await backUp(venue.id);
  const { body } = await ask('GET', `?filter=${encodeURIComponent(JSON.stringify({ tenant_id: venue.id }))}`);
  t.is(body.pagination.total, 3);
  t.is((await readdir(folderOf(venue.id))).length, 6);
  t.is((await ask('POST', `/${body.backups[0].id}/restore`, {})).status, 200);
  t.is((await databasesOf(venue.id)).length, 2);

  await owner.call('DELETE', `/api/provision/tenant/${venue.id}`);
  await letPass(clock, platform.accounts.trustedClock, 7 * DAY + 60_000);
  await platform.people.retention.purgeVenues();

  t.deepEqual(await databasesOf(venue.id), []);
  await t.throwsAsync(readdir(folderOf(venue.id)), { code: 'ENOENT' });
  t.is((await platform.db('backups').where({ tenant_id: venue.id })).length, 0);
});
