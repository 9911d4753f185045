import { randomUUID } from 'node:crypto';
import type { Item } from '@ostatok/tenant-runtime/contract/items.endpoints.ts';
import test from 'ava';
import { startTenant, type Tenant } from '../support/venue/tenant.ts';
import { entered, opened } from './counting.ts';
import { addSupplier, drafted } from './deliveries/venue.ts';
import { match, sell } from './usage/venue.ts';

const itemOf = async ({ admin }: Tenant, { id }: { id: number }): Promise<Item> =>
  (await admin.get(`/api/items/${id}`)).body.item;

test('everybody adds items while the venue lets them, and who did is remembered', async (t) => {
  const { admin, user, db } = await startTenant(t);
  const add = (name: string) => user.post('/api/items').send({ name, unit: 'л', quantity: 1 });

  t.is((await add('Джин')).status, 201);
  t.is((await db('items').where({ name: 'Джин' }).first()).created_by, user.id);
  await admin.put('/api/settings').send({ staffAddsItems: false });
  const refused = await add('Ром');
  t.deepEqual([refused.status, refused.body.code], [403, 'staff_adds_no_items']);
  t.is((await admin.post('/api/items').send({ name: 'Ром', unit: 'л' })).status, 201);
});

test('an item sent again with its key is made once, with its stock, also when both are sent at once', async (t) => {
  const { admin, user, db } = await startTenant(t);
  const item = { key: randomUUID(), name: 'Джин', unit: 'л', quantity: 2, ean: '4006381333931' };
  const add = (fields: object = {}) => user.post('/api/items').send({ ...item, ...fields });

  const answers = [...(await Promise.all([add(), add(), add()])), await add({ name: 'Иначе' })];
  await admin.put('/api/settings').send({ staffAddsItems: false });
  answers.push(await add());

  t.deepEqual(
    answers.map(({ status, body }) => [status, body.item?.id, body.item?.name]),
    answers.map(() => [201, answers[0]?.body.item.id, 'Джин']),
  );
  t.is((await db('changes')).length, 1);
  t.is((await add({ key: randomUUID() })).status, 403);
});

test('many items are edited at once, and a group nobody chose follows its new category', async (t) => {
  const tenant = await startTenant(t);
  const [martini, gin, salt] = [
    await tenant.createItem({ name: 'Мартини' }),
    await tenant.createItem({ name: 'Джин' }),
    await tenant.createItem({ name: 'Соль', group: 'soft', quantity: 5 }),
  ];
  const itemIds = [martini, gin, salt, salt].map(({ id }) => id);

  const { status, body } = await tenant.admin
    .post('/api/items/bulk')
    .send({ itemIds, set: { category: 'Вермут', par: 2, cost: 10.5, expected: null } });

  t.deepEqual([status, body], [200, { success: true, count: 3, notes: [] }]);
  t.like(await itemOf(tenant, martini), { category: 'Вермут', group: 'wine', par: 2, cost: 10.5 });
  t.like(await itemOf(tenant, gin), { category: 'Вермут', group: 'wine' });
  t.like(await itemOf(tenant, salt), { category: 'Вермут', group: 'soft', quantity: 5, par: 2 });
});

test('a bulk edit that cannot be done of one item is done of none', async (t) => {
  const tenant = await startTenant(t);
  const [a, b] = [await tenant.createItem({ name: 'Вода' }), await tenant.createItem({ name: 'Сок', quantity: 1 })];
  const bulk = (fields: object) => tenant.admin.post('/api/items/bulk').send({ itemIds: [a.id, b.id], ...fields });

  const units = await bulk({ set: { unit: 'шт', par: 1 } });
  t.deepEqual([units.status, units.body.code], [409, 'unit_in_use']);
  t.regex(units.body.error, /«Сок»/);
  t.is((await bulk({ itemIds: [a.id, 999_999], delete: true })).status, 404);
  t.is((await bulk({})).status, 400);
  t.is((await bulk({ set: {} })).status, 400);
  t.is((await bulk({ set: { par: 1 }, delete: true })).status, 400);
  t.is((await tenant.user.post('/api/items/bulk').send({ itemIds: [a.id], delete: true })).status, 403);
  t.like(await itemOf(tenant, a), { unit: 'л', par: null });
});

