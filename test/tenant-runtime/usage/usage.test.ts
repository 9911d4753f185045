import test from 'ava';
import { closed, enter, move } from '../counting.ts';
import { addSupplier, drafted, posted, reversed } from '../deliveries/venue.ts';
import { olap, olapRow, uploaded } from '../sales/files.ts';
import { countedAt, dishOf, ledgerOf, match, rowOf, sell, startClocked, usageOf } from './venue.ts';

const FIRST = '2026-11-20T07:00:00Z';
const LAST = '2026-11-23T07:00:00Z';

test('what should be there is what was counted, came and was sold, and the ledger adds up to it', async (t) => {
  const venue = await startClocked(t);
  const { admin, createItem, setTime } = venue;
  const rum = await createItem({ name: 'Ром', unit: 'л', volume_ml: 700, cost: 2000, quantity: 0 });
  const from = await countedAt(venue, FIRST, [[rum.id, 7]]);
  const supplier = await addSupplier(admin);
  setTime('2026-11-21T09:00:00Z');
  const delivery = await drafted(admin, supplier.id, [{ item_id: rum.id, quantity: 4.2, gross: 8400 }]);
  await posted(admin, delivery.id, { received_at: '2026-11-21T09:00:00Z' });
  setTime('2026-11-21T20:00:00Z');
  await move(admin, rum.id, { delta: -0.3, reason: 'waste', at: '2026-11-21T20:00:00Z' });
  const to = await countedAt(venue, LAST, [[rum.id, 8.4]]);
  const daiquiri = await dishOf(admin, 'Дайкири', [[rum.id, 50, 'мл']]);
  await sell(
    admin,
    ['2026-11-19', 'Дайкири', 99, 49_500],
    ['2026-11-20', 'Дайкири', 10, 5000],
    ['2026-11-22', 'Дайкири', 20, 10_000],
    ['2026-11-23', 'Дайкири', 99, 49_500],
  );
  await match(admin, 'Дайкири', { dish_id: daiquiri });

  const row = await rowOf(admin, from, to, rum.id);
  t.like(row, { opening: 7, delivered: 4.2, waste: -0.3, sold: 1.5, expected: 9.4, counted: 8.4, variance: -1 });
  t.like(row, { loss: -2000, certain: true, supplier: supplier.name });
  t.is(row.retail, -10_000, 'a litre brought in 15 000 ₽ / 1.5 l');

  const { lines, row: same } = await ledgerOf(admin, from, to, rum.id);
  t.deepEqual(same, row);
  t.deepEqual(
    lines.map(({ kind, quantity, expected }) => [kind, quantity, expected]),
    [
      ['opening', 7, 7],
      ['sold', -0.5, 6.5],
      ['delivered', 4.2, 10.7],
      ['waste', -0.3, 10.4],
      ['sold', -1, 9.4],
      ['counted', 8.4, 9.4],
    ],
  );
  t.is(lines.at(-1)?.difference, -1);

  await reversed(admin, delivery.id);
  t.like(await rowOf(admin, from, to, rum.id), { delivered: 0, expected: 5.2 });
});

test('a cost that came after the last count prices what it found missing, one that changed does not', async (t) => {
  const venue = await startClocked(t);
  const { admin, createItem } = venue;
  const rum = await createItem({ name: 'Ром', unit: 'шт', quantity: 0 });
  const gin = await createItem({ name: 'Джин', unit: 'шт', cost: 1000, quantity: 0 });
  const [first, last] = [5, 3].map((left): [number, number][] => [
    [rum.id, left],
    [gin.id, left],
  ]);
  const from = await countedAt(venue, FIRST, first ?? []);
  const to = await countedAt(venue, LAST, last ?? []);
  t.like(await rowOf(admin, from, to, rum.id), { cost: null, loss: null });

  for (const { id } of [rum, gin]) await admin.put(`/api/items/${id}`).send({ cost: 1500 });

  t.like(await rowOf(admin, from, to, rum.id), { cost: 1500, loss: -3000 });
  t.like(await rowOf(admin, from, to, gin.id), { cost: 1000, loss: -2000 });
  t.is((await usageOf(admin, from, to)).totals.withoutCost, 0);
});

