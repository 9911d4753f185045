import { randomUUID } from 'node:crypto';
import type { ChangeResult } from '@ostatok/tenant-runtime/contract/changes.endpoints.ts';
import test from 'ava';
import { startTenant, type Tenant } from '../support/venue/tenant.ts';
import { entered, opened } from './counting.ts';

type Client = Tenant['user'];

async function record(client: Client, fields: Record<string, unknown>): Promise<ChangeResult> {
  const change = { id: randomUUID(), source: 'web', ...fields };
  const { body } = await client.post('/api/changes').send({ changes: [change] });
  // a no-break space separates numbers from their units
  return JSON.parse(JSON.stringify(body.results[0]).replaceAll('\u00a0', ' '));
}

test('700 litres of what there are four of is asked about, with 700 ml offered, and written when confirmed', async (t) => {
  const { user, createItem } = await startTenant(t);
  const item = await createItem({ name: 'Джемесон', unit: 'л', quantity: 4 });
  const typed = { id: randomUUID(), itemId: item.id, delta: 700 };

  const asked = await record(user, typed);
  const confirmed = await record(user, { ...typed, confirmed: true });

  t.is(asked.status, 'rejected');
  t.is(asked.error, '«Джемесон»: +700 л, а сейчас 4 л — слишком много. Может быть, +700 мл?');
  t.deepEqual(asked.doubt?.instead, { amount: 0.7, label: '+700 мл' });
  t.like(confirmed, { status: 'applied', item: { quantity: 704 } });
});

test('350 kg of mint is asked about, also where nothing of it was ever there', async (t) => {
  const { user, createItem } = await startTenant(t);
  const item = await createItem({ name: 'Мята', unit: 'кг' });

  t.is((await record(user, { itemId: item.id, delta: 350 })).doubt?.instead?.label, '+350 г');
  t.is((await record(user, { itemId: item.id, set: 350 })).doubt?.instead?.amount, 0.35);
});

test('50 taken of what there are two of is asked about, three are not', async (t) => {
  const { user, createItem } = await startTenant(t);
  const item = await createItem({ name: 'Тоник', unit: 'шт', quantity: 2 });

  const asked = await record(user, { itemId: item.id, delta: -50 });
  const few = await record(user, { itemId: item.id, delta: -3 });

  t.is(asked.error, '«Тоник»: −50 шт, а в остатке 2 шт. Всё верно?');
  t.like(few, { status: 'applied', item: { quantity: -1 } });
});

test('a loss of twenty litres or more is asked about where the stock has not got it, whatever the stock is', async (t) => {
  const { user, createItem } = await startTenant(t);
  const some = await createItem({ name: 'Мартини', unit: 'л', quantity: 10 });
  const none = await createItem({ name: 'Апероль', unit: 'л' });
  const keg = await createItem({ name: 'Лагер', unit: 'л', quantity: 60 });

  for (const { id } of [some, none]) {
    t.like(await record(user, { itemId: id, delta: -50 }), {
      status: 'rejected',
      doubt: { instead: { amount: -0.05 } },
    });
  }
  t.is((await record(user, { itemId: keg.id, delta: -50 })).status, 'applied');
  t.is((await record(user, { itemId: some.id, delta: -12 })).status, 'applied');
});

test('what the venue has had so much of before is not asked about', async (t) => {
  const { user, createItem } = await startTenant(t);
  const keg = await createItem({ name: 'Лагер', unit: 'л', quantity: 150 });
  await record(user, { itemId: keg.id, delta: -149 });

  t.like(await record(user, { itemId: keg.id, delta: 150 }), { status: 'applied', item: { quantity: 151 } });
});

test('a weight that empties a bottle, or a stock of many, is asked about', async (t) => {
  const { user, createItem } = await startTenant(t);
  const bottle = { unit: 'л' as const, volume_ml: 700, weight_empty_g: 500, density_g_per_ml: 1 };
  const one = await createItem({ name: 'Кампари', quantity: 0.65, ...bottle });
  const many = await createItem({ name: 'Апероль', quantity: 4.2, ...bottle });

  const emptied = await record(user, { itemId: one.id, grossWeightG: 505 });
  const single = await record(user, { itemId: many.id, grossWeightG: 900 });
  const usual = await record(user, { itemId: one.id, grossWeightG: 900 });

  t.is(emptied.error, '«Кампари»: по весу пусто, а было 0,65 л. Записать «стало 0,005 л»?');
  t.is(single.error, '«Апероль»: на весах одна бутылка, 0,4 л, а в остатке 4,2 л. Записать «стало 0,4 л»?');
  t.is(usual.status, 'applied');
});

