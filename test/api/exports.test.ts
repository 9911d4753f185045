import { readdir } from 'node:fs/promises';
import { utils } from '@e965/xlsx';
import test from 'ava';
import { writeWorkbook } from '../../api/src/exports/workbook-file.ts';
import { codeOf } from '../bench/catalogue-names.ts';
import {
  admin,
  answeredDuring,
  ask,
  bothWays,
  folder,
  insertGuests,
  platform,
  setUpExports,
  sheetOf,
  type Value,
} from '../support/exports/exports-platform.ts';
import { newOwner } from '../support/platform/platform.ts';
import { until } from '../support/run/until.ts';

setUpExports();

test.serial('every list is a workbook with Russian headers, in its own order and under its filters', async (t) => {
  const { db } = platform;
  const other = await newOwner(platform);
  await db('users')
    .where({ id: other.userId })
    .update({ name: '=cmd|calc\u001b', created_at: new Date('2026-01-01T00:30:00+03:00') });
  const users = await sheetOf('users/export.xlsx?sortBy=id&sortOrder=asc');
  t.is(users.sheet, 'Пользователи');
  t.deepEqual(users.rows[0]?.slice(0, 5), ['Номер', 'Email', 'Имя', 'Роль', 'Статус']);
  t.is(users.rows[1]?.[3], 'Админ');
  t.is(users.rows[2]?.[2], '=cmd|calc');
  t.is(users.formulas, 0, 'nothing in it is a formula');
  t.deepEqual(users.rows[2]?.at(-1), new Date('2026-01-01T00:30:00Z'), 'the clock of Moscow');
  const found = await sheetOf(
    `users/export.xlsx?filter=${encodeURIComponent(JSON.stringify({ search: other.email }))}`,
  );
  t.is(found.rows.length, 2);
  t.is(found.filter, `A1:${utils.encode_col((found.rows[0] ?? []).length - 1)}2`, 'under a filter of all its columns');

  const plans = await sheetOf('plans/export.xlsx');
  const priced = plans.rows.slice(1).find((row) => typeof row[4] === 'number');
  t.is(plans.rows[0]?.[4], 'Цена в месяц, ₽');
  t.truthy(priced, 'money is a number');
  const expected = {
    'tenants/export.xlsx': 'Поддомен',
    'subscriptions/users/export.xlsx': 'Компания',
    'activity/export.xlsx': 'Откуда',
    'aliases/proposals/export.xlsx': 'Заведение',
    'aliases/export.xlsx': 'Штрихкод',
  };
  for (const [path, header] of Object.entries(expected)) t.true((await sheetOf(path)).rows[0]?.includes(header), path);
  const [campaign] = await db('campaigns')
    .insert({
      id: crypto.randomUUID(),
      subject: 'Х',
      html: '<p>Х</p>',
      text: 'Х',
      target_users: 'all',
      filters: '{}',
      test_mode: false,
      total: 0,
      status: 'done',
      fingerprint: 'x',
      created_at: new Date(),
    })
    .returning('id');
  t.deepEqual((await sheetOf(`campaigns/${campaign.id}/recipients/export.xlsx`)).rows, [
    ['Email', 'Состояние', 'Причина', 'Когда'],
  ]);
  const entry = await db('activity').where({ action: 'list.exported' }).orderBy('id').first();
  t.is(entry.description, 'Сохранён в Excel список «Пользователи», строк: 2');

  await db.raw(`insert into users (email, name, role, created_at)
    select 'many' || n || '@many.example', 'Гость', 'customer', '2020-01-01' from generate_series(1, 2100) n`);
  const all = await sheetOf('users/export.xlsx?sortBy=email&sortOrder=asc');
  t.is(all.rows.length, 1 + 2102);
  t.is(new Set(all.rows.map((row) => row[1])).size, all.rows.length, 'each once, page after page');
  await db('users').whereLike('email', '%@many.example').delete();
  const left = (await readdir(folder)).filter((name) => name.startsWith('ostatok-export-'));
  t.deepEqual(left, [], 'nothing is left of what was sent');

  t.is((await ask('users/export.xlsx', other.token)).status, 403);
  t.is((await ask('users/export.xlsx?sortBy=password')).status, 400);
  t.is((await ask('campaigns/00000000-0000-4000-8000-000000000000/recipients/export.xlsx')).status, 404);
});

