import test from 'ava';
import { soldAtPoster } from '../../support/feeds/poster-api.ts';
import type { Client } from '../../support/venue/change.ts';
import { startTenant } from '../../support/venue/tenant.ts';
import { applied, dishesOf, olap, olapRow, summary, uploaded } from './files.ts';

const DISHES = ['Негрони', 'Хеллес (0,4)', 'Тоник'];
const DAY = { from: '2026-11-20', to: '2026-11-20' };

/** A report of iiko of one day, with so many servings of each dish. */
const report = (amounts: number[], more: object = {}): string =>
  olap(
    amounts.map((amount, at) => olapRow({ DishName: DISHES[at], DishAmountInt: amount, 'Store.Name': null, ...more })),
  );
/** The same day as a workbook of Poster has it, and as Poster answers it. */
const POSTER_TABLE = ['Дата;Товар;Количество;Выручка', ...DISHES.map((name, at) => `20.11.2026;${name};${at + 1};500`)]
  .join('\n')
  .concat('\n');
const POSTER_ANSWER = JSON.stringify({
  response: DISHES.map((name, at) =>
    soldAtPoster({ product_id: String(at), product_name: name, count: String(at + 1), payed_sum: '50000' }),
  ),
});

const apply = (client: Client, id: number, body: object = {}) => client.post(`/api/sales/files/${id}/apply`).send(body);
const assign = (client: Client, id: number, body: object) => client.put(`/api/sales/files/${id}`).send(body);
const soldOn = async (client: Client): Promise<number> =>
  (await summary(client)).days.reduce(
    (all: number, { kinds }: { kinds: { quantity: number }[] }) =>
      all + kinds.reduce((sum, { quantity }) => sum + quantity, 0),
    0,
  );

test('a second till of a kind is told apart by a person, and after that each report asks whose it is', async (t) => {
  const { admin } = await startTenant(t);
  await applied(admin, report([5, 6, 7]));

  const draft = await uploaded(admin, report([1, 2, 3]));
  t.like(draft.replaced, { days: 1, alike: false });
  const { body } = await assign(admin, draft.id, { source_name: 'Касса на террасе' });
  t.like(body.file, { source: { name: 'Касса на террасе' }, source_unsure: false });
  t.is(body.file.replaced.days, 0);
  t.is((await apply(admin, draft.id)).status, 200);
  t.is(await soldOn(admin), 24);

  const next = await uploaded(admin, report([2, 2, 3]));
  t.true(next.source_unsure);
  const refused = await apply(admin, next.id);
  t.deepEqual([refused.status, refused.body.code], [409, 'source_unsure']);
  await assign(admin, next.id, { source_id: body.file.source.id });
  t.is((await apply(admin, next.id)).status, 200);
  t.is(await soldOn(admin), 25);
});

test('of several tills a report is of the one that has had its store', async (t) => {
  const { admin } = await startTenant(t);
  const hall = await applied(admin, report([5, 6, 7], { 'Store.Name': 'Зал' }));
  const other = await uploaded(admin, report([1, 2, 3], { 'Store.Name': 'Терраса' }));
  const { body } = await assign(admin, other.id, { source_name: 'Касса на террасе' });
  await apply(admin, other.id);

  for (const [store, id] of [
    ['Терраса', body.file.source.id],
    ['Зал', hall.source.id],
  ])
    t.like(await uploaded(admin, report([1], { 'Store.Name': store })), { source: { id }, source_unsure: false });
});

test('what a person has said of dishes goes with a draft to a new till, and an empty source is not left behind', async (t) => {
  const venue = await startTenant(t);
  const { admin } = venue;
  const item = await venue.createItem({ name: 'КЕГ Хеллес', unit: 'л' });
  await applied(admin, report([5, 6, 7]));
  const beer = (await dishesOf(admin)).find(({ name }) => name.startsWith('Хеллес'));
  await admin.put('/api/sales/dishes').send({ dishes: [{ id: beer?.id, item_id: item.id }] });
  const draft = await uploaded(admin, report([1, 2, 3]));

  const { body } = await assign(admin, draft.id, { source_name: 'Касса на террасе' });
  t.is(body.file.open.dishes, 2);
  const { sources } = (await admin.get('/api/sales/sources')).body;
  await assign(admin, draft.id, { source_id: sources[0].id });
  t.is((await assign(admin, draft.id, {})).status, 400);
  t.is((await assign(admin, draft.id, { source_name: sources[0].name })).status, 409);
  await apply(admin, draft.id);
  t.is((await assign(admin, draft.id, { source_name: 'Другая' })).status, 409);

  const table = await uploaded(admin, POSTER_TABLE);
  t.is((await assign(admin, table.id, { source_id: sources[0].id })).body.file.source.id, sources[0].id);
  const left = (await admin.get('/api/sales/sources')).body.sources;
  t.false(left.some(({ kind }: { kind: string }) => kind === 'table'));
});

test('sales that another source has already are written there, or once a person says that they are of another till', async (t) => {
  const { admin } = await startTenant(t);
  const table = await applied(admin, POSTER_TABLE);

  const draft = await uploaded(admin, POSTER_ANSWER, DAY);
  t.deepEqual(draft.same, { id: table.source.id, name: 'Таблица', days: 1 });
  const refused = await apply(admin, draft.id);
  t.deepEqual([refused.status, refused.body.code], [409, 'same_sales']);
  t.is(await soldOn(admin), 6);
  const { body } = await assign(admin, draft.id, { source_id: table.source.id });
  t.like(body.file, { same: null, replaced: { days: 1, alike: true } });
  await apply(admin, draft.id);
  t.is(await soldOn(admin), 6, 'counted once');

  const other = await uploaded(admin, POSTER_ANSWER, DAY);
  t.is((await apply(admin, other.id, { again: true })).status, 200);
  t.is(await soldOn(admin), 12);
  t.is((await uploaded(admin, POSTER_ANSWER, DAY)).same, null, 'asked once');
});
