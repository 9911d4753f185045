import type { UsagePace } from '@ostatok/tenant-runtime/contract/usage.endpoints.ts';
import test from 'ava';
import { move } from '../counting.ts';
import { countedAt, dishOf, match, sell, startClocked } from './venue.ts';

type Row = UsagePace['rows'][number];

test('pars follow from what has gone in six weeks: by recipes, by people, by waste; what does not go lies dead', async (t) => {
  const venue = await startClocked(t, '2026-10-01T09:00:00Z');
  const { createItem, setTime } = venue;
  let { admin } = venue;
  const pace = async (): Promise<UsagePace> => (await admin.get('/api/usage/pace')).body;
  t.like(await pace(), { days: 0, rows: [] });
  const rum = await createItem({ name: 'Ром', unit: 'л', volume_ml: 700, cost: 2000, quantity: 5 });
  const cups = await createItem({ name: 'Стаканы', unit: 'шт', cost: 10, quantity: 100 });
  const old = await createItem({ name: 'Ликёр', unit: 'л', volume_ml: 500, cost: 900, quantity: 2 });
  const rowOf = async (id: number): Promise<Row | undefined> => (await pace()).rows.find(({ item }) => item.id === id);

  setTime('2026-10-10T09:00:00Z');
  // a session lasts thirty days
  admin = await venue.asNewUser('late', 'admin');
  t.like(await rowOf(old.id), { weekly: 0, proposed: null, dead: false }, 'it is too early to tell');

  const known: [string, string, number, number][] = [
    ['2026-10-01', 'Вода', 1, 100],
    ['2026-11-11', 'Вода', 1, 100],
  ];
  await sell(admin, ['2026-10-20', 'Дайкири', 84, 42_000], ...known);
  await match(admin, 'Дайкири', { dish_id: await dishOf(admin, 'Дайкири', [[rum.id, 50, 'мл']]) });
  const at = '2026-10-25T09:00:00Z';
  setTime(at);
  await move(admin, rum.id, { delta: -0.7, at });
  await move(admin, rum.id, { delta: -0.6, reason: 'waste', at });
  await move(admin, cups.id, { delta: -20, at });
  await move(admin, cups.id, { delta: -22, reason: 'transfer', at });
  await countedAt({ admin, setTime }, '2026-11-01T09:00:00Z', [[old.id, 2]]);

  setTime('2026-11-12T09:00:00Z');
  admin = await venue.asNewUser('later', 'admin');
  t.is((await pace()).days, 42);
  // 84 × 0.05 l by recipes and 0.6 l wasted; what the till has sold is not told twice
  t.like(await rowOf(rum.id), { weekly: 0.8, proposed: 1.4, dead: false, par: null });
  t.like(await rowOf(cups.id), { weekly: 3.333, proposed: 5 });
  t.like(await rowOf(old.id), { weekly: 0, lasts: null, proposed: null, dead: true, value: 1800 });
  t.is((await rowOf(cups.id))?.lasts, 121);
});

test('what a till has sold went on the days that its export has', async (t) => {
  const venue = await startClocked(t, '2026-11-01T09:00:00Z');
  const { admin, createItem, setTime } = venue;
  const beer = await createItem({ name: 'Пиво', unit: 'шт', quantity: 40 });
  const cups = await createItem({ name: 'Стаканы', unit: 'шт', quantity: 100 });
  await move(admin, cups.id, { delta: -28 });
  setTime('2026-11-29T09:00:00Z');
  await sell(admin, ['2026-11-10', 'Пиво', 10, 5000], ['2026-11-23', 'Пиво', 18, 9000]);
  await match(admin, 'Пиво', { item_id: beer.id, factor: 1 });

  const pace: UsagePace = (await admin.get('/api/usage/pace')).body;

  t.like(pace, { days: 28, sold_days: 14 });
  const rowOf = (id: number) => pace.rows.find(({ item }) => item.id === id);
  t.like(rowOf(beer.id), { weekly: 14, lasts: 20, proposed: 21 });
  t.like(rowOf(cups.id), { weekly: 7, proposed: 11 });
});