test.serial('an export has the rows of its list in the order of its list, however long both are', async (t) => {
  const { db } = platform;
  await db.raw(`insert into users (email, name, role, created_at)
    select 'ties' || n || '@many.example', (array['А', 'Б', 'В'])[1 + n % 3], 'customer', '2020-01-01'
      from generate_series(1, 2100) n`);
  await db.raw(`insert into subscriptions (user_id, plan_id, status, current_period_start, current_period_end)
    select u.id, p.id, 'active', now(), now() + (1 + u.id % 5) * interval '1 day'
      from users u join plans p on p.name = 'starter' where u.email like 'ties%7@many.example' on conflict do nothing`);
  for (const sort of ['name', 'email', 'created_at', 'subscription_plan', 'subscription_end'])
    for (const order of ['asc', 'desc']) {
      const [exported, listed] = await bothWays('users', 'users', `sortBy=${sort}&sortOrder=${order}`, 'Номер');
      t.true(listed.length > 2000);
      t.deepEqual(exported, listed, `users by ${sort} ${order}`);
    }
  const [found, listed] = await bothWays('users', 'users', 'search=ties1&sortBy=name&sortOrder=desc', 'Номер');
  t.deepEqual(found, listed);
  t.true(found.length > 1000);
  // subscriptions first, in the locking order of the code: a subscription, then its user
  const many = db('users').whereLike('email', '%@many.example');
  await db('subscriptions').whereIn('user_id', many.clone().select('id')).delete();
  await many.delete();

  const rums = Array.from({ length: 2100 }, (_, n) => ({
    ean: codeOf(n),
    description: `Ром ${n}`,
    brand: n % 4 > 0 ? `Б${n % 5}` : null,
    weight_empty_g: n % 2 === 0 ? n % 9 : null,
    weight_full_g: n % 6 === 0 ? 900 : null,
  }));
  const { catalogue } = platform.administration;
  const { importId } = await catalogue.importRows(rums, null);
  for (const query of [
    'sortBy=brand&sortOrder=desc',
    'sortBy=weight_empty_g',
    'search=rom+1&sortBy=brand&sortOrder=desc',
    'search=rom+1',
    'showFullOnly=true',
  ]) {
    const exported = (await sheetOf(`aliases/export.xlsx?${query}`)).rows.slice(1).map((row) => row[0]);
    const eans: Value[] = [];
    for (let page = 1; page < 5; page += 1) {
      const { body } = await admin.call('GET', `/api/admin/aliases?${query}&page=${page}&limit=1000`);
      eans.push(...body.data.map(({ ean }: { ean: string }) => ean));
    }
    t.true(eans.length > 100, query);
    t.deepEqual(exported, eans, query);
  }
  await catalogue.undoImport(importId, null);
});

test.serial('the exported catalogue, imported again, changes nothing', async (t) => {
  const codes = ['5011007003029', '0080432400432', '4600702097276', '0000046000004'];
  for (const [index, ean] of codes.entries()) {
    const body = {
      ean,
      description: index === 1 ? '=1+1' : `Бутылка ${index}`,
      brand: index % 2 === 0 ? '+Марка' : '',
      volume_ml: [700, 3, 50, undefined][index],
      weight_empty_g: 510.25 + index,
      density_g_per_ml: 0.9512,
      alcohol_percent: 40.5,
      country_origin: 'Куба',
    };
    const made = await admin.call('POST', '/api/admin/aliases', body);
    t.true([201, 400].includes(made.status), JSON.stringify(made.body));
  }
  const file = await (await ask('aliases/export.xlsx')).blob();
  const form = new FormData();
  form.set('file', file, 'aliases.xlsx');
  const response = await fetch(`${platform.url}/api/admin/aliases/import`, {
    method: 'POST',
    headers: { authorization: `Bearer ${admin.token}` },
    body: form,
  });
  const { preview, importId, error } = await response.json();

  t.truthy(preview, error);
  t.true(preview.total >= 3);
  t.like(preview, { created: 0, updated: 0, unchanged: preview.total, invalid: 0 });
  const done = await admin.call('POST', `/api/admin/aliases/import/${importId}/commit`);
  t.like(done.body, { created: 0, updated: 0, unchanged: preview.total });
  t.like((await admin.call('POST', `/api/admin/aliases/import/${importId}/undo`)).body, { undone: 0, kept: 0 });
});