test('the days of sales are those that the counts had in sight, whenever they were closed or put right', async (t) => {
  const venue = await startClocked(t);
  const { admin, createItem, setTime } = venue;
  const quantities = await Promise.all(
    ['Ром', 'Джин', 'Виски'].map(async (name): Promise<[number, number]> => {
      const { id } = await createItem({ name, unit: 'л', quantity: 0 });
      return [id, 7];
    }),
  );
  const from = await countedAt(venue, FIRST, quantities, { closing: '2026-11-20T16:00:00Z' });
  const to = await countedAt(venue, LAST, quantities, { closing: '2026-11-23T18:00:00Z' });

  const { sold } = await usageOf(admin, from, to);
  t.deepEqual([sold.first_day, sold.last_day], ['2026-11-20', '2026-11-22']);

  const at = '2026-11-25T16:00:00Z';
  setTime(at);
  t.is((await admin.post(`/api/counts/${to}/reopen`).send({ reason: 'ошибка' })).status, 200);
  await enter(admin, to, { itemId: quantities[0]?.[0], quantity: 6.9, at, confirmed: true });
  await closed(admin, to);

  const { sold: again } = await usageOf(admin, from, to);
  t.deepEqual([again.first_day, again.last_day], ['2026-11-20', '2026-11-22']);
});

test('a day without a report of one of two tills is named, although the other has sold on it', async (t) => {
  const venue = await startClocked(t);
  const { admin, createItem } = venue;
  const rum = await createItem({ name: 'Ром', unit: 'л', quantity: 0 });
  const from = await countedAt(venue, FIRST, [[rum.id, 7]]);
  const to = await countedAt(venue, LAST, [[rum.id, 7]]);
  const days = ['2026-11-20', '2026-11-21', '2026-11-22'];
  await sell(admin, ...days.map((day): [string, string, number, number] => [day, 'Дайкири', 10, 5000]));
  const terrace = olap(
    ['2026-11-14', '2026-11-20', '2026-11-22'].map((day) => olapRow({ 'OpenDate.Typed': day, DishName: 'Сидр' })),
  );
  const { body } = await admin.post('/api/sales/sources').send({ name: 'Касса на террасе', kind: 'iiko' });
  const draft = await uploaded(admin, terrace, { source_id: String(body.source.id) });
  await admin.post(`/api/sales/files/${draft.id}/apply`).send({});

  t.deepEqual((await usageOf(admin, from, to)).sold.missing, ['2026-11-21']);
});

test('the figures say what they do not know', async (t) => {
  const venue = await startClocked(t);
  const { admin, createItem } = venue;
  const rum = await createItem({ name: 'Ром', unit: 'л', quantity: 0 });
  const gin = await createItem({ name: 'Джин', unit: 'л', quantity: 0 });
  const from = await countedAt(venue, FIRST, [[rum.id, 7]]);
  const to = await countedAt(venue, LAST, [
    [rum.id, 7],
    [gin.id, 1],
  ]);
  await sell(admin, ['2026-11-20', 'Дайкири', 10, 5000], ['2026-11-20', 'Негрони', 1, 600]);
  const dish = await admin.post('/api/dishes').send({ key: crypto.randomUUID(), name: 'Негрони' });
  await match(admin, 'Негрони', { dish_id: dish.body.dish.id });

  const { sold, totals } = await usageOf(admin, from, to);

  t.deepEqual([sold.first_day, sold.last_day], ['2026-11-20', '2026-11-22']);
  t.deepEqual(sold.missing, ['2026-11-21', '2026-11-22']);
  t.deepEqual(sold.unmatched, { dishes: 1, paid: 5000 });
  t.deepEqual(
    sold.incomplete.map(({ name, paid }) => [name, paid]),
    [['Негрони', 600]],
  );
  t.is(sold.paid, 5600);
  t.like(totals, { items: 1, unpaired: 1, shortage: 0 });
});

