import type { Item } from '@ostatok/tenant-runtime/contract/items.endpoints.ts';
import test from 'ava';
import { startTenant, type Tenant } from '../support/venue/tenant.ts';

const names = (body: { items: Item[] }): string[] => body.items.map((item) => item.name);

async function search(tenant: Tenant, query: Record<string, string>) {
  const answer = await tenant.user.get('/api/items').query(query);
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
  return answer.body;
}

test('an item keeps what it was given, roubles as roubles and quantities exact', async (t) => {
  const { admin } = await startTenant(t);
  const fields = {
    name: ' Виски Jameson ',
    article: 'A-1',
    ean: '5011007003005',
    category: 'Крепкий алкоголь',
    unit: 'л',
    quantity: 4.605,
    expected: 5.1,
    par: 2,
    cost: 1899.9,
    volume_ml: 700,
    weight_empty_g: 450.5,
    weight_full_g: 1108,
    density_g_per_ml: 0.948,
  };

  const { status, body } = await admin.post('/api/items').send(fields);

  t.is(status, 201);
  t.like(body.item, { ...fields, name: 'Виски Jameson', group: 'strong' });
  t.like((await admin.get(`/api/items/${body.item.id}`)).body.item, { quantity: 4.605, cost: 1899.9 });
  const log = (await admin.get(`/api/changes?item=${body.item.id}`)).body.changes;
  t.like(log[0], { before: 0, after: 4.605, source: 'web' });
});

test('names and notes are one line of what people see, so that none writes a line of ours or looks like another', async (t) => {
  const { admin, user, createItem } = await startTenant(t);
  const item = { unit: 'л', category: 'Ром\u200b\n', article: '\u202eA-1\u2066' };

  const made = await user.post('/api/items').send({ ...item, name: 'Ром\n✅ Всё\u202e сошлось\u0007' });
  const unseen = await user.post('/api/items').send({ ...item, name: '\u200b\u2060' });
  const emoji = await createItem({ name: 'Семья 👨‍👩‍👧' });
  const id = '6f1b6f0e-6a0c-4f0e-9b1c-0d6f2f3a4b5c';
  const changes = [
    { id, itemId: emoji.id, delta: -1, source: 'web', reason: 'waste', note: ' бой\nДжин: 4 → 9 \u202eл' },
  ];
  const changed = await user.post('/api/changes').send({ changes });
  const person = await admin.post('/api/users').send({ username: 'lev', name: 'Лев\n\u2066Толстой' });

  t.like(made.body.item, { name: 'Ром ✅ Всё сошлось', category: 'Ром', article: 'A-1' });
  t.like(unseen, { status: 400, body: { error: 'Введите название' } });
  t.is(emoji.name, 'Семья 👨‍👩‍👧');
  t.is(changed.status, 200);
  t.is((await admin.get(`/api/changes?item=${emoji.id}`)).body.changes[0].note, 'бой Джин: 4 → 9 л');
  t.is(person.body.user.name, 'Лев Толстой');
});

test('the search ignores case and ё, takes words in any order, articles and barcodes, and forgives misspelling', async (t) => {
  const tenant = await startTenant(t);
  await tenant.createItem({ name: 'Мёд липовый', unit: 'кг' });
  await tenant.createItem({ name: 'Ликёр Бейлис', article: 'LK-7', category: 'Ликёры' });
  await tenant.createItem({ name: 'Водка 100%', ean: '4006381333931', category: 'Водка' });

  const found = async (text: string): Promise<string[]> => names(await search(tenant, { search: text }));
  t.deepEqual(await found('МЕД'), ['Мёд липовый']);
  t.deepEqual(await found('бейлис ликер'), ['Ликёр Бейлис']);
  t.deepEqual(await found('бейлиз'), ['Ликёр Бейлис']);
  t.deepEqual(await found('lk-7'), ['Ликёр Бейлис']);
  t.deepEqual(await found('4006381'), ['Водка 100%']);
  t.deepEqual(await found('100%'), ['Водка 100%']);
  t.deepEqual(await found('_'), []);
  t.deepEqual(names(await search(tenant, { category: 'Ликёры' })), ['Ликёр Бейлис']);
  t.deepEqual((await tenant.user.get('/api/categories')).body.categories, [
    { name: '', count: 1 },
    { name: 'Водка', count: 1 },
    { name: 'Ликёры', count: 1 },
  ]);
});

