import { randomUUID } from 'node:crypto';
import type { DeliveryDetails } from '@ostatok/tenant-runtime/contract/deliveries.endpoints.ts';
import test, { type ExecutionContext } from 'ava';
import { only } from '../../support/venue/change.ts';
import { startTenant } from '../../support/venue/tenant.ts';
import { addSupplier, drafted, posted, reverse, reversed } from '../deliveries/venue.ts';
import { needed, ordered, orderOf } from './venue.ts';

type Check = NonNullable<DeliveryDetails['order_check']>;

/** A bar with three items, of which two are ordered from a supplier. */
async function bar(t: ExecutionContext) {
  const tenant = await startTenant(t);
  const { admin, createItem } = tenant;
  const gin = await createItem({ name: 'Джин', unit: 'шт', par: 12 });
  const rom = await createItem({ name: 'Ром', unit: 'шт' });
  const beer = await createItem({ name: 'Пиво', unit: 'шт' });
  const metro = await addSupplier(admin, 'Метро');
  return { ...tenant, gin, rom, beer, metro };
}

const named = (rows: Check['short']) => rows.map(({ item, ordered: wanted, came }) => [item.name, wanted, came]);

test('a draft shows what is short, over, at another price and not ordered', async (t) => {
  const { admin, gin, rom, beer, metro } = await bar(t);
  await posted(admin, (await drafted(admin, metro.id, [{ item_id: gin.id, quantity: 1, gross: 1000 }])).id);
  const order = await ordered(admin, metro.id, [
    { item_id: gin.id, quantity: 12 },
    { item_id: rom.id, quantity: 2 },
  ]);

  const { order_check: check } = await drafted(admin, metro.id, [
    { item_id: gin.id, quantity: 5, gross: 6000 },
    { item_id: gin.id, quantity: 5, gross: 6000 },
    { item_id: rom.id, quantity: 3, gross: 900 },
    { item_id: beer.id, quantity: 24 },
  ]);

  t.like(check, { orders: [order.id], lines: 2 });
  t.deepEqual(named(check?.short ?? []), [['Джин', 12, 10]]);
  t.deepEqual(named(check?.over ?? []), [['Ром', 2, 3]]);
  t.deepEqual(named(check?.priced ?? []), [['Джин', 1000, 1200]]);
  t.deepEqual(named(check?.unordered ?? []), [['Пиво', 0, 24]]);
  t.is((await orderOf(admin, order.id)).open_lines, 2);
});

test('a delivery of another supplier, or of nothing that was ordered, is compared with no order', async (t) => {
  const { admin, gin, beer, metro } = await bar(t);
  const luding = await addSupplier(admin, 'Лудинг');
  await ordered(admin, metro.id, [{ item_id: gin.id, quantity: 12 }]);

  t.is((await drafted(admin, luding.id, [{ item_id: gin.id, quantity: 12 }])).order_check, null);
  t.is((await drafted(admin, metro.id, [{ item_id: beer.id, quantity: 12 }])).order_check, null);
});

test('posting closes an order that is whole; a part leaves the rest open until somebody closes it', async (t) => {
  const { admin, gin, rom, metro } = await bar(t);
  const order = await ordered(admin, metro.id, [
    { item_id: gin.id, quantity: 12 },
    { item_id: rom.id, quantity: 2 },
  ]);

  const first = await posted(admin, (await drafted(admin, metro.id, [{ item_id: gin.id, quantity: 10 }])).id);
  const part = await orderOf(admin, order.id);
  const rest = await drafted(admin, metro.id, [
    { item_id: gin.id, quantity: 2 },
    { item_id: rom.id, quantity: 2 },
  ]);
  await posted(admin, rest.id, { received_at: new Date().toISOString() });
  const whole = await orderOf(admin, order.id);

  t.deepEqual(named(first.order_check?.short ?? []), [
    ['Джин', 12, 10],
    ['Ром', 2, 0],
  ]);
  t.like(part, { state: 'sent', open_lines: 2 });
  t.deepEqual(named(rest.order_check?.short ?? []), []);
  t.like(whole, { state: 'delivered', open_lines: 0 });
  t.deepEqual(
    whole.deliveries.map(({ id }) => id),
    [first.id, rest.id],
  );
  t.deepEqual(named((await posted(admin, first.id)).order_check?.short ?? []), [
    ['Джин', 12, 10],
    ['Ром', 2, 0],
  ]);
});