test('what people wrote as gone counts only where nothing with the item was sold', async (t) => {
  const venue = await startClocked(t);
  const { admin, createItem, setTime } = venue;
  const rum = await createItem({ name: 'Ром', unit: 'л', quantity: 0 });
  const lime = await createItem({ name: 'Лайм', unit: 'кг', quantity: 0 });
  const from = await countedAt(venue, FIRST, [
    [rum.id, 7],
    [lime.id, 5],
  ]);
  setTime('2026-11-21T20:00:00Z');
  for (const item of [rum, lime]) await move(admin, item.id, { delta: -2, at: '2026-11-21T20:00:00Z' });
  const to = await countedAt(venue, LAST, [
    [rum.id, 5],
    [lime.id, 3],
  ]);
  await sell(admin, ['2026-11-21', 'Ром 50 мл', 40, 8000]);
  await match(admin, 'Ром 50 мл', { item_id: rum.id, factor: 0.05 });

  t.like(await rowOf(admin, from, to, rum.id), { taken: -2, sold: 2, expected: 5, variance: 0 });
  t.like(await rowOf(admin, from, to, lime.id), { taken: -2, sold: null, expected: 3, variance: 0 });
});

test('a variance within the error of the counts is no shortage', async (t) => {
  const venue = await startClocked(t);
  const { admin, createItem } = venue;
  const rum = await createItem({ name: 'Ром', unit: 'л', volume_ml: 700, cost: 1000, quantity: 0 });
  const gin = await createItem({ name: 'Джин', unit: 'л', volume_ml: 700, cost: 1000, quantity: 0 });
  const from = await countedAt(venue, FIRST, [
    [rum.id, 7.3],
    [gin.id, 7],
  ]);
  const to = await countedAt(venue, LAST, [
    [rum.id, 7.26],
    [gin.id, 6.3],
  ]);

  const { rows, totals } = await usageOf(admin, from, to);
  t.deepEqual(
    rows.map(({ item, variance, error, certain }) => [item.name, variance, error, certain]),
    [
      ['Джин', -0.7, 0, true],
      ['Ром', -0.04, 0.049, false],
    ],
  );
  t.is(totals.shortage, -700);
});

test('a spot check between the counts tells on which side of it the loss lies', async (t) => {
  const venue = await startClocked(t);
  const { admin, createItem } = venue;
  const rum = await createItem({ name: 'Ром', unit: 'л', quantity: 0 });
  const from = await countedAt(venue, FIRST, [[rum.id, 7]]);
  await countedAt(venue, '2026-11-21T15:00:00Z', [[rum.id, 7]], { spot: true });
  await countedAt(venue, '2026-11-21T23:00:00Z', [[rum.id, 5]], { spot: true });
  const to = await countedAt(venue, LAST, [[rum.id, 5]]);

  const { windows } = await ledgerOf(admin, from, to, rum.id);
  t.deepEqual(
    windows.map(({ from: since, to: until, variance }) => [since, until, variance]),
    [
      ['2026-11-20T07:00:00.000Z', '2026-11-21T15:00:00.000Z', 0],
      ['2026-11-21T15:00:00.000Z', '2026-11-21T23:00:00.000Z', -2],
      ['2026-11-21T23:00:00.000Z', '2026-11-23T07:00:00.000Z', 0],
    ],
  );
});

test('what was stated late is what was seen at its time, whatever went between then and its arrival', async (t) => {
  const venue = await startClocked(t);
  const { admin, createItem, setTime } = venue;
  const rum = await createItem({ name: 'Ром', unit: 'л', quantity: 0 });
  const from = await countedAt(venue, FIRST, [[rum.id, 5]]);
  setTime('2026-11-21T20:00:00Z');
  await move(admin, rum.id, { delta: -1, at: '2026-11-21T19:20:00Z' });
  await move(admin, rum.id, { set: 4.5, at: '2026-11-21T19:00:00Z' });
  const to = await countedAt(venue, LAST, [[rum.id, 3.5]]);

  const { windows } = await ledgerOf(admin, from, to, rum.id);
  t.deepEqual(
    windows.map(({ variance }) => variance),
    [-0.5, 0],
  );
});

