import { randomUUID } from 'node:crypto';
import test from 'ava';
import { startTenant, type Tenant } from '../support/venue/tenant.ts';

const GIN = { name: 'Джин', ean: '5011007003005', volume_ml: 700 };
const question = (was: number, now: number): string =>
  `«Джин»: в прошлый раз пустая весила ${was} г, теперь ${now} г. Верно ли ${now} г?`;

const measuring =
  (venue: Tenant, itemId: number) =>
  (who: 'admin' | 'user', fields: object): Promise<{ status: number; body: Record<string, unknown> }> =>
    venue[who].post(`/api/items/${itemId}/measure`).send({ id: randomUUID(), ...fields });

const proposed = async ({ db }: Tenant): Promise<Record<string, unknown>[]> =>
  db('alias_proposals').orderBy('created_at').pluck('payload');

test('an empty bottle that was weighed twice is proposed to the catalogue, once', async (t) => {
  const venue = await startTenant(t);
  const item = await venue.createItem({ ...GIN, category: 'Бар' });
  const measure = measuring(venue, item.id);

  const first = { id: randomUUID(), emptyG: 482, presetTareG: 32, stepG: 1 };
  t.like((await measure('user', first)).body, { item: { weight_empty_g: 450 } });
  t.is((await measure('user', first)).status, 200, 'sent again it is one weighing');
  t.deepEqual(await proposed(venue), []);
  t.like((await measure('user', { emptyG: 452, stepG: 1 })).body, { item: { weight_empty_g: 450 } });

  const facts = { ean: GIN.ean, description: 'Джин', category: 'Бар', volume_ml: 700 };
  t.deepEqual(await proposed(venue), [{ ...facts, weight_empty_g: 451, weighings: 2 }]);
  await measure('admin', { emptyG: 450.5 });
  t.is((await proposed(venue)).length, 1, 'the same weight is not proposed again');
  const kept = await venue.db('item_measurements').orderBy('seq');
  t.deepEqual(
    kept.map(({ item_id, user_id, bottle, grams, step_g }) => [item_id, user_id, bottle, grams, step_g]),
    [
      [item.id, venue.user.id, 'empty', '450.0', '1.00'],
      [item.id, venue.user.id, 'empty', '452.0', '1.00'],
      [item.id, venue.admin.id, 'empty', '450.5', null],
    ],
  );
});

test('a button that is pressed twice is one weighing, however often the same grams are sent', async (t) => {
  const venue = await startTenant(t);
  const item = await venue.createItem(GIN);
  const measure = measuring(venue, item.id);
  const minutesAgo = (minutes: number): Date => new Date(Date.now() - minutes * 60_000);
  for (const minutes of [20, 19.9, 19.8]) await measure('user', { emptyG: 450, at: minutesAgo(minutes) });
  t.deepEqual(await proposed(venue), []);
  await measure('user', { emptyG: 450, at: minutesAgo(5) });
  t.like(await proposed(venue), [{ weight_empty_g: 450, weighings: 2 }]);
});

test('the id of a measurement is of one weighing of one item', async (t) => {
  const venue = await startTenant(t);
  const [gin, rum] = [await venue.createItem(GIN), await venue.createItem({ name: 'Ром', volume_ml: 700 })];
  const first = { id: randomUUID(), emptyG: 450, presetTareG: 30 };
  t.is((await measuring(venue, gin.id)('user', first)).status, 200);
  const refused = { error: 'Взвешивание с таким номером уже есть, и оно другое', code: 'other_measurement' };
  const answers = [
    await measuring(venue, rum.id)('user', first),
    await measuring(venue, gin.id)('user', { ...first, presetTareG: 29 }),
  ];
  for (const { status, body } of answers) {
    t.is(status, 409);
    t.like(body, refused);
  }
  t.is((await venue.db('item_measurements')).length, 1);
});

