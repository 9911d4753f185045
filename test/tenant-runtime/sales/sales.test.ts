import { randomUUID } from 'node:crypto';
import test from 'ava';
import { startTenant } from '../../support/venue/tenant.ts';
import { applied, dishesOf, olap, olapRow, summary, upload, uploaded } from './files.ts';

test('a file is shown before it is applied, and only then its sales are there', async (t) => {
  const { admin } = await startTenant(t);

  const draft = await uploaded(admin, olap([olapRow()]));

  t.like(draft, { status: 'draft', from: '2026-11-20', to: '2026-11-20', rows: 1, replaced: { days: 0, paid: 0 } });
  t.deepEqual(draft.open, { dishes: 1, paid: 600 });
  t.deepEqual(await dishesOf(admin), []);
  const answer = await admin.post(`/api/sales/files/${draft.id}/apply`).send({});
  t.is(answer.body.file.status, 'applied');
  t.deepEqual(
    (await dishesOf(admin)).map(({ name, paid, state }) => [name, paid, state]),
    [['Хеллес (0,4)', 600, 'open']],
  );
  t.is((await admin.get('/api/sales/sources')).body.sources[0].last_day, '2026-11-20');
});

test('a period that is imported again replaces itself, and other days stay', async (t) => {
  const { admin } = await startTenant(t);
  const day = (date: string, more: object = {}) => olapRow({ 'OpenDate.Typed': date, ...more });
  await applied(admin, olap([day('2026-11-19'), day('2026-11-20'), day('2026-11-20', { DishName: 'Гренки' })]));

  const draft = await uploaded(admin, olap([day('2026-11-20', { DishDiscountSumInt: 700 })]));
  t.like(draft.replaced, { days: 1, paid: 1200 });
  await admin.post(`/api/sales/files/${draft.id}/apply`).send({});
  await admin.post(`/api/sales/files/${draft.id}/apply`).send({});

  const { days } = await summary(admin);
  t.deepEqual(days, [
    { day: '2026-11-19', kinds: [{ kind: 'sold', quantity: 2, paid: 600 }] },
    { day: '2026-11-20', kinds: [{ kind: 'sold', quantity: 2, paid: 700 }] },
  ]);
});

test('a file tells when later ones have brought all of its days anew', async (t) => {
  const { admin } = await startTenant(t);
  const day = (date: string) => olapRow({ 'OpenDate.Typed': date });
  const first = await applied(admin, olap([day('2026-11-19'), day('2026-11-20')]));
  const isSuperseded = async () => (await admin.get(`/api/sales/files/${first.id}`)).body.file.superseded;

  await applied(admin, olap([day('2026-11-19')]));
  t.false(await isSuperseded());
  await applied(admin, olap([day('2026-11-20')]));

  t.true(await isSuperseded());
});

test('one store does not replace another, and a file without stores replaces all', async (t) => {
  const { admin } = await startTenant(t);
  await applied(admin, olap([olapRow({ 'Store.Name': 'Бар' }), olapRow({ 'Store.Name': 'Зал' })]));
  await applied(admin, olap([olapRow({ 'Store.Name': 'Бар', DishDiscountSumInt: 500 })]));
  t.is((await dishesOf(admin))[0]?.paid, 1100);

  await applied(admin, olap([olapRow({ 'Store.Name': null, DishDiscountSumInt: 1100 })]));

  t.is((await dishesOf(admin))[0]?.paid, 1100);
});

test('the same upload sent twice makes one file', async (t) => {
  const { admin, db } = await startTenant(t);
  const key = randomUUID();
  const send = () =>
    admin
      .post('/api/sales/upload')
      .field('key', key)
      .attach('file', Buffer.from(olap([olapRow()])), 'olap.json');

  const [one, two] = [await send(), await send()];

  t.is(one.body.file.id, two.body.file.id);
  t.is((await db('sales_files')).length, 1);
});

test('a file that is taken back takes its days with it', async (t) => {
  const { admin } = await startTenant(t);
  const file = await applied(admin, olap([olapRow()]));

  t.is((await admin.delete(`/api/sales/files/${file.id}`)).status, 200);

  t.deepEqual((await summary(admin)).days, []);
  t.is((await admin.get(`/api/sales/files/${file.id}`)).body.file.status, 'removed');
  t.is((await admin.post(`/api/sales/files/${file.id}/apply`).send({})).status, 409);
});

test('a refused file leaves nothing behind', async (t) => {
  const { admin, db } = await startTenant(t);

  const { status, body } = await upload(admin, olap([olapRow(), olapRow({ 'OpenDate.Typed': '1900-01-01' })]));

  t.is(status, 422);
  t.regex(body.error, /^Строка 2: день — «1900-01-01», такого быть не может\. Файл не загружен$/);
  for (const table of ['sales_sources', 'sales_files', 'till_dishes', 'sales_draft_lines']) {
    t.is((await db(table)).length, 0, table);
  }
});

test('the period of a file without days is asked for with its totals', async (t) => {
  const { admin } = await startTenant(t);
  const table = 'блюдо;количество;выручка\nНегрони;3;1500\n';

  const asked = await upload(admin, table, {}, 'x.csv');
  t.regex(asked.body.no_days, /нет дней\. Всего: 3 порций на 1\s500,00 ₽/);

  t.like(await uploaded(admin, table, { from: '2026-11-20', to: '2026-11-20' }), {
    from: '2026-11-20',
    status: 'draft',
  });
});

