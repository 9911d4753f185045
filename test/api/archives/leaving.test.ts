import { connect } from '@ostatok/kit/node/db.ts';
import test from 'ava';
import ExcelJS from 'exceljs';
import { archivedTables, unarchivedColumns, unarchivedTables } from '../../../api/src/archives/archived-tables.ts';
import { archivePath, download, filesIn, orderFrom, rowsOf, upload } from '../../support/archives/archives.ts';
import { fillEveryTable } from '../../support/backups/full-venue.ts';
import { databaseUrl } from '../../support/database/postgres.ts';
import { newOwner, newVenue, signInTo, startTestPlatform, type TestPlatform } from '../../support/platform/platform.ts';

let platform: TestPlatform;
test.before(async () => {
  platform = await startTestPlatform();
});
test.after.always(() => platform?.stop());

const tables = Object.keys(archivedTables);

test('each table of a venue is in its archive, or is said to stay behind and why', async (t) => {
  const venue = await newVenue(platform, await newOwner(platform));
  const db = connect(databaseUrl(venue.id), { max: 1 });
  t.teardown(() => db.destroy());
  const present: string[] = await db('pg_tables').where({ schemaname: 'public' }).pluck('tablename');

  t.deepEqual(
    present.filter((name) => !name.startsWith('knex_')).toSorted(),
    [...tables, ...Object.keys(unarchivedTables)].toSorted(),
  );
  for (const [table, columns] of Object.entries(unarchivedColumns)) {
    const known = Object.keys(await db(table).columnInfo());
    for (const column of Object.keys(columns)) t.true(known.includes(column), `${table}.${column}`);
  }
});

test('a venue opened from an archive has every row of it, exactly, and lets nobody of it in', async (t) => {
  const owner = await newOwner(platform);
  const venue = await newVenue(platform, owner);
  await venue.call('POST', '/api/items', { name: 'Лишнее', unit: 'шт' });
  await fillEveryTable(venue.id);
  const before = await rowsOf(venue.id, tables, unarchivedColumns);
  for (const [table, rows] of Object.entries(before)) t.true(rows.length > 0, `${table} is empty`);

  const file = await download(platform, owner.token, archivePath(venue.id));
  t.is(file.status, 200, file.bytes.toString('utf8', 0, 300));
  t.is(file.type, 'application/zip');
  t.regex(file.name, new RegExp(`${venue.subdomain}-\\d{4}-\\d\\d-\\d\\d\\.zip`));
  const uploaded = await upload(platform, owner.token, file.bytes);
  t.is(uploaded.status, 201, JSON.stringify(uploaded.body));
  t.like(uploaded.body.archive, { name: 'Бар «Проба»', subdomain: venue.subdomain, items: before.items?.length });
  const { made, order } = await orderFrom(platform, owner, uploaded.body.archive.id);
  t.is(made.status, 201, JSON.stringify(made.body));

  const id = made.body.tenant.tenant_id;
  t.not(id, venue.id);
  const after = await rowsOf(id, tables, unarchivedColumns);
  const { users, security_events, ...others } = after;
  const { users: usersBefore, security_events: eventsBefore, ...othersBefore } = before;
  t.deepEqual(others, othersBefore);
  t.deepEqual(users, usersBefore, 'the administrator of the archive is the one of the order');
  for (const event of eventsBefore ?? []) t.true(security_events?.includes(event));
  const db = connect(databaseUrl(id), { max: 1 });
  t.teardown(() => db.destroy());
  const access = await db('users')
    .whereNot({ username: 'boss' })
    .select('password_hash', 'telegram_id', 'max_id', 'link_only');
  t.true(access.length > 0);
  for (const one of access)
    t.deepEqual({ ...one }, { password_hash: null, telegram_id: null, max_id: null, link_only: true });
  t.is((await db('sessions')).length, 0);

  const signedIn = await signInTo(platform, { subdomain: order.subdomain, credentials: made.body.adminCredentials });
  const added = await signedIn.call('POST', '/api/items', { name: 'Новое', unit: 'шт' });
  t.is(added.status, 201, JSON.stringify(added.body));
  const highest = Math.max(...(before.items ?? []).map((row) => JSON.parse(row).id));
  t.is(added.body.item.id, highest + 1, 'numbers go on');
  const again = await upload(platform, owner.token, file.bytes);
  t.is(again.status, 201);
  t.is((await orderFrom(platform, owner, uploaded.body.archive.id)).made.status, 404, 'what was used is gone');
});

test('an archive is read without us: a note, a workbook, tables and their description, and no secret', async (t) => {
  const owner = await newOwner(platform);
  const venue = await newVenue(platform, owner);
  await fillEveryTable(venue.id);
  const db = connect(databaseUrl(venue.id), { max: 1 });
  t.teardown(() => db.destroy());
  const boss = await db('users').where({ username: 'boss' }).first('password_hash');
  const session = await db('sessions').first('token_hash');

  const files = await filesIn((await download(platform, owner.token, archivePath(venue.id))).bytes);

  t.deepEqual(
    [...files.keys()].toSorted(),
    ['manifest.json', 'ПРОЧТИ.txt', `${venue.subdomain}.xlsx`, ...tables.map((name) => `data/${name}.csv`)].toSorted(),
  );
  const book = new ExcelJS.Workbook();
  await book.xlsx.load(new Uint8Array(files.get(`${venue.subdomain}.xlsx`) ?? []).buffer as ArrayBuffer);
  t.truthy(book.getWorksheet('Подсчёты'));
  const row = await platform.db('tenants').where({ id: venue.id }).first();
  const secrets = [
    ...[
      boss.password_hash,
      session.token_hash,
      venue.bot.token,
      venue.bot.token.split(':')[1],
      venue.credentials.password,
    ],
    ...[platform.venues.secrets.internalOf(row), platform.venues.secrets.databasePasswordOf(row)],
    ...['password_hash', 'token_hash', 'token_version'],
  ];
  for (const [name, bytes] of files)
    for (const secret of secrets) t.false(bytes.includes(secret), `${name}: ${secret}`);
});