test('of an empty and a full bottle both weights are proposed, and the volume is needed for that', async (t) => {
  const venue = await startTenant(t);
  const item = await venue.createItem(GIN);
  const bare = await venue.createItem({ name: 'Ром', ean: '4006381333931' });
  for (const { id } of [item, bare]) {
    await measuring(venue, id)('user', { emptyG: 450 });
    await measuring(venue, id)('user', { fullG: 1115 });
  }
  const [only, ...more] = await proposed(venue);
  t.like(only, { ean: GIN.ean, weight_empty_g: 450, weight_full_g: 1115, weighings: 2 });
  t.deepEqual(more, []);
});

test('a second weighing that disagrees is asked, and written once it is confirmed', async (t) => {
  const venue = await startTenant(t);
  const item = await venue.createItem(GIN);
  const measure = measuring(venue, item.id);
  await measure('user', { emptyG: 480 });

  const asked = await measure('admin', { emptyG: 455 });
  t.deepEqual([asked.status, asked.body.code, asked.body.error], [409, 'doubtful', question(480, 455)]);
  t.deepEqual(asked.body.errors, { emptyG: question(480, 455) });
  t.is((await measure('user', { emptyG: 455, confirmed: true })).body.code, 'weight_known');
  t.is((await venue.admin.get(`/api/items/${item.id}`)).body.item.weight_empty_g, 480);

  t.like((await measure('admin', { emptyG: 455, confirmed: true })).body, { item: { weight_empty_g: 455 } });
  t.deepEqual(await proposed(venue), [], 'one of the two is wrong');
  t.is((await measure('user', { emptyG: 455 })).status, 200);
  t.like(await proposed(venue), [{ weight_empty_g: 455, weighings: 2 }]);
});

test('on a coarse scale two weighings may differ by two steps', async (t) => {
  const venue = await startTenant(t);
  const item = await venue.createItem(GIN);
  const measure = measuring(venue, item.id);
  await measure('user', { emptyG: 450, stepG: 5 });

  t.is((await measure('user', { emptyG: 461, stepG: 5 })).body.code, 'weight_known');
  t.is((await measure('user', { emptyG: 460, stepG: 5 })).status, 200);
  t.like(await proposed(venue), [{ weight_empty_g: 455 }]);
});

test('what the catalogue wrote, a shop’s own code, a further code and no code are not proposed', async (t) => {
  const venue = await startTenant(t);
  const names = ['Из каталога', 'Свой код', 'Другой код', 'Без кода'];
  const [known, own, further, none] = await Promise.all(
    names.map((name) => venue.createItem({ name, volume_ml: 700 })),
  );
  await venue
    .db('items')
    .where({ id: known?.id })
    .update({ ean: GIN.ean, catalogue: { weight_empty_g: [451, GIN.ean] } });
  await venue.db('items').where({ id: own?.id }).update({ ean: '2000000000015' });
  await venue.db('items').where({ id: further?.id }).update({ ean: '4006381333931', alias_ean: '4600702097276' });

  for (const item of [known, own, further, none]) {
    const measure = measuring(venue, item?.id ?? 0);
    t.is((await measure('admin', { emptyG: 450 })).status, 200);
    t.is((await measure('admin', { emptyG: 450 })).status, 200);
  }
  t.deepEqual(await proposed(venue), []);
});

test('an item keeps its last twenty measurements, and an older client’s repeated one is one', async (t) => {
  const venue = await startTenant(t);
  const item = await venue.createItem(GIN);
  const measure = measuring(venue, item.id);
  for (let n = 0; n < 22; n++) await measure('user', { emptyG: 450 + (n % 2) });
  const grams = await venue.db('item_measurements').orderBy('seq').pluck('grams');
  t.is(grams.length, 20);

  await measure('user', { emptyG: 452, id: undefined });
  await measure('user', { emptyG: 452, id: undefined });
  t.is((await venue.db('item_measurements').where({ grams: 452 })).length, 1);
  t.is((await measure('user', { emptyG: 450, stepG: 0 })).status, 400);
  t.is((await measure('user', { emptyG: 450, id: 'x' })).status, 400);
});