test('an item that is counted in another unit is still waited for, and what its bottle cannot convert is said', async (t) => {
  const { admin, createItem } = await startTenant(t);
  const metro = await addSupplier(admin, 'Метро');
  const gin = await createItem({ name: 'Джин', unit: 'шт', volume_ml: 700, par: 12 });
  const lime = await createItem({ name: 'Лайм', unit: 'шт', par: 12 });
  const before = await posted(
    admin,
    (await drafted(admin, metro.id, [{ item_id: gin.id, quantity: 6, gross: 4200 }])).id,
  );
  await only(admin, { itemId: gin.id, delta: -6 });
  const bottles = await ordered(admin, metro.id, [{ item_id: gin.id, quantity: 12 }]);
  const limes = await ordered(admin, metro.id, [{ item_id: lime.id, quantity: 6 }]);

  t.is((await admin.put(`/api/items/${gin.id}`).send({ unit: 'л' })).status, 200);
  const { notes } = (await admin.put(`/api/items/${lime.id}`).send({ unit: 'кг' })).body;
  t.true(notes.includes(`Заказ № ${limes.id} ждёт «Лайм» в «шт»: закройте его, когда товар придёт`), notes.join());
  await admin.put(`/api/items/${gin.id}`).send({ par: 10.5 });
  const [row] = (await needed(admin)).rows;
  t.like(row, { order: 2.1, packs: 3, pack: { unit: 'бут.', size: 0.7 } }, '8.4 of 10.5 litres are on order');
  t.is(row?.cost, 1000);

  const draft = await drafted(admin, metro.id, [
    { item_id: gin.id, quantity: 8.4, gross: 8400 },
    { item_id: lime.id, quantity: 2 },
  ]);
  t.deepEqual(named(draft.order_check?.short ?? []), []);
  t.deepEqual(named(draft.order_check?.priced ?? []), []);
  t.is(draft.rows[0]?.last_unit_cost, 1000);
  await posted(admin, draft.id);
  t.like(await orderOf(admin, bottles.id), { state: 'delivered', open_lines: 0 });
  t.like(await orderOf(admin, limes.id), { state: 'sent', open_lines: 1 });
  t.like(await reverse(admin, before.id), { status: 409, body: { code: 'unit_changed' } });
  t.like((await posted(admin, before.id)).rows[0], { item: { unit: 'шт' }, stock_quantity: 6, unit_cost: 700 });
});

test('lines of one item in two units are one quantity, and what cannot be counted in its unit is listed apart', async (t) => {
  const { admin, createItem } = await startTenant(t);
  const metro = await addSupplier(admin, 'Метро');
  const gin = await createItem({ name: 'Джин', unit: 'шт', volume_ml: 700 });
  const lime = await createItem({ name: 'Лайм', unit: 'шт' });
  const beer = await createItem({ name: 'Пиво', unit: 'шт' });
  const first = await ordered(admin, metro.id, [
    { item_id: gin.id, quantity: 12 },
    { item_id: lime.id, quantity: 6 },
    { item_id: beer.id, quantity: 24 },
  ]);
  t.is((await admin.put(`/api/items/${gin.id}`).send({ unit: 'л' })).status, 200);
  t.is((await admin.put(`/api/items/${lime.id}`).send({ unit: 'кг' })).status, 200);
  const second = await ordered(admin, metro.id, [
    { item_id: gin.id, quantity: 10 },
    { item_id: beer.id, quantity: 24 },
  ]);

  const { order_check: check } = await drafted(admin, metro.id, [
    { item_id: beer.id, quantity: 48 },
    { item_id: lime.id, quantity: 2 },
  ]);

  t.deepEqual(named(check?.short ?? []), [['Джин', 18.4, 0]]);
  t.is(check?.short[0]?.item.unit, 'л');
  t.deepEqual(named(check?.unordered ?? []), []);
  t.deepEqual(check?.other_unit, [
    { item: { id: lime.id, name: 'Лайм', unit: 'кг' }, ordered: 6, ordered_unit: 'шт', came: 2 },
  ]);
  const limes = await drafted(admin, metro.id, [{ item_id: lime.id, quantity: 2 }]);
  t.deepEqual([check?.orders, limes.order_check?.orders], [[first.id, second.id], [first.id]]);
});

