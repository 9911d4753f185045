import test, { type ExecutionContext } from 'ava';
import { change, only } from '../../support/venue/change.ts';
import { startTenant, type Tenant } from '../../support/venue/tenant.ts';
import { closed, enter, lineOf, opened } from '../counting.ts';
import { workbookOf } from '../spreadsheets/venue.ts';
import { iikoXml, updXml } from './documents.ts';
import { addSupplier, decided, drafted, post, posted, reverse, reversed, stockOf, uploaded } from './venue.ts';

/** Noon in Moscow of a Saturday. */
const NOON = new Date('2026-11-28T09:00:00Z');
const TODAY = '2026-11-28';
const YESTERDAY = '2026-11-27';

/** A tenant whose clock stands still until the test moves it. */
async function venueAt(t: ExecutionContext) {
  let now = NOON;
  const tenant = await startTenant(t, { clock: () => now });
  const supplier = await addSupplier(tenant.admin);
  return {
    ...tenant,
    supplier,
    wait: (hours: number) => {
      now = new Date(now.getTime() + hours * 3600_000);
    },
  };
}

async function addsUp(t: ExecutionContext, { db }: Tenant): Promise<void> {
  const { rows } = await db.raw(
    `select i.name from items i
      where i.quantity <> (select coalesce(sum(c.delta), 0) from changes c where c.item_id = i.id)`,
  );
  t.deepEqual(rows, []);
}

test('posting adds the lines as changes of the source delivery, and moves the cost by the weighted average', async (t) => {
  const venue = await venueAt(t);
  const { admin, supplier } = venue;
  const gin = await venue.createItem({ name: 'Джин', unit: 'шт', quantity: 2, cost: 1000 });
  const draft = await drafted(admin, supplier.id, [{ item_id: gin.id, quantity: 6, gross: 7200 }], {
    number: '5',
    day: TODAY,
  });

  const done = await posted(admin, draft.id);

  t.like(done, { status: 'posted', received_at: NOON.toISOString() });
  t.deepEqual(await stockOf(admin, gin.id), { quantity: 8, cost: 1150 });
  const [logged] = (await admin.get(`/api/changes?item=${gin.id}&source=delivery`)).body.changes;
  t.like(logged, { delta: 6, source: 'delivery', method: null, at: NOON.toISOString() });
  t.is(logged.note, 'Поставка № 5 от 28.11.2026 (ООО «Ромашка»)');
  await addsUp(t, venue);
});

test('posting twice adds once, and two at the same moment too', async (t) => {
  const { admin, supplier, createItem } = await venueAt(t);
  const gin = await createItem({ name: 'Джин', unit: 'шт' });
  const draft = await drafted(admin, supplier.id, [{ item_id: gin.id, quantity: 6 }]);

  const answers = await Promise.all([post(admin, draft.id), post(admin, draft.id)]);
  await posted(admin, draft.id);

  t.deepEqual(
    answers.map(({ status }) => status),
    [200, 200],
  );
  t.is((await stockOf(admin, gin.id)).quantity, 6);
});

test('lines of the same item meet the stock one after another, and one without a price moves no cost', async (t) => {
  const { admin, supplier, createItem } = await venueAt(t);
  const gin = await createItem({ name: 'Джин', unit: 'шт' });
  const lines = [
    { item_id: gin.id, quantity: 1, gross: 100 },
    { item_id: gin.id, quantity: 3, gross: 420 },
    { item_id: gin.id, quantity: 4 },
  ];

  await posted(admin, (await drafted(admin, supplier.id, lines)).id);

  t.deepEqual(await stockOf(admin, gin.id), { quantity: 8, cost: 130 });
});

test('a stock below zero counts as none, so the cost is the delivery’s own', async (t) => {
  const { admin, supplier, createItem } = await venueAt(t);
  const gin = await createItem({ name: 'Джин', unit: 'шт', cost: 1000 });
  await only(admin, { itemId: gin.id, delta: -2 });

  await posted(admin, (await drafted(admin, supplier.id, [{ item_id: gin.id, quantity: 6, gross: 7200 }])).id);

  t.deepEqual(await stockOf(admin, gin.id), { quantity: 4, cost: 1200 });
});