test('a till dish whose serving nobody has told is not taken for a litre of its item', async (t) => {
  const venue = await startClocked(t);
  const { admin, createItem } = venue;
  const gin = await createItem({ name: 'Джин', unit: 'л', quantity: 0 });
  const from = await countedAt(venue, FIRST, [[gin.id, 7]]);
  const to = await countedAt(venue, LAST, [[gin.id, 5]]);
  await sell(admin, ['2026-11-21', 'Джин-тоник', 40, 8000]);
  await match(admin, 'Джин-тоник', { item_id: gin.id });

  t.like(await rowOf(admin, from, to, gin.id), { sold: null, expected: 7, variance: -2 });
  t.deepEqual((await usageOf(admin, from, to)).sold.unmatched, { dishes: 1, paid: 8000 });
});

test('a till dish whose item was deleted waits to be matched again, and its sales are of nobody till then', async (t) => {
  const venue = await startClocked(t);
  const { admin, createItem } = venue;
  const [old, rum] = [
    await createItem({ name: 'Ром', unit: 'л', quantity: 0 }),
    await createItem({ name: 'Ром белый', unit: 'л', quantity: 0 }),
  ];
  const from = await countedAt(venue, FIRST, [[rum.id, 7]]);
  const to = await countedAt(venue, LAST, [[rum.id, 5]]);
  await sell(admin, ['2026-11-21', 'Ром 50 мл', 40, 8000]);
  await match(admin, 'Ром 50 мл', { item_id: old.id });
  t.is((await usageOf(admin, from, to)).sold.unmatched.dishes, 0);

  t.is((await admin.delete(`/api/items/${old.id}`)).status, 200);

  t.deepEqual((await usageOf(admin, from, to)).sold.unmatched, { dishes: 1, paid: 8000 });
  const open = (await admin.get('/api/sales/dishes?state=open')).body.dishes;
  t.deepEqual(
    open.map(({ name, item }: { name: string; item: unknown }) => [name, item]),
    [['Ром 50 мл', null]],
  );
  await match(admin, 'Ром 50 мл', { item_id: rum.id });
  t.like(await rowOf(admin, from, to, rum.id), { sold: 2, expected: 5, variance: 0 });
});

test('only two closed counts of the stock, the earlier first, give a report', async (t) => {
  const venue = await startClocked(t);
  const { admin, createItem } = venue;
  const rum = await createItem({ name: 'Ром', unit: 'л', quantity: 0 });
  const from = await countedAt(venue, FIRST, [[rum.id, 7]]);
  const spot = await countedAt(venue, '2026-11-21T15:00:00Z', [[rum.id, 7]], { spot: true });
  const to = await countedAt(venue, LAST, [[rum.id, 5]]);
  const ask = (query: string) => admin.get(`/api/usage?${query}`);

  t.is((await ask(`from=${to}&to=${from}`)).status, 400);
  t.is((await ask(`from=${from}&to=${from}`)).status, 400);
  t.is((await ask(`from=${from}&to=${spot}`)).status, 404);
  t.is((await ask(`from=${from}`)).status, 400);
  t.is((await ask(`from=${from}&to=${to}&sold_from=вчера`)).status, 400);
  t.is((await admin.get(`/api/usage/999999?from=${from}&to=${to}`)).status, 404);
  t.deepEqual(
    (await admin.get('/api/usage/counts')).body.counts.map(({ id }: { id: number }) => id),
    [to, from],
  );
});

test('the workbook has the same rows, for administrators alone', async (t) => {
  const venue = await startClocked(t);
  const { admin, user, createItem } = venue;
  const rum = await createItem({ name: 'Ром', unit: 'л', quantity: 0 });
  const since = await countedAt(venue, FIRST, [[rum.id, 7]]);
  const count = await countedAt(venue, LAST, [[rum.id, 5]]);
  const path = `/api/export.xlsx?report=usage&since=${since}&count=${count}`;

  t.is((await user.get(path)).status, 403);
  t.is((await admin.get(`/api/export.xlsx?report=usage&count=${count}`)).status, 400);
  t.is((await admin.get(path)).status, 200);
});

