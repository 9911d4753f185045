import test from 'ava';
import type { ShownItem } from '../../../tenant-runtime/contract/items.endpoints.ts';
import { isLive, parseGrams, remainingOf } from '../../../tenant-runtime/panel/scales/weight.ts';

const bottle = {
  name: 'Джемесон',
  unit: 'л',
  volume_ml: 700,
  weight_empty_g: 420,
  weight_full_g: null,
  density_g_per_ml: 0.95,
} as ShownItem;

test('a typed weight is read with a comma and a unit, and nothing impossible is', (t) => {
  t.is(parseGrams('745,5'), 745.5);
  t.is(parseGrams('1 160 г'), 1160);
  for (const text of ['', 'бутылка', '0', '-5', '200000']) t.is(parseGrams(text), null, text);
});

test("what remains is told with the scale's own error", (t) => {
  t.deepEqual(remainingOf(bottle, { grams: 705, stepG: 5 }), { quantity: 0.3, error: 0.003, fill: 300 / 700 });
});

test('a reading that cannot be is told and not computed', (t) => {
  t.like(remainingOf(bottle, { grams: 100, stepG: null }), { failure: 'too_light' });
  t.like(remainingOf(bottle, { grams: 2000, stepG: null }), { failure: 'too_heavy' });
  t.like(remainingOf({ ...bottle, weight_empty_g: null } as ShownItem, { grams: 700, stepG: null }), {
    failure: 'no_empty',
  });
});

test('a reading is live while the scale speaks, and one that was kept on the way never is', (t) => {
  const now = Date.parse('2026-01-31T12:00:10Z');
  t.true(isLive({ seenAt: now - 5_000 }, now));
  t.false(isLive({ seenAt: now - 20_000 }, now));
  t.false(isLive({ seenAt: now, at: '2026-01-31T09:00:00Z' }, now));
});