test('services stay out of the stock', async (t) => {
  const { admin, createItem } = await venueAt(t);
  const gin = await createItem({ name: 'Джин', unit: 'шт' });
  const draft = await uploaded(admin, updXml({ lines: [{}, { name: 'Доставка', kind: '3' }], date: '28.11.2026' }));
  await decided(admin, draft.id, { place: 1, item_id: gin.id });

  await posted(admin, draft.id);

  t.is((await stockOf(admin, gin.id)).quantity, 6);
});

test('a price that jumps is said before it is posted', async (t) => {
  const { admin, supplier, createItem } = await venueAt(t);
  const gin = await createItem({ name: 'Джин', unit: 'шт', cost: 1000 });
  const line = (gross: number) => [{ item_id: gin.id, quantity: 1, gross }];

  const dear = await drafted(admin, supplier.id, line(1200));
  const usual = await drafted(admin, supplier.id, line(1050));
  await posted(admin, dear.id);
  const cheap = await drafted(admin, supplier.id, line(600));

  t.regex(dear.rows[0]?.price_jump ?? '', /^«Джин»: 1\s200,00 ₽ за шт, а было 1\s000,00 ₽ \(\+20 %\)$/);
  t.is(usual.rows[0]?.price_jump, null);
  t.regex(cheap.rows[0]?.price_jump ?? '', /600,00 ₽ за шт, а было 1\s200,00 ₽ \(−50 %\)$/);
});

test('a second delivery of the same supplier, number and day is noticed', async (t) => {
  const { admin, supplier, createItem } = await venueAt(t);
  const gin = await createItem({ name: 'Джин', unit: 'шт' });
  const same = { number: '5', day: TODAY };
  const line = [{ item_id: gin.id, quantity: 1 }];
  const first = await drafted(admin, supplier.id, line, same);
  await posted(admin, first.id);
  const second = await drafted(admin, supplier.id, line, same);

  const refused = await post(admin, second.id);
  await posted(admin, second.id, { again: true });

  t.deepEqual(
    second.duplicates.map(({ id }) => id),
    [first.id],
  );
  t.like(refused, { status: 409, body: { code: 'duplicate_delivery', duplicate: first.id } });
  t.is((await stockOf(admin, gin.id)).quantity, 2);
});

test('a paper of the same day and rows as a posted one is asked about, where no number tells them apart', async (t) => {
  const { admin, supplier, createItem } = await venueAt(t);
  const gin = await createItem({ name: 'Джин', unit: 'шт' });
  const layout = JSON.stringify({ headerRow: 1, columns: { name: 'A', quantity: 'B' } });
  const table = async (quantity: number) =>
    uploaded(
      admin,
      await workbookOf({
        Лист1: [
          ['Товар', 'Кол-во'],
          ['Джин', quantity],
        ],
      }),
      { supplier_id: String(supplier.id), layout },
    );
  const first = await table(6);
  await decided(admin, first.id, { place: 1, item_id: gin.id });
  await posted(admin, first.id);

  const second = await table(6);
  t.deepEqual(
    second.duplicates.map(({ id, same }) => [id, same]),
    [[first.id, 'rows']],
  );
  const refused = await post(admin, second.id);
  t.like(refused, { status: 409, body: { code: 'duplicate_delivery', duplicate: first.id, same: 'rows' } });
  t.regex(refused.body.error, /похожа на уже принятую 28\.11 в 12:00/);
  await posted(admin, (await table(7)).id);
  const line = (quantity: number) => [{ item_id: gin.id, quantity }];
  const sameGoods = await drafted(admin, supplier.id, line(6), { number: '5', day: TODAY });
  t.like(await post(admin, sameGoods.id), { status: 409, body: { same: 'rows' } }, 'another form of the same paper');
  await posted(admin, sameGoods.id, { again: true });
  await posted(admin, (await drafted(admin, supplier.id, line(6), { number: '6', day: YESTERDAY })).id, {
    again: true,
  });
  await posted(admin, (await drafted(admin, supplier.id, line(8), { number: '7', day: TODAY })).id);
  await posted(admin, (await drafted(admin, supplier.id, line(8), { number: '8', day: TODAY })).id);
  t.is((await stockOf(admin, gin.id)).quantity, 6 + 7 + 6 + 6 + 8 + 8);
});

