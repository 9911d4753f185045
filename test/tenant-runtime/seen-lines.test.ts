import test from 'ava';
import { down, up } from '../../migrations/tenant/120-seen-lines.ts';
import { closed, enter, opened } from './counting.ts';
import { startClocked } from './usage/venue.ts';

test('a venue of an earlier release gets for its closed counts what a closing writes today', async (t) => {
  const { admin, db, createItem, setTime } = await startClocked(t, '2026-11-01T00:00:00Z');
  const rum = await createItem({ name: 'Ром', unit: 'л', volume_ml: 700, weight_empty_g: 500, weight_full_g: 1200 });
  const gin = await createItem({ name: 'Джин', unit: 'л', volume_ml: 700 });
  const lime = await createItem({ name: 'Лайм', unit: 'кг' });
  const mint = await createItem({ name: 'Мята', unit: 'шт' });
  const count = await opened(admin);
  setTime('2026-11-01T06:00:00Z');
  await enter(admin, count.id, { itemId: rum.id, grossWeightG: 900, at: '2026-11-01T01:00:00Z' });
  await enter(admin, count.id, { itemId: rum.id, quantity: 1.05, at: '2026-11-01T02:00:00Z' });
  await enter(admin, count.id, { itemId: gin.id, quantity: 1.4, at: '2026-11-01T03:00:00Z' });
  await enter(admin, count.id, { itemId: lime.id, quantity: 2.3, at: '2026-11-01T04:00:00Z' });
  await admin.post(`/api/counts/${count.id}/recount`).send({ itemIds: [lime.id] });
  await enter(admin, count.id, { itemId: lime.id, quantity: 2, at: '2026-11-01T05:00:00Z' });
  await closed(admin, count.id);
  await opened(admin);
  const lines = () =>
    db('count_lines').orderBy(['count_id', 'item_id']).select('count_id', 'item_id', 'seen_at', 'error');
  const written = await lines();
  t.deepEqual(
    written.map(({ item_id, seen_at }) => [item_id, seen_at?.toISOString() ?? null]),
    [
      [rum.id, '2026-11-01T02:00:00.000Z'],
      [gin.id, '2026-11-01T03:00:00.000Z'],
      [lime.id, '2026-11-01T05:00:00.000Z'],
      [mint.id, null],
      [rum.id, null],
      [gin.id, null],
      [lime.id, null],
      [mint.id, null],
    ],
  );

  await down(db);
  await up(db);

  t.deepEqual(await lines(), written);
});
