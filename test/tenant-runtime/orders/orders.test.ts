import { randomUUID } from 'node:crypto';
import test from 'ava';
import ExcelJS from 'exceljs';
import { startTenant } from '../../support/venue/tenant.ts';
import { updXml } from '../deliveries/documents.ts';
import { addSupplier, decided, drafted, posted, uploaded } from '../deliveries/venue.ts';
import { needed, order, ordered, orderOf } from './venue.ts';

const NOON = new Date('2026-11-28T09:00:00Z');
const fixed = { clock: () => NOON };

test('an item is ordered from whoever brought it last, or from whom a person has named', async (t) => {
  const { admin, user, createItem } = await startTenant(t);
  const gin = await createItem({ name: 'Джин', unit: 'шт', par: 10 });
  const rom = await createItem({ name: 'Ром', unit: 'шт', par: 10 });
  const metro = await addSupplier(admin, 'Метро');
  const luding = await addSupplier(admin, 'Лудинг');
  await posted(admin, (await drafted(admin, metro.id, [{ item_id: gin.id, quantity: 1, gross: 900 }])).id);
  const suppliers = async () =>
    (await needed(user)).rows.map(({ item, supplier }) => [item.name, supplier?.name ?? null]);

  const byDelivery = await suppliers();
  await admin.put(`/api/items/${gin.id}/supplier`).send({ supplier_id: luding.id });
  const byPerson = await suppliers();
  await posted(admin, (await drafted(admin, metro.id, [{ item_id: gin.id, quantity: 2 }])).id);
  const afterAnother = await suppliers();
  await admin.put(`/api/items/${gin.id}/supplier`).send({ supplier_id: null });
  const again = await suppliers();

  t.deepEqual(byDelivery, [
    ['Джин', 'Метро'],
    ['Ром', null],
  ]);
  t.deepEqual(byPerson[0], ['Джин', 'Лудинг']);
  t.deepEqual(afterAnother[0], ['Джин', 'Лудинг']);
  t.deepEqual(again[0], ['Джин', 'Метро']);
  t.is((await admin.put(`/api/items/${rom.id}/supplier`).send({ supplier_id: 99 })).status, 404);
  t.is((await admin.put('/api/items/99/supplier').send({ supplier_id: metro.id })).status, 404);
  t.is((await user.put(`/api/items/${rom.id}/supplier`).send({ supplier_id: metro.id })).status, 403);
});

test('a supplier that is removed is asked for nothing', async (t) => {
  const { admin, createItem } = await startTenant(t);
  const gin = await createItem({ name: 'Джин', unit: 'шт', par: 10 });
  const metro = await addSupplier(admin, 'Метро');
  const luding = await addSupplier(admin, 'Лудинг');
  await posted(admin, (await drafted(admin, metro.id, [{ item_id: gin.id, quantity: 1 }])).id);
  await admin.put(`/api/items/${gin.id}/supplier`).send({ supplier_id: luding.id });

  await admin.delete(`/api/suppliers/${luding.id}`);

  t.is((await needed(admin)).rows[0]?.supplier?.name, 'Метро');
});

test('amounts are in the packs of the last delivery, rounded up', async (t) => {
  const { admin, createItem } = await startTenant(t);
  const gin = await createItem({ name: 'Джин', volume_ml: 700, par: 10 });
  const beer = await createItem({ name: 'Пиво', unit: 'шт', par: 30 });
  const juice = await createItem({ name: 'Сок', par: 1.5 });
  const file = updXml({
    lines: [{ quantity: '2' }, { name: 'Пиво, короб', code: 'П-12', quantity: '1' }],
  });
  const draft = await uploaded(admin, file);
  await decided(admin, draft.id, { place: 1, item_id: gin.id }, { place: 2, item_id: beer.id, factor: 12 });
  await posted(admin, draft.id);

  const { rows } = await needed(admin);

  t.deepEqual(
    rows.map(({ item, order: quantity, pack, packs }) => [item.name, quantity, pack, packs]),
    [
      ['Джин', 9.1, { unit: 'бут.', size: 0.7 }, 13],
      ['Пиво', 24, { unit: 'уп.', size: 12 }, 2],
      ['Сок', 1.5, null, null],
    ],
  );
  t.is(juice.quantity, 0);
});

test('an order keeps its lines as they were, and is made once for a key', async (t) => {
  const { admin, createItem } = await startTenant(t, fixed);
  const gin = await createItem({ name: 'Джин', article: '17', unit: 'шт', par: 10 });
  const lime = await createItem({ name: 'Лайм', unit: 'кг' });
  const metro = await addSupplier(admin, 'Метро');
  const lines = [
    { item_id: gin.id, quantity: 12, pack_unit: 'кор', pack_size: 6 },
    { item_id: lime.id, quantity: 2.5 },
  ];
  const key = randomUUID();

  const first = await ordered(admin, metro.id, lines, { key, note: 'до обеда' });
  const second = await ordered(admin, metro.id, lines, { key });
  await admin.put(`/api/items/${gin.id}`).send({ name: 'Джин Бифитер' });

  t.is(second.id, first.id);
  const kept = await orderOf(admin, first.id);
  t.like(kept, { state: 'sent', lines: 2, open_lines: 2, created_at: NOON.toISOString() });
  t.is(kept.text, 'Заказ № 1 от 28 ноября, Бар «Проба»\n\nДжин (арт. 17) — 2 кор (12 шт)\nЛайм — 2,5 кг\n\nдо обеда');
  t.is((await admin.get('/api/orders')).body.orders.length, 1);
});