test('of two papers of the same rows posted at the same moment one is asked about', async (t) => {
  const { admin, supplier, createItem } = await venueAt(t);
  const gin = await createItem({ name: 'Джин', unit: 'шт' });
  const line = [{ item_id: gin.id, quantity: 6 }];
  const drafts = [await drafted(admin, supplier.id, line), await drafted(admin, supplier.id, line)];

  const answers = await Promise.all(drafts.map(({ id }) => post(admin, id)));

  t.deepEqual(answers.map(({ status }) => status).toSorted(), [200, 409]);
  t.is((await stockOf(admin, gin.id)).quantity, 6);
});

test('where less has come than the paper says, a unit costs what the paper says and the rest is said', async (t) => {
  const venue = await venueAt(t);
  const { admin, createItem } = venue;
  const gin = await createItem({ name: 'Джин', unit: 'шт' });
  const rum = await createItem({ name: 'Ром', unit: 'шт' });
  const draft = await uploaded(admin, updXml({ lines: [{}, { name: 'Ром', code: 'Р-1' }], date: '28.11.2026' }));

  await decided(admin, draft.id, { place: 1, item_id: gin.id, came: 4 }, { place: 2, item_id: rum.id, came: 0 });
  const done = await posted(admin, draft.id);

  t.like(done, { worth: 14_400, short_worth: 2400 + 7200 });
  t.like(done.rows[0], { quantity: 6, came: 4, gross: 7200, stock_quantity: 4, unit_cost: 1200 });
  t.like(done.rows[1], { quantity: 6, came: 0, stock_quantity: 0 });
  t.deepEqual(await stockOf(admin, gin.id), { quantity: 4, cost: 1200 });
  t.deepEqual(await stockOf(admin, rum.id), { quantity: 0, cost: null });
  await reversed(admin, draft.id);
  t.is((await stockOf(admin, gin.id)).quantity, 0);
  await addsUp(t, venue);
});

test('an invoice of iiko says itself what has come', async (t) => {
  const { admin, supplier, createItem } = await venueAt(t);
  const gin = await createItem({ name: 'Джин', unit: 'шт' });
  const file = iikoXml([{ amount: '6', came: '5', sum: '6000' }]);
  const draft = await uploaded(admin, file, { supplier_id: String(supplier.id) });

  await decided(admin, draft.id, { place: 1, item_id: gin.id, counted_in: 'шт' });
  const done = await posted(admin, draft.id);

  t.like(done, { worth: 6000, short_worth: 1000, warnings: ['Строка 1: по накладной 6, а принято 5'] });
  t.deepEqual(await stockOf(admin, gin.id), { quantity: 5, cost: 1000 });
});

test('a reversed delivery is as if it had never come: stock, cost, and the costs of later ones', async (t) => {
  const venue = await venueAt(t);
  const { admin, supplier } = venue;
  const gin = await venue.createItem({ name: 'Джин', unit: 'шт', quantity: 2, cost: 1000 });
  const first = await drafted(admin, supplier.id, [{ item_id: gin.id, quantity: 6, gross: 7200 }]);
  const second = await drafted(admin, supplier.id, [{ item_id: gin.id, quantity: 2, gross: 3000 }]);
  await posted(admin, first.id);
  await posted(admin, second.id);

  const gone = await reversed(admin, first.id);

  t.like(gone, { status: 'reversed', reversed_at: NOON.toISOString() });
  t.deepEqual(await stockOf(admin, gin.id), { quantity: 4, cost: 1250 });
  await reversed(admin, second.id);
  t.deepEqual(await stockOf(admin, gin.id), { quantity: 2, cost: 1000 });
  await addsUp(t, venue);
});

test('reversing twice takes back once; a reversed delivery is not posted again', async (t) => {
  const { admin, supplier, createItem } = await venueAt(t);
  const gin = await createItem({ name: 'Джин', unit: 'шт' });
  const draft = await drafted(admin, supplier.id, [{ item_id: gin.id, quantity: 6 }]);
  const early = await reverse(admin, draft.id);
  await posted(admin, draft.id);

  await Promise.all([reverse(admin, draft.id), reverse(admin, draft.id)]);
  const again = await post(admin, draft.id);

  t.like(early, { status: 409, body: { code: 'delivery_draft' } });
  t.like(again, { status: 409, body: { code: 'delivery_reversed' } });
  t.is((await stockOf(admin, gin.id)).quantity, 0);
});

