import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { connect, type Knex } from '@ostatok/kit/node/db.ts';
import test, { type ExecutionContext } from 'ava';
import { archivePath, download, orderFrom, packed, upload } from '../../support/archives/archives.ts';
import {
  changed,
  rewrite,
  tableOf,
  textOf,
  withDeclaredSize,
  withName,
} from '../../support/archives/changed-archives.ts';
import { serverUrl } from '../../support/database/postgres.ts';
import {
  newOwner,
  newVenue,
  signInTo,
  startTestPlatform,
  type TestOwner,
  type TestPlatform,
} from '../../support/platform/platform.ts';

let platform: TestPlatform;
let server: Knex;
/** The archive of a tenant with an item. */
let archive: Buffer;
test.before(async () => {
  platform = await startTestPlatform();
  server = connect(serverUrl(), { max: 1 });
  const owner = await newOwner(platform);
  const venue = await newVenue(platform, owner);
  await venue.call('POST', '/api/items', { name: 'Ром', unit: 'л', quantity: 1.5 });
  await venue.call('POST', '/api/items', { name: 'Джин', unit: 'л' });
  archive = (await download(platform, owner.token, archivePath(venue.id))).bytes;
});
test.after.always(async () => {
  await platform?.stop();
  await server?.destroy();
});

/** Files of archives that wait; they are named by their owners. */
const waiting = async ({ userId }: TestOwner): Promise<string[]> => {
  const names = await readdir(join(platform.home, 'backups', 'archives')).catch(() => []);
  return names.filter((name) => name.startsWith(`${userId}-`));
};

type Change = Parameters<typeof changed>[1];
const altered: Record<string, [status: number, code: string, change: Change]> = {
  'rows that are not those that were hashed': [
    422,
    'archive_altered',
    ({ files }) => void files.set('data/items.csv', Buffer.from(textOf(files, 'items').replace('1.500', '9.500'))),
  ],
  'a row more than was counted': [
    422,
    'archive_altered',
    (all) => {
      rewrite(all, 'items', textOf(all.files, 'items'));
      tableOf(all.manifest, 'items').rows += 1;
    },
  ],
  'a description of a newer format': [
    409,
    'archive_newer',
    ({ manifest }) => void Object.assign(manifest, { format: 2 }),
  ],
  'a migration that this release does not know': [
    409,
    'archive_newer',
    ({ manifest }) => void manifest.migrations.push('999-later'),
  ],
  'no migrations': [422, 'archive_altered', ({ manifest }) => void manifest.migrations.splice(0)],
  'no table of changes': [
    422,
    'archive_incomplete',
    ({ manifest }) => void manifest.tables.splice(manifest.tables.indexOf(tableOf(manifest, 'changes')), 1),
  ],
  'no file of a table': [422, 'archive_incomplete', ({ files }) => void files.delete('data/counts.csv')],
  'no workbook': [
    422,
    'archive_incomplete',
    ({ files }) => void files.delete([...files.keys()].find((name) => name.endsWith('.xlsx')) ?? ''),
  ],
  'a table of sessions': [
    422,
    'archive_altered',
    ({ manifest }) => void Object.assign(tableOf(manifest, 'settings'), { name: 'sessions' }),
  ],
  'a table twice': [
    422,
    'archive_altered',
    ({ manifest }) => void manifest.tables.push({ ...tableOf(manifest, 'items') }),
  ],
  'a column that is a statement': [
    422,
    'archive_altered',
    ({ manifest }) => void tableOf(manifest, 'items').columns.splice(0, 1, 'id) from stdin; drop table users; --'),
  ],
  'a file outside': [
    422,
    'archive_altered',
    ({ manifest }) => void Object.assign(tableOf(manifest, 'items'), { file: '../../etc/passwd' }),
  ],
  'ten million rows': [
    413,
    'archive_too_big',
    ({ manifest }) => void Object.assign(tableOf(manifest, 'changes'), { rows: 10_000_000 }),
  ],
  'a row that never ends': [
    413,
    'archive_too_big',
    (all) => rewrite(all, 'imports', `${tableOf(all.manifest, 'imports').columns.join()}\n"${'x'.repeat(17 << 20)}"\n`),
  ],
  'a text that is not closed': [
    422,
    'archive_altered',
    (all) => rewrite(all, 'imports', `${tableOf(all.manifest, 'imports').columns.join()}\n"x\n`),
  ],
  'columns in another order than they are said': [
    422,
    'archive_altered',
    ({ manifest }) => void tableOf(manifest, 'items').columns.reverse(),
  ],
};

for (const [what, [status, code, change]] of Object.entries(altered)) {
  test(`an archive with ${what} is refused, and nothing of it is kept`, async (t) => {
    const owner = await newOwner(platform);

    const refused = await upload(platform, owner.token, await changed(archive, change));

    t.like(refused, { status, body: { success: false, code } }, JSON.stringify(refused.body));
    t.regex(refused.body.error, /^[А-ЯЁ«].*[а-яё»]/);
    t.deepEqual(await waiting(owner), []);
  });
}