test('a weight somewhat above a full bottle is asked about, one of two bottles is refused', async (t) => {
  const { user, admin, createItem } = await startTenant(t);
  const bottle = { unit: 'л' as const, volume_ml: 700, weight_empty_g: 500, density_g_per_ml: 1 };
  const item = await createItem({ name: 'Кампари', quantity: 0.7, ...bottle });
  const count = await opened(admin);
  const question = '«Кампари»: на весах 0,9 л, это больше полной бутылки (0,7 л). Вес верен?';

  const asked = await record(user, { itemId: item.id, grossWeightG: 1400 });
  const confirmed = await record(user, { itemId: item.id, grossWeightG: 1400, confirmed: true });
  const counted = await entered(user, count.id, { itemId: item.id, grossWeightG: 1400 });
  const two = await record(user, { itemId: item.id, grossWeightG: 2400, confirmed: true });

  t.is(asked.error?.replaceAll('\u00a0', ' '), question);
  t.like(confirmed, { status: 'applied', item: { quantity: 0.9 } });
  t.is(counted.error?.replaceAll('\u00a0', ' '), question);
  t.is(two.error, '«Кампари»: 2400 г больше веса полной бутылки (1200 г)');
});

test('the question to who counts blindly tells nothing of the stock', async (t) => {
  const tenant = await startTenant(t);
  const item = await tenant.createItem({ name: 'Ром тёмный', unit: 'л', quantity: 7.77, category: 'Ром' });
  await tenant.admin
    .post('/api/counts')
    .send({ key: randomUUID(), title: 'Ночь', scope: 'categories', categories: ['Ром'], blind: true });

  const huge = await record(tenant.user, { itemId: item.id, delta: 700 });
  const gone = await record(tenant.user, { itemId: item.id, delta: -50 });

  t.is(huge.error, '«Ром тёмный»: +700 л — слишком много. Может быть, +700 мл?');
  t.is(gone.status, 'applied');
});

test('700 litres found by a count are asked about, blindly too, and entered when confirmed', async (t) => {
  const { user, admin, createItem } = await startTenant(t);
  const item = await createItem({ name: 'Бейлис', unit: 'л', quantity: 1.4 });
  for (const blind of [false, true]) {
    const count = await opened(admin, { blind });
    const entry = { itemId: item.id, quantity: 700 };
    const stock = blind ? '' : ', а в остатке 1,4 л';

    const asked = await entered(user, count.id, entry);
    const confirmed = await entered(user, count.id, { ...entry, confirmed: true });

    t.is(
      asked.error?.replaceAll('\u00a0', ' '),
      `«Бейлис»: посчитано 700 л${stock} — слишком много. Может быть, 700 мл?`,
    );
    t.is(asked.doubt?.instead?.amount, 0.7);
    t.like(confirmed, { status: 'applied', entry: { quantity: 700 } });
    await admin.post(`/api/counts/${count.id}/cancel`).send({ reason: 'проба' });
  }
});

test('ten times what an item ever had is asked about, but not where it has had as much', async (t) => {
  const { user, createItem } = await startTenant(t);
  const gin = await createItem({ name: 'Джин', unit: 'л', quantity: 1.5 });
  const keg = await createItem({ name: 'Стаут', unit: 'л', quantity: 30 });
  await record(user, { itemId: keg.id, delta: -29 });

  t.is((await record(user, { itemId: gin.id, delta: 30 })).doubt?.instead?.label, '+30 мл');
  t.is((await record(user, { itemId: keg.id, delta: 30 })).status, 'applied');
});

test('a new item that begins with 350 kg is asked about, and made once it is confirmed', async (t) => {
  const { admin } = await startTenant(t);
  const mint = { name: 'Мята', unit: 'кг', quantity: 350, key: randomUUID() };

  const asked = await admin.post('/api/items').send(mint);
  const { body: nothing } = await admin.get('/api/items');
  const made = await admin.post('/api/items').send({ ...mint, confirmed: true });
  const again = await admin.post('/api/items').send(mint);
  const usual = await admin.post('/api/items').send({ name: 'Лагер', unit: 'л', quantity: 150, par: 90 });

  t.is(asked.status, 409);
  t.is(asked.body.code, 'doubtful');
  t.is(asked.body.error.replaceAll('\u00a0', ' '), '«Мята»: сразу 350 кг — слишком много. Может быть, 350 г?');
  t.deepEqual(nothing.items, []);
  t.like(made.body, { item: { name: 'Мята', quantity: 350 } });
  t.is(again.body.item.id, made.body.item.id, 'sent again it is the item that was made');
  t.is(usual.status, 201, 'so much is near to the norm that is given with it');
});