test('a cost that somebody has typed since stays theirs', async (t) => {
  const { admin, supplier, createItem } = await venueAt(t);
  const gin = await createItem({ name: 'Джин', unit: 'шт', quantity: 2, cost: 1000 });
  const draft = await drafted(admin, supplier.id, [{ item_id: gin.id, quantity: 6, gross: 7200 }]);
  await posted(admin, draft.id);
  await admin.put(`/api/items/${gin.id}`).send({ cost: 999 });

  await reversed(admin, draft.id);

  t.deepEqual(await stockOf(admin, gin.id), { quantity: 2, cost: 999 });
});

test('a cost that somebody has typed between two deliveries is what the second met, whichever is reversed', async (t) => {
  const { admin, supplier, createItem } = await venueAt(t);
  const gin = await createItem({ name: 'Джин', unit: 'шт', quantity: 10, cost: 100 });
  const deliver = async (gross: number) => {
    const draft = await drafted(admin, supplier.id, [{ item_id: gin.id, quantity: 10, gross }]);
    await posted(admin, draft.id, { again: true });
    return draft.id;
  };
  const first = await deliver(1200);
  await admin.put(`/api/items/${gin.id}`).send({ cost: 200 });
  await deliver(1500);
  t.like(await stockOf(admin, gin.id), { quantity: 30, cost: 183.33 });

  await reversed(admin, first);

  t.like(await stockOf(admin, gin.id), { quantity: 20, cost: 175 });
});

test('one change of a delivery is not undone by itself', async (t) => {
  const { admin, supplier, createItem } = await venueAt(t);
  const gin = await createItem({ name: 'Джин', unit: 'шт' });
  await posted(admin, (await drafted(admin, supplier.id, [{ item_id: gin.id, quantity: 6 }])).id);
  const [logged] = (await admin.get(`/api/changes?item=${gin.id}`)).body.changes;

  const refused = await admin.post(`/api/changes/${logged.id}/undo`).send({});

  t.like(refused, { status: 409, body: { code: 'of_delivery' } });
});

/** Counts an item and closes the count. */
async function count({ admin }: Tenant, itemId: number, quantity: number): Promise<number> {
  const { id } = await opened(admin, { scope: 'items', itemIds: [itemId] });
  await enter(admin, id, { itemId, quantity });
  await closed(admin, id);
  return id;
}

test('where the items were counted since, a person has to say on which side the goods came', async (t) => {
  const venue = await venueAt(t);
  const { admin, supplier } = venue;
  const gin = await venue.createItem({ name: 'Джин', unit: 'шт', quantity: 2, cost: 1000 });
  venue.wait(1);
  const id = await count(venue, gin.id, 8);
  venue.wait(1);
  const draft = await drafted(admin, supplier.id, [{ item_id: gin.id, quantity: 6, gross: 7200 }], { day: TODAY });

  const asked = await post(admin, draft.id);

  t.like(asked, { status: 409, body: { code: 'before_or_after' } });
  t.regex(asked.body.error, /«Джин» — подсчитано \(«.+»\) 28\.11 в 13:00\. Товар пришёл до этого или после\?$/);
  t.like(asked.body.statements[0], { item: { id: gin.id }, count: { id } });
  t.is((await stockOf(admin, gin.id)).quantity, 8);
});

test('goods that were counted already leave the counted stock, and the count’s difference is corrected', async (t) => {
  const venue = await venueAt(t);
  const { admin, supplier } = venue;
  const gin = await venue.createItem({ name: 'Джин', unit: 'шт', quantity: 2, cost: 1000 });
  venue.wait(1);
  const id = await count(venue, gin.id, 7);
  venue.wait(1);
  const draft = await drafted(admin, supplier.id, [{ item_id: gin.id, quantity: 6, gross: 7200 }], { day: TODAY });
  t.is((await lineOf(admin, id, gin.id)).difference, 5);

  await posted(admin, draft.id, { counted: 'before' });

  t.deepEqual(await stockOf(admin, gin.id), { quantity: 7, cost: 1171.43 });
  t.like(await lineOf(admin, id, gin.id), { counted: 7, expected: 8, difference: -1 });
  t.like((await admin.get(`/api/counts/${id}`)).body.count.totals, {
    differing: 1,
    units: [{ shortage: -1, surplus: 0 }],
  });
  await reversed(admin, draft.id);
  t.is((await stockOf(admin, gin.id)).quantity, 7);
  t.is((await lineOf(admin, id, gin.id)).difference, 5);
  await addsUp(t, venue);
});