test.serial('a disk that fills up ends the export alone, whenever it says so', async (t) => {
  const columns = [{ header: 'Имя', width: 20, kind: 'text' as const }];
  const book = writeWorkbook({ path: '/dev/full', sheet: 'Гости', columns });
  t.teardown(book.close);
  const rows = () => Array.from({ length: 250 }, () => [crypto.randomUUID()]);

  // also while no call is pending: an unhandled error would end this process
  const fill = until(
    () =>
      book.add(rows()).then(
        () => false,
        (error) => error.code === 'ENOSPC',
      ),
    'the disk is full',
  );

  await t.notThrowsAsync(fill);
  t.like(await t.throwsAsync(book.finish(), { any: true }), { code: 'ENOSPC' });
  t.is((await ask('plans/export.xlsx')).status, 200);
});

test.serial('twenty thousand users are exported while others are answered', async (t) => {
  await insertGuests(20_000);
  await platform.db.raw('analyze users');

  const { answered, result } = await answeredDuring(ask('users/export.xlsx').then((answer) => answer.arrayBuffer()));

  t.log(`${result.byteLength} bytes, ${answered} answers meanwhile`);
  // a request that has to wait for the whole export is answered once, however slow the machine
  t.true(answered >= 10, `${answered} answers`);
  const entry = await platform.db('activity').where({ action: 'list.exported' }).orderBy('id', 'desc').first();
  const people = await platform.db('users').count({ n: '*' }).first();
  t.true(entry.description.endsWith(`строк: ${people?.n}`), entry.description);
  await platform.db('users').whereLike('email', 'guest%').delete();
});

test.serial('whoever goes away stops the work, and nothing of it stays', async (t) => {
  const exported = async (): Promise<number> =>
    Number((await platform.db('activity').where({ action: 'list.exported' }).count({ n: '*' }).first())?.n);
  const before = await exported();
  const held = await platform.db.transaction();
  await held.raw('lock table subscriptions in access exclusive mode');
  const leave = new AbortController();
  const asked = fetch(`${platform.url}/api/admin/users/export.xlsx`, {
    headers: { authorization: `Bearer ${admin.token}` },
    signal: leave.signal,
  });
  const isWaiting = async (): Promise<boolean> => {
    const { rows } = await held.raw(
      `select 1 from pg_locks where not granted and relation = 'subscriptions'::regclass
        and database = (select oid from pg_database where datname = current_database())`,
    );
    return rows.length > 0;
  };
  await until(isWaiting, 'the export is in the middle of its work');

  leave.abort();
  await t.throwsAsync(asked);
  // this request is answered after the platform has noticed the disconnect
  await (await fetch(`${platform.url}/healthz`)).text();
  await held.rollback();

  // exports run one at a time: the next one is answered once the other has ended
  t.is((await ask('plans/export.xlsx')).status, 200);
  t.is((await exported()) - before, 1);
  t.deepEqual(
    (await readdir(folder)).filter((name) => name.startsWith('ostatok-export-')),
    [],
  );
});

test.serial('a workbook reads its query as the list beside it does', async (t) => {
  const statusOf = async (path: string) => (await ask(path)).status;
  for (const query of ['status=nobody', 'filter={}&status=nobody', 'filter={"status":"nobody"}', 'sortBy=nothing']) {
    const listed = await statusOf(`users?${query}`);
    t.is(await statusOf(`users/export.xlsx?${query}`), listed, query);
    t.is(listed, query.startsWith('filter={}') ? 200 : 400, query);
  }
});
