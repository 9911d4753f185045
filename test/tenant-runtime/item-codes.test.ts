import { randomUUID } from 'node:crypto';
import type { Item } from '@ostatok/tenant-runtime/contract/items.endpoints.ts';
import test from 'ava';
import { startTenant, type Tenant } from '../support/venue/tenant.ts';

const BOTTLE = '4006381333931';
const SECOND = '96385074';
const CASE = '15400141288763';

const lookUp = async ({ user }: Tenant, code: string) => (await user.get(`/api/lookup/${code}`)).body;
const change = ({ user }: Tenant, fields: object) =>
  user.post('/api/changes').send({ changes: [{ id: randomUUID(), source: 'scanner', ...fields }] });

test('an item is found by every barcode it has, in any of its forms, and the case says how many it holds', async (t) => {
  const tenant = await startTenant(t);
  const codes = [{ ean: '0000096385074' }, { ean: '1 540014 128876 3', pack: 12 }, { ean: '036000291452', pack: 6 }];
  const fields = { name: 'Пиво', ean: BOTTLE, codes, unit: 'шт', quantity: 24 };
  const { item } = (await tenant.admin.post('/api/items').send(fields)).body;

  t.deepEqual(item.codes, [
    { ean: SECOND, pack: 1 },
    { ean: CASE, pack: 12 },
    { ean: '0036000291452', pack: 6 },
  ]);
  for (const [code, pack] of [
    [BOTTLE, 1],
    [SECOND, 1],
    [CASE, 12],
    ['0036000291452', 6],
    ['00036000291452', 6],
  ]) {
    const found = await lookUp(tenant, String(code));
    t.deepEqual([found.item?.id, found.pack], [item.id, pack], String(code));
  }
  const { body } = await change(tenant, { ean: CASE, delta: -2 });
  t.like(body.results[0], { status: 'applied', item: { id: item.id, quantity: 22 } });
  for (const search of [CASE, '1540014', '96385074', '036000291452']) {
    const found = await tenant.user.get('/api/items').query({ search });
    t.is(found.body.items[0]?.id, item.id, search);
  }
});

test('a barcode belongs to one item, whether as the main one or beside it, until that item is deleted', async (t) => {
  const tenant = await startTenant(t);
  const { admin } = tenant;
  const beer = await tenant.createItem({ name: 'Пиво', ean: BOTTLE, codes: [{ ean: CASE, pack: 12 }] });
  const kvass = await tenant.createItem({ name: 'Квас', ean: SECOND });
  const post = (fields: object) => admin.post('/api/items').send({ name: 'Эль', unit: 'л', ...fields });

  for (const [fields, field] of [
    [{ ean: CASE }, 'ean'],
    [{ codes: [{ ean: BOTTLE }] }, 'codes'],
    [{ ean: '4600702097276', codes: [{ ean: CASE, pack: 6 }] }, 'codes'],
  ] as const) {
    for (const answer of [await post(fields), await admin.put(`/api/items/${kvass.id}`).send(fields)]) {
      t.is(answer.status, 409);
      t.is(answer.body.code, 'ean_taken');
      t.regex(answer.body.error, /уже у позиции «Пиво»/);
      t.deepEqual(answer.body.errors, { [field]: 'Уже у «Пиво»' });
    }
  }
  t.is((await admin.put(`/api/items/${beer.id}`).send({ ean: BOTTLE, codes: beer.codes })).status, 200);
  await admin.delete(`/api/items/${beer.id}`);
  t.is((await post({ ean: CASE, codes: [{ ean: BOTTLE }] })).status, 201);
  t.is((await lookUp(tenant, BOTTLE)).item.name, 'Эль');
});

test('of two who give two items the same barcode at once, one is refused', async (t) => {
  const tenant = await startTenant(t);
  const [a, b] = [await tenant.createItem({ name: 'А' }), await tenant.createItem({ name: 'Б' })];
  const rivals = [
    () => tenant.admin.put(`/api/items/${a.id}`).send({ codes: [{ ean: BOTTLE, pack: 6 }] }),
    () => tenant.admin.put(`/api/items/${b.id}`).send({ ean: BOTTLE }),
    () => tenant.admin.post('/api/items').send({ name: 'В', unit: 'л', codes: [{ ean: BOTTLE }] }),
    () => tenant.admin.post('/api/items').send({ name: 'Г', unit: 'л', ean: BOTTLE }),
  ];

  const statuses = (await Promise.all(rivals.map((write) => write()))).map(({ status }) => status).sort();

  t.is(statuses.filter((status) => status === 409).length, 3, String(statuses));
  const holders = await tenant
    .db<Item>('items')
    .whereRaw(`ean = ? or codes @> ?`, [BOTTLE, JSON.stringify([{ ean: BOTTLE }])]);
  t.is(holders.length, 1);
});

test('a barcode that is none, or said twice, is refused', async (t) => {
  const { admin } = await startTenant(t);
  const errorsOf = async (fields: object) => {
    const { status, body } = await admin.post('/api/items').send({ name: 'Проба', unit: 'л', ...fields });
    t.is(status, 400);
    return Object.keys(body.errors);
  };
  t.deepEqual(await errorsOf({ codes: [{ ean: '4006381333932' }] }), ['codes']);
  t.deepEqual(await errorsOf({ ean: BOTTLE, codes: [{ ean: BOTTLE, pack: 6 }] }), ['codes']);
  t.deepEqual(await errorsOf({ codes: [{ ean: CASE }, { ean: CASE, pack: 6 }] }), ['codes']);
  t.deepEqual(await errorsOf({ codes: [{ ean: CASE, pack: 0 }] }), ['codes[0].pack']);
  t.deepEqual(await errorsOf({ codes: [{ ean: CASE, pack: '6' }] }), ['codes[0].pack']);
  t.deepEqual(await errorsOf({ codes: CASE }), ['codes']);
});

test('among 5,000 items one is found by a further barcode through the index', async (t) => {
  const { db } = await startTenant(t);
  await db.raw(
    `insert into items (name, search_name, unit, ean, codes)
     select 'Позиция ' || n, 'позиция ' || n, 'л', null,
            case when n % 10 = 0 then jsonb_build_array(jsonb_build_object('ean', n::text, 'pack', 6)) else '[]' end
       from generate_series(1, 5000) n`,
  );
  await db.raw('analyze items');
  const { rows } = await db.raw(
    `explain select * from items where id = any('{}') or (deleted_at is null and (ean = any('{1,2}')
       or (codes <> '[]' and codes @> any(array['[{"ean":"50"}]', '[{"ean":"60"}]']::jsonb[])))) order by id for update`,
  );
  const plan = rows.map((row: Record<string, string>) => row['QUERY PLAN']).join('\n');
  t.regex(plan, /items_codes_key/);
  t.notRegex(plan, /Seq Scan/);
});