test('an item that is being counted keeps its unit until the count is over', async (t) => {
  const tenant = await startTenant(t);
  const gin = await tenant.createItem({ name: 'Джин', unit: 'шт', quantity: 0 });
  const count = await opened(tenant.admin);
  const { id } = await entered(tenant.user, count.id, { itemId: gin.id, quantity: 3 });
  const toLitres = () => tenant.admin.put(`/api/items/${gin.id}`).send({ unit: 'л', volume_ml: 700 });

  const refused = await toLitres();
  t.deepEqual([refused.status, refused.body.code], [409, 'unit_in_use']);
  t.regex(refused.body.error, /«Джин» сейчас считают/);
  await tenant.user.delete(`/api/counts/${count.id}/entries/${id}`);
  t.is((await toLitres()).status, 200);
});

test('with another unit what tills, recipes and papers said of the item in the former one is asked anew', async (t) => {
  const { admin, createItem, db } = await startTenant(t);
  const whisky = await createItem({ name: 'Виски', unit: 'шт', volume_ml: 700, quantity: 0 });
  await sell(admin, ['2026-11-21', 'Виски 40 мл', 10, 4000]);
  await match(admin, 'Виски 40 мл', { item_id: whisky.id });
  t.is(Number((await db('till_dishes').where({ item_id: whisky.id }).first()).factor), 0.057143);
  const supplier = await addSupplier(admin);
  const draft = await drafted(admin, supplier.id, [{ item_id: whisky.id, quantity: 12 }]);
  t.not((await db('delivery_lines').where({ delivery_id: draft.id }).first()).factor, null);

  t.is((await admin.put(`/api/items/${whisky.id}`).send({ unit: 'л' })).status, 200);

  t.is((await db('till_dishes').where({ item_id: whisky.id }).first()).factor, null);
  t.is((await db('delivery_lines').where({ delivery_id: draft.id }).first()).factor, null);
});

test('what an item keeps in its unit is converted into another by its bottle, else cleared, and the answer says which', async (t) => {
  const { admin, createItem } = await startTenant(t);
  const given = { unit: 'шт', quantity: 0, cost: 700, par: 6, expected: 10 } as const;
  const gin = await createItem({ name: 'Джин', volume_ml: 700, ...given });
  const lime = await createItem({ name: 'Лайм', ...given });
  const edit = (id: number, set: object) => admin.put(`/api/items/${id}`).send(set);

  const litres = await edit(gin.id, { unit: 'л' });
  t.like(litres.body.item, { unit: 'л', cost: 1000, par: 4.2, expected: 7 });
  t.is(
    litres.body.notes.join(' ').replaceAll(/\s/g, ' '),
    '«Джин» теперь в «л»; пересчитано: цена 700,00 ₽ за шт — теперь 1 000,00 ₽ за л, норма 6 шт — теперь 4,2 л, по учёту 10 шт — теперь 7 л',
  );
  t.like((await edit(gin.id, { unit: 'шт', cost: 650 })).body.item, { cost: 650, par: 6 }, 'what is typed stands');
  const kilograms = await edit(lime.id, { unit: 'кг' });
  t.like(kilograms.body.item, { unit: 'кг', cost: null, par: null, expected: null });
  t.regex(kilograms.body.notes[0], /пересчитать нечем, очищено: цена \(700,00\s₽ за шт\), норма \(6 шт\)/);
  t.deepEqual((await edit(gin.id, { name: 'Джин сухой' })).body.notes, []);

  const all = await admin.post('/api/items/bulk').send({ itemIds: [gin.id, lime.id], set: { unit: 'л', par: 3 } });
  t.is(all.body.count, 2);
  t.regex(all.body.notes.join(' '), /«Джин сухой» теперь в «л».+«Лайм» теперь в «л»/);
  t.like((await admin.get(`/api/items/${gin.id}`)).body.item, { unit: 'л', par: 3, cost: 928.57, expected: 7 });
});