test('what is on order is not asked for twice, and is asked for again when it is cancelled', async (t) => {
  const { admin, createItem } = await startTenant(t);
  const gin = await createItem({ name: 'Джин', unit: 'шт', par: 10, cost: 100 });
  const beer = await createItem({ name: 'Пиво', unit: 'шт', par: 10 });
  const metro = await addSupplier(admin, 'Метро');
  const asked = async () => {
    const { rows, totals } = await needed(admin);
    return [rows.map(({ item, order: quantity, on_order }) => [item.name, quantity, on_order]), totals.ordered];
  };

  const first = await ordered(admin, metro.id, [
    { item_id: gin.id, quantity: 10 },
    { item_id: beer.id, quantity: 4 },
  ]);

  t.deepEqual(await asked(), [[['Пиво', 6, 4]], 1]);
  t.is((await admin.post(`/api/orders/${first.id}/cancel`)).status, 200);
  t.deepEqual(await asked(), [
    [
      ['Джин', 10, 0],
      ['Пиво', 10, 0],
    ],
    0,
  ]);
  t.is((await admin.post(`/api/orders/${first.id}/close`)).status, 409);
  t.is((await admin.post(`/api/orders/${first.id}/cancel`)).status, 200);
});

test('an order of nothing, of an item twice, of strangers and by staff is refused', async (t) => {
  const { admin, user, createItem } = await startTenant(t);
  const gin = await createItem({ name: 'Джин', unit: 'шт' });
  const metro = await addSupplier(admin, 'Метро');
  const line = { item_id: gin.id, quantity: 1 };

  const statuses = [
    await order(admin, metro.id, []),
    await order(admin, metro.id, [line, line]),
    await order(admin, metro.id, [{ item_id: 99, quantity: 1 }]),
    await order(admin, metro.id, [{ item_id: gin.id, quantity: 0 }]),
    await order(admin, 99, [line]),
    await order(user, metro.id, [line]),
  ].map(({ status }) => status);

  t.deepEqual(statuses, [400, 400, 400, 400, 404, 403]);
  t.is((await admin.get('/api/orders')).body.orders.length, 0);
});

test('a supplier shows what is bought from them, with the price before', async (t) => {
  const { admin, createItem } = await startTenant(t, fixed);
  const gin = await createItem({ name: 'Джин', unit: 'шт' });
  const rom = await createItem({ name: 'Ром', unit: 'шт' });
  const contacts = { person: 'Анна Смирнова', delivery_days: 'вторник', email: 'zakaz@metro.example' };
  const metro = await addSupplier(admin, 'Метро', contacts);
  const luding = await addSupplier(admin, 'Лудинг');
  const buy = async (from: number, item: number, gross: number) =>
    posted(admin, (await drafted(admin, from, [{ item_id: item, quantity: 1, gross }])).id, { again: true });
  await buy(metro.id, gin.id, 1000);
  await buy(metro.id, gin.id, 1300);
  await buy(metro.id, rom.id, 700);
  await buy(luding.id, rom.id, 710);

  const { supplier, bought } = (await admin.get(`/api/suppliers/${metro.id}`)).body;

  t.like(supplier, contacts);
  t.deepEqual(
    bought.map((row: { item: { name: string } }) => ({ ...row, item: row.item.name })),
    [
      {
        item: 'Джин',
        ordered_here: true,
        day: '2026-11-28',
        unit_cost: 1300,
        last_unit_cost: 1000,
        price_jump: '«Джин»: 1\u00a0300,00 ₽ за шт, а было 1\u00a0000,00 ₽ (+30 %)',
      },
      { item: 'Ром', ordered_here: false, day: '2026-11-28', unit_cost: 700, last_unit_cost: null, price_jump: null },
    ],
  );
  t.is((await admin.put(`/api/suppliers/${metro.id}`).send({ email: 'не почта' })).status, 400);
});

test('an order is a workbook for the supplier, without stock and prices, for administrators', async (t) => {
  const { admin, user, createItem } = await startTenant(t);
  const gin = await createItem({ name: '=Джин', unit: 'шт', cost: 100, quantity: 3 });
  const metro = await addSupplier(admin, 'Метро');
  const { id } = await ordered(admin, metro.id, [{ item_id: gin.id, quantity: 12, pack_unit: 'кор', pack_size: 6 }]);

  const { body } = await admin
    .get(`/api/export.xlsx?report=supplier_order&order=${id}`)
    .buffer(true)
    .parse((res, done) => {
      const parts: Buffer[] = [];
      res.on('data', (part: Buffer) => parts.push(part));
      res.on('end', () => done(null, Buffer.concat(parts)));
    });

  const book = new ExcelJS.Workbook();
  await book.xlsx.load(body);
  const sheet = book.getWorksheet('Заказ');
  const cells = (row: number) => [1, 2, 3, 4, 5, 6].map((column) => sheet?.getRow(row).getCell(column).value);
  t.deepEqual(cells(1), ['Наименование', 'Артикул', 'Заказ', 'В чём', 'Всего', 'Единица']);
  t.deepEqual(cells(2), ['=Джин', null, 2, 'кор', 12, 'шт']);
  t.is((await user.get(`/api/export.xlsx?report=supplier_order&order=${id}`)).status, 403);
  t.is((await admin.get('/api/export.xlsx?report=supplier_order')).status, 400);
  t.is((await admin.get('/api/export.xlsx?report=supplier_order&order=99')).status, 404);
});