test('what a person does not wait for any more is needed again', async (t) => {
  const { admin, gin, metro } = await bar(t);
  const order = await ordered(admin, metro.id, [{ item_id: gin.id, quantity: 12 }]);
  await posted(admin, (await drafted(admin, metro.id, [{ item_id: gin.id, quantity: 5 }])).id);
  const before = await needed(admin);

  const cancelled = await admin.post(`/api/orders/${order.id}/cancel`);
  const closed = await admin.post(`/api/orders/${order.id}/close`);

  t.is(before.totals.ordered, 1);
  t.is(cancelled.status, 409);
  t.is(closed.body.order.state, 'delivered');
  t.is((await needed(admin)).rows[0]?.order, 7);
});

test('a reversed delivery is waited for again', async (t) => {
  const { admin, gin, metro } = await bar(t);
  const order = await ordered(admin, metro.id, [{ item_id: gin.id, quantity: 12 }]);
  const delivery = await posted(admin, (await drafted(admin, metro.id, [{ item_id: gin.id, quantity: 12 }])).id);
  const whole = await orderOf(admin, order.id);

  const gone = await reversed(admin, delivery.id);

  t.is(whole.state, 'delivered');
  t.is(gone.order_check, null);
  t.like(await orderOf(admin, order.id), { state: 'sent', open_lines: 1, closed_at: null });
  t.is((await needed(admin)).totals.ordered, 1);
});

test('one delivery brings several orders, the oldest first', async (t) => {
  const { admin, gin, rom, metro } = await bar(t);
  const monday = await ordered(admin, metro.id, [{ item_id: gin.id, quantity: 6 }]);
  const tuesday = await ordered(admin, metro.id, [
    { item_id: gin.id, quantity: 6 },
    { item_id: rom.id, quantity: 1 },
  ]);

  const draft = await drafted(admin, metro.id, [
    { item_id: gin.id, quantity: 8 },
    { item_id: rom.id, quantity: 1 },
  ]);
  await posted(admin, draft.id);

  t.deepEqual(draft.order_check?.orders, [monday.id, tuesday.id]);
  t.deepEqual(named(draft.order_check?.short ?? []), [['Джин', 12, 8]]);
  t.is((await orderOf(admin, monday.id)).state, 'delivered');
  t.deepEqual(
    (await orderOf(admin, tuesday.id)).rows.map(({ received }) => received),
    [2, 1],
  );
});

test('two deliveries posted at the same moment both count, and two orders of one key are one', async (t) => {
  const { admin, gin, metro } = await bar(t);
  const key = randomUUID();
  const line = [{ item_id: gin.id, quantity: 12 }];
  const [first, second] = await Promise.all([
    ordered(admin, metro.id, line, { key }),
    ordered(admin, metro.id, line, { key }),
  ]);
  const drafts = [5, 7].map((quantity) => drafted(admin, metro.id, [{ item_id: gin.id, quantity }]));

  await Promise.all((await Promise.all(drafts)).map(({ id }) => posted(admin, id)));

  t.is(first.id, second.id);
  const order = await orderOf(admin, first.id);
  t.like(order, { state: 'delivered', open_lines: 0 });
  t.deepEqual(
    order.rows.map(({ received }) => received),
    [12],
  );
});