test('a table that nobody has described is shown, and its columns are remembered for its source', async (t) => {
  const { admin } = await startTenant(t);
  const { body } = await admin.post('/api/sales/sources').send({ name: 'Касса у входа' });
  const source_id = String(body.source.id);
  const table = (count: number) => `а;б;в;г\n20.11.2026;Негрони;${count};1500\n`;

  const asked = await upload(admin, table(3), { source_id });
  t.deepEqual(asked.body.unknown.rows[1].cells[1], { column: 'B', text: 'Негрони' });
  const layout = JSON.stringify({ headerRow: 1, columns: { day: 'A', name: 'B', quantity: 'C', paid: 'D' } });
  await uploaded(admin, table(3), { source_id, layout });

  t.is((await uploaded(admin, table(4), { source_id })).totals.summed.quantity, 4);
});

test('a serving of a keg in litres, a shot of a bottle and a bottle have factors of their own', async (t) => {
  const venue = await startTenant(t);
  const { admin } = venue;
  const keg = await venue.createItem({ name: 'КЕГ Хеллес', unit: 'л' });
  const whisky = await venue.createItem({ name: 'Виски', unit: 'шт', volume_ml: 700 });
  const bottle = await venue.createItem({ name: 'Сидр', unit: 'шт', volume_ml: 330 });
  const names = ['Хеллес (0,4)', 'Виски 40 мл', 'Сидр'];
  await applied(admin, olap(names.map((DishName) => olapRow({ DishName }))));
  const ids = new Map((await dishesOf(admin)).map(({ name, id }) => [name, id]));
  const items = [keg, whisky, bottle];

  const { body } = await admin
    .put('/api/sales/dishes')
    .send({ dishes: names.map((name, index) => ({ id: ids.get(name), item_id: items[index]?.id })) });

  const factors = new Map(body.dishes.map((dish: { name: string; factor: number }) => [dish.name, dish.factor]));
  t.deepEqual(
    names.map((name) => factors.get(name)),
    [0.4, 0.057143, 1],
  );
});

test('a decision holds for later sales, an undo opens the dish again, and what is ignored is open no more', async (t) => {
  const venue = await startTenant(t);
  const { admin } = venue;
  const item = await venue.createItem({ name: 'КЕГ Хеллес', unit: 'л' });
  await applied(admin, olap([olapRow(), olapRow({ DishName: 'Пакет', DishDiscountSumInt: 10 })]));
  const [beer, bag] = await dishesOf(admin);
  const decide = (...dishes: object[]) => admin.put('/api/sales/dishes').send({ dishes });

  await decide({ id: beer?.id, item_id: item.id }, { id: bag?.id, ignored: true });
  await applied(admin, olap([olapRow({ 'OpenDate.Typed': '2026-11-21' })]));
  t.deepEqual(await dishesOf(admin, 'state=open'), []);
  t.deepEqual(
    (await dishesOf(admin, 'state=decided')).map(({ quantity }) => quantity),
    [4],
  );

  await decide({ id: beer?.id });
  t.deepEqual(
    (await dishesOf(admin, 'state=open')).map(({ name }) => name),
    ['Хеллес (0,4)'],
  );
  t.is((await decide({ id: beer?.id, item_id: 999_999 })).status, 400);
  t.is((await decide({ id: 999_999, ignored: true })).status, 404);
  t.is((await decide({ id: beer?.id, item_id: item.id, ignored: true })).status, 400);
});

test('what nobody has decided is listed by money, with the items that it may be', async (t) => {
  const venue = await startTenant(t);
  const { admin } = venue;
  const item = await venue.createItem({ name: 'Хеллес', unit: 'л' });
  await applied(admin, olap([olapRow({ DishName: 'Гренки', DishDiscountSumInt: 100 }), olapRow()]));

  const { body } = await admin.get('/api/sales/dishes?state=open');

  t.deepEqual(
    body.dishes.map(({ name }: { name: string }) => name),
    ['Хеллес (0,4)', 'Гренки'],
  );
  t.like(body.dishes[0].proposals[0], { item_id: item.id, sure: true, factor: 0.4 });
  t.deepEqual(body.paid, { all: 700, open: 700 });
});

test('servings that used stock are those sold, given free and written off, never the void ones', async (t) => {
  const { admin } = await startTenant(t);
  const deleted = (DeletedWithWriteoff: string) => olapRow({ DeletedWithWriteoff, DishDiscountSumInt: 0 });
  const refund = olapRow({ DishAmountInt: -1, DishDiscountSumInt: -300 });
  const free = olapRow({ DishDiscountSumInt: 0 });
  await applied(
    admin,
    olap([olapRow(), free, refund, deleted('DELETED_WITH_WRITEOFF'), deleted('DELETED_WITHOUT_WRITEOFF')]),
  );

  const { dishes } = await summary(admin);

  t.is(dishes[0].used, 6);
});

test('a file of another system is not taken for the chosen source', async (t) => {
  const { admin } = await startTenant(t);
  const { body } = await admin.post('/api/sales/sources').send({ name: 'Касса', kind: 'rkeeper' });

  const answer = await upload(admin, olap([olapRow()]), { source_id: String(body.source.id) });

  t.is(answer.status, 422);
  t.regex(answer.body.error, /Это файл «iiko», а источник «Касса» — r_keeper/);
});