test('a count that is opened again and closed finds the same, with the delivery before it', async (t) => {
  const venue = await venueAt(t);
  const { admin, supplier } = venue;
  const gin = await venue.createItem({ name: 'Джин', unit: 'шт', quantity: 2 });
  venue.wait(1);
  const id = await count(venue, gin.id, 7);
  venue.wait(1);
  const draft = await drafted(admin, supplier.id, [{ item_id: gin.id, quantity: 6 }], { day: TODAY });
  await posted(admin, draft.id, { counted: 'before' });

  await admin.post(`/api/counts/${id}/reopen`).send({ reason: 'проверить' });
  t.is((await stockOf(admin, gin.id)).quantity, 8);
  await closed(admin, id);

  t.is((await stockOf(admin, gin.id)).quantity, 7);
  t.is((await lineOf(admin, id, gin.id)).difference, -1);
  await reversed(admin, draft.id);
  t.is((await stockOf(admin, gin.id)).quantity, 7);
  await addsUp(t, venue);
});

test('goods that came after the count are added to what was counted', async (t) => {
  const venue = await venueAt(t);
  const { admin, supplier } = venue;
  const gin = await venue.createItem({ name: 'Джин', unit: 'шт', quantity: 2 });
  venue.wait(1);
  const id = await count(venue, gin.id, 1);
  venue.wait(1);
  const draft = await drafted(admin, supplier.id, [{ item_id: gin.id, quantity: 6 }], { day: TODAY });

  await posted(admin, draft.id, { counted: 'after' });

  t.is((await stockOf(admin, gin.id)).quantity, 7);
  t.is((await lineOf(admin, id, gin.id)).difference, -1);
});

test('a moment says by itself which counts had the goods in sight', async (t) => {
  const venue = await venueAt(t);
  const { admin, supplier } = venue;
  const gin = await venue.createItem({ name: 'Джин', unit: 'шт' });
  venue.wait(1);
  await count(venue, gin.id, 1);
  venue.wait(2);
  await count(venue, gin.id, 5);
  venue.wait(1);
  const draft = await drafted(admin, supplier.id, [{ item_id: gin.id, quantity: 6 }], { day: TODAY });

  await posted(admin, draft.id, { received_at: new Date(NOON.getTime() + 2 * 3600_000).toISOString() });

  t.is((await stockOf(admin, gin.id)).quantity, 5);
});

test('a count of an earlier day asks nothing', async (t) => {
  const venue = await venueAt(t);
  const { admin, supplier } = venue;
  const gin = await venue.createItem({ name: 'Джин', unit: 'шт' });
  await count(venue, gin.id, 1);
  venue.wait(24);
  const draft = await drafted(admin, supplier.id, [{ item_id: gin.id, quantity: 6 }], { day: '2026-11-29' });

  await posted(admin, draft.id);

  t.is((await stockOf(admin, gin.id)).quantity, 7);
});

test('an open count takes the goods in when it closes', async (t) => {
  const venue = await venueAt(t);
  const { admin, supplier } = venue;
  const gin = await venue.createItem({ name: 'Джин', unit: 'шт', quantity: 2 });
  const { id } = await opened(admin, { scope: 'items', itemIds: [gin.id] });
  venue.wait(1);
  await enter(admin, id, { itemId: gin.id, quantity: 7 });
  venue.wait(1);
  const draft = await drafted(admin, supplier.id, [{ item_id: gin.id, quantity: 6 }], { day: TODAY });

  await posted(admin, draft.id, { counted: 'before' });
  await closed(admin, id);

  t.is((await stockOf(admin, gin.id)).quantity, 7);
  t.is((await lineOf(admin, id, gin.id)).difference, -1);
});

test('what was stated since the entry of an open count had the goods in sight too', async (t) => {
  const venue = await venueAt(t);
  const { admin, supplier } = venue;
  const gin = await venue.createItem({ name: 'Джин', unit: 'шт', quantity: 2 });
  const { id } = await opened(admin, { scope: 'items', itemIds: [gin.id] });
  venue.wait(1);
  await enter(admin, id, { itemId: gin.id, quantity: 8 });
  venue.wait(1);
  await only(admin, { itemId: gin.id, set: 8 });
  venue.wait(1);
  const draft = await drafted(admin, supplier.id, [{ item_id: gin.id, quantity: 6 }], { day: TODAY });

  await posted(admin, draft.id, { counted: 'before' });
  t.is((await stockOf(admin, gin.id)).quantity, 8);
  await closed(admin, id);
  t.is((await stockOf(admin, gin.id)).quantity, 8);

  await reversed(admin, draft.id);
  t.is((await stockOf(admin, gin.id)).quantity, 8);
});