test('an empty bottle on the scale is asked about in a count, and blindly in the same words', async (t) => {
  const { user, admin, createItem } = await startTenant(t);
  const bottle = { unit: 'л' as const, volume_ml: 700, weight_empty_g: 500, density_g_per_ml: 1 };
  const item = await createItem({ name: 'Кампари', quantity: 4, ...bottle });
  for (const blind of [false, true]) {
    const count = await opened(admin, { blind });

    const asked = await entered(user, count.id, { itemId: item.id, grossWeightG: 505 });
    const confirmed = await entered(user, count.id, { itemId: item.id, grossWeightG: 505, confirmed: true });
    const usual = await entered(user, count.id, { itemId: item.id, grossWeightG: 900 });

    t.is(asked.error?.replaceAll('\u00a0', ' '), '«Кампари»: по весу пусто. Записать в подсчёт 0,005 л?');
    t.like(confirmed, { status: 'applied', entry: { quantity: 0.005 } });
    t.is(usual.status, 'applied');
    await admin.post(`/api/counts/${count.id}/cancel`).send({ reason: 'проба' });
  }
});

test('a quantity that is exactly ten times the stock, or a tenth of it, is asked about, with the stock offered', async (t) => {
  const { user, createItem } = await startTenant(t);
  const rum = await createItem({ name: 'Ром', unit: 'л', quantity: 0.7 });
  const gin = await createItem({ name: 'Джин', unit: 'л', quantity: 3 });
  const half = await createItem({ name: 'Вино', unit: 'шт', quantity: 3.5 });

  const more = await record(user, { itemId: rum.id, set: 7 });
  const less = await record(user, { itemId: gin.id, set: 0.3 });
  const pieces = await record(user, { itemId: half.id, set: 35 });
  const gone = await record(user, { itemId: rum.id, delta: -7 });

  t.is(more.error, '«Ром»: стало 7 л, а в остатке 0,7 л — ровно в десять раз больше. Может быть, 0,7 л?');
  t.deepEqual(more.doubt?.instead, { amount: 0.7, label: '0,7 л' });
  t.is(less.error, '«Джин»: стало 0,3 л, а в остатке 3 л — ровно в десять раз меньше. Может быть, 3 л?');
  t.is(pieces.doubt?.instead?.amount, 3.5);
  t.is(gone.error, '«Ром»: −7 л, а в остатке 0,7 л — ровно в десять раз больше. Может быть, −0,7 л?');
  const confirmed = await record(user, { itemId: rum.id, set: 7, confirmed: true });
  t.like(confirmed, { status: 'applied', item: { quantity: 7 } });
});

test('ten times as much is no slip of the decimal point between whole numbers, in a delivery, or to who counts blindly', async (t) => {
  const { user, admin, createItem } = await startTenant(t);
  const tonic = await createItem({ name: 'Тоник', unit: 'шт', quantity: 10 });
  const rum = await createItem({ name: 'Ром', unit: 'л', quantity: 0.7 });

  t.is((await record(user, { itemId: tonic.id, set: 1 })).status, 'applied');
  t.is((await record(user, { itemId: tonic.id, set: 10 })).status, 'applied');
  t.is((await record(user, { itemId: rum.id, delta: -0.07 })).status, 'applied');
  t.is((await record(user, { itemId: rum.id, delta: 6.3 })).status, 'applied');
  await opened(admin, { blind: true });
  t.is((await record(user, { itemId: rum.id, set: 69.3 })).status, 'applied');
  t.is((await record(user, { itemId: rum.id, set: 6.93 })).status, 'applied');
});

test('an entry of a count may be a tenth of the stock, ten times as much is asked about', async (t) => {
  const { user, admin, createItem } = await startTenant(t);
  const rum = await createItem({ name: 'Ром', unit: 'л', quantity: 0.7 });
  const gin = await createItem({ name: 'Джин', unit: 'л', quantity: 7 });
  const count = await opened(admin);

  const more = await entered(user, count.id, { itemId: rum.id, quantity: 7 });
  const part = await entered(user, count.id, { itemId: gin.id, quantity: 0.7 });

  t.is(more.doubt?.instead?.amount, 0.7);
  t.is(part.status, 'applied');
});
