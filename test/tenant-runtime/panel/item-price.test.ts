import test from 'ava';
import { changesOf, payloadOf, valuesOf } from '../../../tenant-runtime/panel/features/stock/card/item-form.ts';
import { priceShown } from '../../../tenant-runtime/panel/features/stock/card/item-price.ts';
import type { ItemValues } from '../../../tenant-runtime/panel/features/stock/card/item-values.ts';
import { itemNamed } from './items.ts';

const gin = itemNamed('Джин', { volume_ml: 750, cost: 1333.33 });
const costOf = (values: ItemValues) => payloadOf(values, false).cost;

test('a price that nobody has touched goes back as it was, shown for a litre or a bottle, and whatever becomes of the volume', (t) => {
  const values = valuesOf(gin);
  const ofBottle: ItemValues = { ...values, costOf: 'bottle' };
  const larger: ItemValues = { ...ofBottle, volume_ml: '1000' };

  t.deepEqual([values, ofBottle, larger].map(priceShown), ['1333,33', '1000', '1333,33']);
  t.deepEqual([values, ofBottle, larger].map(costOf), [1333.33, 1333.33, 1333.33]);
});

test('a price typed for a bottle becomes one of a litre by the volume in the form, and none without it', (t) => {
  const typed: ItemValues = { ...valuesOf(gin), cost: '1 470', keptCost: null, costOf: 'bottle', volume_ml: '700' };

  t.is(costOf(typed), 2100);
  t.is(costOf({ ...typed, costOf: 'unit' }), 1470);
  t.is(costOf({ ...typed, volume_ml: '' }), Number.NaN);
  t.is(costOf({ ...typed, unit: 'шт' }), 1470, 'a piece has one price');
  t.is(costOf({ ...typed, cost: '' }), null);
});

test('only what was changed in the form is sent, so that a weight or a price saved meanwhile stays', (t) => {
  const opened = valuesOf({ ...gin, weight_empty_g: null });

  t.deepEqual(changesOf(opened, opened), {});
  t.deepEqual(changesOf(opened, { ...opened, par: '3', article: ' 17 ' }), { par: 3, article: '17' });
  t.deepEqual(changesOf(opened, { ...opened, codes: [{ ean: '4600000000008', pack: '6' }] }), {
    codes: [{ ean: '4600000000008', pack: 6 }],
  });
});