test('a stated quantity that had the goods in sight stands too, and is undone with what was fitted to it', async (t) => {
  const venue = await venueAt(t);
  const { admin, supplier } = venue;
  const gin = await venue.createItem({ name: 'Джин', unit: 'шт', quantity: 2 });
  venue.wait(1);
  const stated = await only(admin, { itemId: gin.id, set: 7 });
  venue.wait(1);
  const draft = await drafted(admin, supplier.id, [{ item_id: gin.id, quantity: 6 }], { day: TODAY });
  t.is((await post(admin, draft.id)).body.code, 'before_or_after');

  await posted(admin, draft.id, { counted: 'before' });
  t.is((await stockOf(admin, gin.id)).quantity, 7);
  const undone = await admin.post(`/api/changes/${stated.id}/undo`).send({});

  t.is(undone.status, 200);
  t.is((await stockOf(admin, gin.id)).quantity, 8);
  await addsUp(t, venue);
});

test('reversing a delivery leaves what was stated since', async (t) => {
  const venue = await venueAt(t);
  const { admin, supplier } = venue;
  const [gin, rum] = [
    await venue.createItem({ name: 'Джин', unit: 'шт' }),
    await venue.createItem({ name: 'Ром', unit: 'шт' }),
  ];
  const lines = [gin, rum].map(({ id }) => ({ item_id: id, quantity: 6 }));
  const draft = await drafted(admin, supplier.id, lines, { day: YESTERDAY });
  await posted(admin, draft.id);
  venue.wait(1);
  await change(admin, { itemId: gin.id, set: 5 });

  await reversed(admin, draft.id);

  t.is((await stockOf(admin, gin.id)).quantity, 5);
  t.is((await stockOf(admin, rum.id)).quantity, 0);
  await addsUp(t, venue);
});

test('a delivery with an item that is refused writes nothing at all', async (t) => {
  const venue = await venueAt(t);
  const { admin, supplier } = venue;
  const [gin, rum] = [
    await venue.createItem({ name: 'Джин', unit: 'шт', cost: 100 }),
    await venue.createItem({ name: 'Ром', unit: 'шт', quantity: 999_990 }),
  ];
  const lines = [
    { item_id: gin.id, quantity: 6, gross: 6000 },
    { item_id: rum.id, quantity: 600, gross: 1 },
  ];
  const draft = await drafted(admin, supplier.id, lines);

  const refused = await post(admin, draft.id);

  t.like(refused, { status: 409, body: { code: 'delivery_refused' } });
  t.deepEqual(await stockOf(admin, gin.id), { quantity: 0, cost: 100 });
  t.is((await admin.get(`/api/deliveries/${draft.id}`)).body.delivery.status, 'draft');
});

test('a delivery older than 400 days is refused in words', async (t) => {
  const { admin, supplier, createItem } = await venueAt(t);
  const gin = await createItem({ name: 'Джин', unit: 'шт' });
  const draft = await drafted(admin, supplier.id, [{ item_id: gin.id, quantity: 6 }], { day: '2025-01-15' });

  const refused = await post(admin, draft.id);
  await posted(admin, draft.id, { received_at: NOON.toISOString() });

  t.regex(refused.body.error, /старше 400 дней/);
  t.is((await stockOf(admin, gin.id)).quantity, 6);
});

test('quantities add up to the thousandth', async (t) => {
  const venue = await venueAt(t);
  const { admin, supplier } = venue;
  const gin = await venue.createItem({ name: 'Джин', volume_ml: 333 });
  const lines = Array.from({ length: 30 }, () => ({ item_id: gin.id, quantity: 0.1, gross: 33.33 }));

  await posted(admin, (await drafted(admin, supplier.id, lines)).id);

  t.deepEqual(await stockOf(admin, gin.id), { quantity: 3, cost: 333.3 });
  await addsUp(t, venue);
});