test('10,000 items are edited and deleted in one request, and whoever watches is told to read anew', async (t) => {
  const { admin, db, socket } = await startTenant(t);
  await db.raw(
    `insert into items (name, search_name, unit) select 'Позиция ' || n, 'позиция ' || n, 'л' from generate_series(1, 10000) n`,
  );
  const itemIds = (await db('items').select('id')).map(({ id }) => id);
  const watcher = await socket(admin.token);
  const notified = new Promise((resolve) => watcher.once('items:changed', resolve));

  t.is((await admin.post('/api/items/bulk').send({ itemIds, set: { category: 'Всё' } })).body.count, 10_000);
  t.deepEqual(await notified, { items: [], all: true });
  t.deepEqual((await admin.get('/api/categories')).body.categories, [{ name: 'Всё', count: 10_000 }]);
  t.is((await admin.post('/api/items/bulk').send({ itemIds, delete: true })).body.count, 10_000);
  t.is((await admin.get('/api/items')).body.pagination.total, 0);
  t.is((await admin.post('/api/items/bulk').send({ itemIds: [...itemIds, 1_000_000], delete: true })).status, 400);
});

test('a bottle on the scale tells the weight of an empty one, or by a full one, and one weighing is not proposed', async (t) => {
  const tenant = await startTenant(t);
  const { user, db } = tenant;
  const item = await tenant.createItem({
    name: 'Джемесон',
    ean: '5011007003005',
    volume_ml: 700,
    density_g_per_ml: 0.948,
  });
  const other = await tenant.createItem({ name: 'Джин' });

  const full = await user.post(`/api/items/${item.id}/measure`).send({ fullG: 1184.04 });
  t.is(full.status, 200);
  t.like(full.body.item, { weight_full_g: 1184, weight_empty_g: 520.4 });
  t.like((await user.post(`/api/items/${other.id}/measure`).send({ emptyG: 450.5 })).body.item, {
    weight_empty_g: 450.5,
    weight_full_g: null,
  });
  t.is((await user.post(`/api/items/${item.id}/measure`).send({ fullG: 1184 })).status, 200);
  t.deepEqual(await db('alias_proposals'), []);
});

test('a bottle that cannot be is not believed', async (t) => {
  const tenant = await startTenant(t);
  const known = await tenant.createItem({ name: 'Ром', volume_ml: 700, density_g_per_ml: 0.95, weight_full_g: 1200 });
  const bare = await tenant.createItem({ name: 'Джин', volume_ml: 700 });
  const refused = async (id: number, weight: object): Promise<string> => {
    const { status, body } = await tenant.admin.post(`/api/items/${id}/measure`).send(weight);
    t.is(status, 400, JSON.stringify(weight));
    return body.error;
  };

  t.regex(await refused(known.id, { emptyG: 1200 }), /не легче полной/);
  t.regex(await refused(known.id, { emptyG: 19 }), /слишком мало/);
  t.regex(await refused(bare.id, { emptyG: 20_001 }), /слишком много/);
  t.regex(await refused(known.id, { emptyG: 1000 }), /объём 700 мл/);
  t.regex(await refused(known.id, { fullG: 600 }), /легче самой жидкости/);
  t.regex(await refused(known.id, { fullG: 670 }), /слишком мало/);
  t.regex(await refused(bare.id, { fullG: 1200 }), /укажите: плотность/);
  t.regex(await refused((await tenant.createItem({ name: 'Сок' })).id, { fullG: 1200 }), /объём и плотность/);
  await refused(bare.id, {});
  await refused(bare.id, { emptyG: 400, fullG: 900 });
  t.is((await tenant.user.post('/api/items/999999/measure').send({ emptyG: 400 })).status, 404);
  t.like(await itemOf(tenant, known), { weight_empty_g: null, weight_full_g: 1200 });
});

test('a weight that is known is replaced by an administrator alone, and measuring the same again is no replacement', async (t) => {
  const tenant = await startTenant(t);
  const item = await tenant.createItem({ name: 'Ром', weight_empty_g: 450.5 });
  const measure = (who: 'admin' | 'user', emptyG: number) =>
    tenant[who].post(`/api/items/${item.id}/measure`).send({ emptyG });

  const refused = await measure('user', 470);
  t.deepEqual([refused.status, refused.body.code], [403, 'weight_known']);
  t.is(refused.body.error, 'Вес пустой бутылки уже известен: 450,5 г. Заменить его может администратор');
  t.is((await measure('user', 450.5)).status, 200);
  t.is((await measure('admin', 470)).body.code, 'doubtful');
  const confirmed = await tenant.admin.post(`/api/items/${item.id}/measure`).send({ emptyG: 470, confirmed: true });
  t.is(confirmed.body.item.weight_empty_g, 470);
});