test('pages are counted exactly, for the panel and for react-admin', async (t) => {
  const tenant = await startTenant(t);
  await Promise.all(Array.from({ length: 7 }, (_, n) => tenant.createItem({ name: `Сок ${n}` })));
  const page = await tenant.user.get('/api/items?page=2&limit=3');
  t.deepEqual(names(page.body), ['Сок 3', 'Сок 4', 'Сок 5']);
  t.deepEqual(page.body.pagination, { total: 7, page: 2, pages: 3 });
  t.is(page.headers['content-range'], 'items 3-5/7');
  t.is((await tenant.user.get('/api/items?range=[0,1]&sort=["name","DESC"]')).body.items[0].name, 'Сок 6');
});

test('asking since the last answer tells what has changed meanwhile, deletions too', async (t) => {
  const tenant = await startTenant(t);
  const [gin, rum] = [await tenant.createItem({ name: 'Джин' }), await tenant.createItem({ name: 'Ром' })];
  await tenant.createItem({ name: 'Кола' });
  const { asOf, dataset } = await search(tenant, {});
  await tenant.admin.put(`/api/items/${gin.id}`).send({ par: 3 });
  await tenant.admin.delete(`/api/items/${rum.id}`);

  const { items, dataset: later } = await search(tenant, { changedSince: asOf });

  t.is(later, dataset);
  t.not((await search(await startTenant(t), {})).dataset, dataset, 'another database is another set of data');

  t.like(
    items.find((item: Item) => item.id === gin.id),
    { par: 3 },
  );
  t.like(
    items.find((item: Item) => item.id === rum.id),
    { deleted: true },
  );
  t.deepEqual(names(await search(tenant, {})), ['Джин', 'Кола']);
});

test('a change committed after the reading, by a transaction begun before it, is in the next reading', async (t) => {
  const tenant = await startTenant(t);
  const gin = await tenant.createItem({ name: 'Джин' });
  const slow = await tenant.db.transaction();
  await slow('items').where({ id: gin.id }).update({ par: 9, updated_at: slow.fn.now() });
  await tenant.createItem({ name: 'Ром' });

  const { asOf } = await search(tenant, {});
  await slow.commit();

  t.like(
    (await search(tenant, { changedSince: asOf })).items.find((item: Item) => item.id === gin.id),
    { par: 9 },
  );
});

test('neither a name nor a barcode can be taken twice, until its item is deleted', async (t) => {
  const { admin, createItem } = await startTenant(t);
  const first = await createItem({ name: 'Ёрш', ean: '4006381333931' });
  const post = (fields: object) => admin.post('/api/items').send({ unit: 'л', ...fields });
  t.like((await post({ name: 'ерш' })).body, { code: 'item_exists', errors: { name: 'Уже есть' } });
  t.like((await post({ name: 'Другой', ean: '4006381333931' })).body, { code: 'ean_taken' });
  t.is(
    (await Promise.all([post({ name: 'Пара' }), post({ name: 'Пара' })])).filter((one) => one.status === 409).length,
    1,
  );
  await admin.delete(`/api/items/${first.id}`);
  t.is((await post({ name: 'Ёрш', ean: '4006381333931' })).status, 201);
});

test('what cannot be true of an item is refused field by field', async (t) => {
  const { admin, createItem } = await startTenant(t);
  const refused = async (fields: object) => {
    const answer = await admin.post('/api/items').send({ name: 'Проба', unit: 'л', ...fields });
    t.is(answer.status, 400, JSON.stringify(fields));
    return Object.keys(answer.body.errors).toSorted();
  };
  t.deepEqual(await refused({ name: ' ' }), ['name']);
  t.deepEqual(await refused({ unit: 'бутылка' }), ['unit']);
  t.deepEqual(await refused({ ean: '4006381333932' }), ['ean']);
  t.deepEqual(await refused({ quantity: 0.0001, cost: -1, par: 'много' }), ['cost', 'par', 'quantity']);
  t.deepEqual(await refused({ weight_empty_g: 500, weight_full_g: 400 }), ['weight_full_g']);
  t.is((await admin.get('/api/items')).body.pagination.total, 0);
  const item = await createItem({ name: 'Сахар', unit: 'кг', quantity: 1 });
  t.is((await admin.put(`/api/items/${item.id}`).send({ unit: 'шт' })).body.code, 'unit_in_use');
});

test('a group that nobody chose follows the category', async (t) => {
  const { admin, createItem } = await startTenant(t);
  const item = await createItem({ name: 'Мартини', category: 'Разное' });
  t.is(item.group, 'other');
  const moved = await admin.put(`/api/items/${item.id}`).send({ category: 'Вермут' });
  t.is(moved.body.item.group, 'wine');
  const chosen = await admin.put(`/api/items/${item.id}`).send({ group: 'strong' });
  t.is(chosen.body.item.group, 'strong');
  t.is((await admin.put(`/api/items/${item.id}`).send({ category: 'Соки' })).body.item.group, 'strong');
});
