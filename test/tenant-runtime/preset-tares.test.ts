import { randomUUID } from 'node:crypto';
import test from 'ava';
import { startTenant, type Tenant } from '../support/venue/tenant.ts';

const POURER = { name: 'Гейзер', grams: 32 };
/** A full bottle weighs 1150 g. */
const APEROL = { name: 'Апероль', quantity: 0.7, volume_ml: 700, density_g_per_ml: 1, weight_empty_g: 450 };

async function change({ user }: Tenant, fields: object) {
  const sent = { id: randomUUID(), source: 'scales', ...fields };
  const { body } = await user.post('/api/changes').send({ changes: [sent] });
  return body.results[0];
}

async function openCount({ admin }: Tenant): Promise<number> {
  const { body } = await admin.post('/api/counts').send({ key: randomUUID() });
  return body.count.id;
}

async function enter({ user }: Tenant, countId: number, fields: object) {
  const sent = { id: randomUUID(), source: 'scales', ...fields };
  const { body } = await user.post(`/api/counts/${countId}/entries`).send({ entries: [sent] });
  return body.results[0];
}

test('an administrator keeps a short list of what stands on bottles, which everybody reads', async (t) => {
  const { admin, user } = await startTenant(t);
  const presetTares = [POURER, { name: 'Пробка', grams: 12.5 }];

  const { status, body } = await admin.put('/api/settings').send({ presetTares });

  t.deepEqual([status, body.settings.presetTares], [200, presetTares]);
  t.deepEqual((await user.get('/api/settings')).body.settings.presetTares, presetTares);
  t.is((await user.put('/api/settings').send({ presetTares: [] })).status, 403);
  for (const [wrong, field, error] of [
    [[POURER, { name: ' гейзер ', grams: 30 }], 'presetTares', '«гейзер» названа дважды'],
    [[{ name: '', grams: 30 }], 'presetTares[0].name', 'Назовите насадку'],
    [[{ name: 'Гейзер' }], 'presetTares[0].grams', 'Укажите вес насадки'],
    [[{ name: 'Гейзер', grams: 0 }], 'presetTares[0].grams', 'Вес насадки — от 0,1 г'],
    [[{ name: 'Гейзер', grams: 500.1 }], 'presetTares[0].grams', 'Вес насадки — до 500 г'],
    [[{ name: 'Гейзер', grams: '32' }], 'presetTares[0].grams', 'Укажите вес насадки в граммах'],
    [Array.from({ length: 11 }, (_, n) => ({ name: `Гейзер ${n}`, grams: 1 })), 'presetTares', 'Не больше 10 насадок'],
  ] as const) {
    const refused = await admin.put('/api/settings').send({ presetTares: wrong });
    t.deepEqual([refused.status, refused.body.errors], [400, { [field]: error }]);
  }
  t.deepEqual((await admin.get('/api/settings')).body.settings.presetTares, presetTares);
});

test('what stands on a weighed bottle is subtracted, and the list of the venue plays no part in it', async (t) => {
  const venue = await startTenant(t);
  const { id: itemId } = await venue.createItem(APEROL);
  const flour = await venue.createItem({ name: 'Мука', unit: 'кг', weight_empty_g: 100 });

  t.like(await change(venue, { itemId, grossWeightG: 832, presetTareG: 32 }), { item: { quantity: 0.35 } });
  t.like(await change(venue, { itemId, grossWeightG: 832 }), { item: { quantity: 0.382 } });
  t.like(await change(venue, { itemId, grossWeightG: 832, presetTareG: 0 }), { item: { quantity: 0.382 } });
  t.like(await change(venue, { itemId: flour.id, grossWeightG: 2632.5, presetTareG: 32.5 }), {
    item: { quantity: 2.5 },
  });
});

test('the bottle itself is judged: too light, too heavy, fuller than full, and empty', async (t) => {
  const venue = await startTenant(t);
  const { id: itemId } = await venue.createItem(APEROL);
  const errorOf = async (grossWeightG: number, presetTareG: number): Promise<string> =>
    (await change(venue, { itemId, grossWeightG, presetTareG })).error.replaceAll('\u00a0', ' ');

  t.is(await errorOf(460, 32), '«Апероль»: 428 г без насадки (32 г) меньше веса пустой бутылки (450 г)');
  t.is(await errorOf(2132, 32), '«Апероль»: 2100 г без насадки (32 г) больше веса полной бутылки (1150 г)');
  t.is(await errorOf(1282, 32), '«Апероль»: на весах 0,8 л, это больше полной бутылки (0,7 л). Вес верен?');
  t.is(await errorOf(482, 32), '«Апероль»: по весу пусто, а было 0,7 л. Записать «стало 0 л»?');
  t.like(await change(venue, { itemId, grossWeightG: 1182, presetTareG: 32 }), { item: { quantity: 0.7 } });
});