const files: Record<string, [status: number, code: string, bytes: () => Promise<Buffer> | Buffer]> = {
  'no zip at all': [422, 'archive_not_zip', () => Buffer.from('Бар;1,5\n')],
  'nothing in it': [422, 'archive_not_zip', () => Buffer.alloc(0)],
  'its end missing': [422, 'archive_damaged', () => archive.subarray(0, archive.length - 200)],
  'its middle overwritten': [
    422,
    'archive_damaged',
    () => Buffer.concat([archive.subarray(0, 600), Buffer.alloc(4000, 'Z'), archive.subarray(4600)]),
  ],
  'another zip’s files': [422, 'archive_foreign', () => packed([['a.txt', Buffer.from('a')]])],
  'a path that leads out': [
    422,
    'archive_unsafe',
    async () =>
      withName(await changed(archive, ({ files: all }) => all.set('aa/x.csv', Buffer.from(''))), 'aa/x', '../x'),
  ],
  'a file that says to be of four gigabytes': [
    413,
    'archive_too_big',
    () => withDeclaredSize(archive, 'data/items.csv', 0xff_ff_ff_fe),
  ],
  'a file that unpacks to more than it says': [
    422,
    'archive_damaged',
    () => withDeclaredSize(archive, 'manifest.json', 100),
  ],
  'more files than an archive has': [
    413,
    'archive_too_big',
    () => packed(Array.from({ length: 600 }, (_, at): [string, Buffer] => [`${at}`, Buffer.from('a')])),
  ],
};

for (const [what, [status, code, bytes]] of Object.entries(files)) {
  test(`a file with ${what} is refused, and nothing of it is kept`, async (t) => {
    const owner = await newOwner(platform);

    const refused = await upload(platform, owner.token, await bytes());

    t.like(refused, { status, body: { success: false, code } }, JSON.stringify(refused.body));
    t.regex(refused.body.error, /^[А-ЯЁ«].*[а-яё»]/);
    t.deepEqual(await waiting(owner), []);
  });
}

/** Orders a tenant from the archive, which is refused; nothing of it may be left. */
async function isUndone(t: ExecutionContext, owner: TestOwner, change: Change, code: string): Promise<void> {
  const uploaded = await upload(platform, owner.token, await changed(archive, change));
  t.is(uploaded.status, 201, JSON.stringify(uploaded.body));

  const { made, order } = await orderFrom(platform, owner, uploaded.body.archive.id);

  t.like(made, { status: 422, body: { success: false, code } }, JSON.stringify(made.body));
  t.regex(made.body.error, /^[А-ЯЁ].*[а-яё]$/);
  const row = await platform.db('tenants').where({ subdomain: order.subdomain }).first();
  t.is(row.status, 'deleted');
  const left = await server('pg_database').whereLike('datname', `${row.id}%`).pluck('datname');
  const roles = await server('pg_roles').where({ rolname: row.id }).pluck('rolname');
  t.deepEqual([left, roles], [[], []]);
  t.like((await owner.call('GET', '/api/provision/can-create')).body, { canCreate: true, current: 0 });
}

const rows: Record<string, [code: string, change: Change]> = {
  'a unit that there is not': [
    'archive_rows',
    (all) => rewrite(all, 'items', textOf(all.files, 'items').replaceAll(',л,', ',пуд,')),
  ],
  'an amount that is no number': [
    'archive_rows',
    (all) => rewrite(all, 'items', textOf(all.files, 'items').replace('1.500', 'много')),
  ],
  'an amount that no column holds': [
    'archive_rows',
    (all) => rewrite(all, 'items', textOf(all.files, 'items').replace('1.500', '1e30')),
  ],
  'two items of one number': [
    'archive_rows',
    (all) => rewrite(all, 'items', `${textOf(all.files, 'items')}${textOf(all.files, 'items').split('\n')[1]}\n`),
  ],
  'a line of a count that there is not': [
    'archive_rows',
    (all) =>
      rewrite(
        all,
        'count_areas',
        `${tableOf(all.manifest, 'count_areas').columns.join()}\n${tableOf(all.manifest, 'count_areas')
          .columns.map((column) => ({ id: '1', count_id: '77', name: 'Бар' })[column] ?? '')
          .join()}\n`,
      ),
  ],
  'amounts of which the sum is another': [
    'archive_altered',
    (all) => rewrite(all, 'items', textOf(all.files, 'items').replace('1.500', '2.500')),
  ],
  'a column that its schema does not have': [
    'archive_altered',
    (all) => {
      tableOf(all.manifest, 'settings').columns.push('secret');
      rewrite(all, 'settings', `${tableOf(all.manifest, 'settings').columns.join()}\n`);
    },
  ],
  passwords: [
    'archive_altered',
    (all) => {
      const [head = '', ...lines] = textOf(all.files, 'users').split('\n');
      tableOf(all.manifest, 'users').columns.push('password_hash');
      rewrite(all, 'users', [`${head},password_hash`, ...lines.map((line) => line && `${line},x`)].join('\n'));
    },
  ],
  'a number given out that no column holds': [
    'archive_rows',
    ({ manifest }) => {
      for (const sequence of manifest.sequences) sequence.last = '9'.repeat(19);
    },
  ],
};

for (const [what, [code, change]] of Object.entries(rows)) {
  test(`an archive with ${what} makes no venue, and leaves no database and no role`, async (t) => {
    await isUndone(t, await newOwner(platform), change, code);
  });
}

test('numbers go on after the rows, also where the archive says less', async (t) => {
  const owner = await newOwner(platform);
  const uploaded = await upload(
    platform,
    owner.token,
    await changed(archive, ({ manifest }) => {
      for (const sequence of manifest.sequences) sequence.last = '1';
    }),
  );
  const { made, order } = await orderFrom(platform, owner, uploaded.body.archive.id);
  t.is(made.status, 201, JSON.stringify(made.body));

  const venue = { subdomain: order.subdomain, credentials: made.body.adminCredentials };
  const added = await (await signInTo(platform, venue)).call('POST', '/api/items', { name: 'Новое', unit: 'шт' });
  t.is(added.body.item?.id, 3, JSON.stringify(added.body));
});