test('what a till sells under the name of a dish is that dish, whichever was there first', async (t) => {
  const venue = await startClocked(t);
  const { admin, createItem } = venue;
  const rum = await createItem({ name: 'Ром', unit: 'л', quantity: 0 });
  const from = await countedAt(venue, FIRST, [[rum.id, 7]]);
  const to = await countedAt(venue, LAST, [[rum.id, 6]]);
  await sell(admin, ['2026-11-21', 'ДАЙКИРИ', 10, 5000], ['2026-11-21', 'Мохито', 10, 5000]);
  t.is((await usageOf(admin, from, to)).sold.unmatched.dishes, 2);

  await dishOf(admin, 'Дайкири', [[rum.id, 50, 'мл']]);
  await dishOf(admin, 'Мохито', [[rum.id, 40, 'мл']]);

  t.like(await rowOf(admin, from, to, rum.id), { sold: 0.9, variance: -0.1 });
  t.is((await usageOf(admin, from, to)).sold.unmatched.dishes, 0);
  const { dishes } = (await admin.get('/api/sales/dishes?state=decided')).body;
  t.deepEqual(
    dishes.map(({ name, dish }: { name: string; dish: { name: string } }) => [name, dish.name]),
    [
      ['ДАЙКИРИ', 'Дайкири'],
      ['Мохито', 'Мохито'],
    ],
  );

  const [first] = dishes;
  const gone = await admin.put('/api/sales/dishes').send({ dishes: [{ id: first.id, dish_id: 999_999 }] });
  t.is(gone.status, 400);
  t.is(gone.body.error, 'Такого блюда нет');
  await match(admin, 'Мохито', { ignored: true });
  t.is((await rowOf(admin, from, to, rum.id)).sold, 0.5, 'what a person says comes first');
});

test('what a drink of several items brought in is shared by their costs, in the list and in the ledger alike', async (t) => {
  const venue = await startClocked(t);
  const { admin, createItem } = venue;
  const rum = await createItem({ name: 'Ром', unit: 'л', cost: 3000, quantity: 0 });
  const syrup = await createItem({ name: 'Сироп', unit: 'л', cost: 1000, quantity: 0 });
  const from = await countedAt(venue, FIRST, [[rum.id, 7]]);
  const to = await countedAt(venue, LAST, [[rum.id, 6]]);
  await sell(admin, ['2026-11-21', 'Дайкири', 10, 4000]);
  await dishOf(admin, 'Дайкири', [
    [rum.id, 50, 'мл'],
    [syrup.id, 50, 'мл'],
  ]);

  const row = await rowOf(admin, from, to, rum.id);
  t.like(row, { sold: 0.5, variance: -0.5, retail: -3000 }, 'three quarters of 4 000 ₽ for half a litre');
  t.deepEqual((await ledgerOf(admin, from, to, rum.id)).row, row);
});

test('the trend has a period between each count and the one before it that has the same items', async (t) => {
  const venue = await startClocked(t);
  const { admin, createItem } = venue;
  const rum = await createItem({ name: 'Ром', unit: 'л', volume_ml: 700, cost: 2000, quantity: 0 });
  const salt = await createItem({ name: 'Соль', unit: 'кг', cost: 50, quantity: 0, category: 'Кухня' });
  const trend = async () => (await admin.get('/api/usage/trend')).body.periods;
  const first = await countedAt(venue, '2026-11-06T07:00:00Z', [[rum.id, 7]]);
  t.deepEqual(await trend(), []);
  const second = await countedAt(venue, '2026-11-13T07:00:00Z', [[rum.id, 6.3]]);
  await countedAt(venue, '2026-11-14T07:00:00Z', [[salt.id, 3]], { scope: 'categories', categories: ['Кухня'] });
  await countedAt(venue, '2026-11-15T07:00:00Z', [[rum.id, 1]], { spot: true });

  const [period, ...rest] = await trend();
  t.like(period, { from: { id: first }, to: { id: second }, items: 1, shortage: -1400, surplus: 0, used: 0 });
  t.deepEqual(rest, []);
  t.is((await venue.user.get('/api/usage/trend')).status, 403);
});