test('a weight without the bottle, and one that cannot be, are refused in words', async (t) => {
  const venue = await startTenant(t);
  const { id: itemId } = await venue.createItem(APEROL);
  const countId = await openCount(venue);
  const alone = 'Вес насадки бывает только у взвешенной бутылки';

  t.is((await change(venue, { itemId, delta: 1, presetTareG: 32 })).error, alone);
  t.is((await change(venue, { itemId, set: 1, presetTareG: 0 })).error, alone);
  t.is((await enter(venue, countId, { itemId, quantity: 1, presetTareG: 32 })).error, alone);
  for (const [presetTareG, error] of [
    [-1, 'Вес насадки не меньше нуля'],
    [500.5, 'Вес насадки не больше 500 г'],
    ['32', 'Вес насадки — число граммов'],
  ] as const) {
    t.is((await change(venue, { itemId, grossWeightG: 900, presetTareG })).error, error);
    t.is((await enter(venue, countId, { itemId, grossWeightG: 900, presetTareG })).error, error);
    const measured = await venue.admin.post(`/api/items/${itemId}/measure`).send({ emptyG: 482, presetTareG });
    t.deepEqual([measured.status, measured.body.errors], [400, { presetTareG: error }]);
  }
});

test('a change sent again is the same one only with the same grams on the bottle', async (t) => {
  const venue = await startTenant(t);
  const { id: itemId } = await venue.createItem(APEROL);
  const sent = { id: randomUUID(), itemId, grossWeightG: 832, presetTareG: 32 };
  const plain = { id: randomUUID(), itemId, grossWeightG: 832 };
  await change(venue, sent);
  await change(venue, plain);

  t.is((await change(venue, sent)).status, 'duplicate');
  for (const presetTareG of [undefined, 0, 12]) {
    const other = await change(venue, { ...sent, presetTareG });
    t.is(other.error, 'Изменение с таким номером уже записано, и оно другое', String(presetTareG));
  }
  t.is((await change(venue, { ...plain, presetTareG: 0 })).status, 'duplicate');
  t.is((await change(venue, { ...plain, presetTareG: 32 })).status, 'rejected');
});

test('an entry of a count keeps what stood on the bottle, and is sent again as it was', async (t) => {
  const venue = await startTenant(t);
  const { id: itemId } = await venue.createItem(APEROL);
  const countId = await openCount(venue);
  const sent = { id: randomUUID(), itemId, grossWeightG: 832, presetTareG: 32 };

  t.like(await enter(venue, countId, sent), {
    status: 'applied',
    entry: { quantity: 0.35, grossWeightG: 832, presetTareG: 32, method: 'weighed' },
  });
  t.is((await enter(venue, countId, sent)).status, 'duplicate');
  t.is(
    (await enter(venue, countId, { ...sent, presetTareG: 12 })).error,
    'Запись с таким номером уже есть, и она другая',
  );
  t.like(await enter(venue, countId, { itemId, grossWeightG: 832 }), { entry: { quantity: 0.382, presetTareG: null } });
  t.like(await enter(venue, countId, { itemId, quantity: 1 }), { entry: { grossWeightG: null, presetTareG: null } });
});

test('a bottle is measured without what stands on it', async (t) => {
  const { user, createItem } = await startTenant(t);
  const bare = await createItem({ name: 'Джин', volume_ml: 700 });
  const known = await createItem({ name: 'Ром', volume_ml: 700, density_g_per_ml: 0.95 });
  const measure = async (id: number, weight: object) => (await user.post(`/api/items/${id}/measure`).send(weight)).body;

  t.like(await measure(bare.id, { emptyG: 482.5, presetTareG: 32 }), { item: { weight_empty_g: 450.5 } });
  t.like(await measure(known.id, { fullG: 1197, presetTareG: 32 }), {
    item: { weight_full_g: 1165, weight_empty_g: 500 },
  });
});
