import test from 'ava';
import { boundsOf } from '../../../tenant-runtime/panel/features/changes/period.ts';
import { payloadOf, valuesOf } from '../../../tenant-runtime/panel/features/stock/card/item-form.ts';
import { outcomeOf, quickAmounts } from '../../../tenant-runtime/panel/features/stock/change-draft.ts';
import { changeKeyOf, isQuestion, isSlash } from '../../../tenant-runtime/panel/keyboard/keys.ts';
import { since } from '../../../tenant-runtime/panel/ui/since.ts';
import { itemNamed } from './items.ts';

const stroke = (key: string, code = '', shiftKey = false) => ({
  key,
  code,
  shiftKey,
  ctrlKey: false,
  altKey: false,
  metaKey: false,
});

test('the three kinds of change show what will be there', (t) => {
  t.deepEqual(outcomeOf('0,7', 'plus', 4.6, 'л'), { amount: { delta: 0.7 }, after: 5.3 });
  t.deepEqual(outcomeOf('0,7', 'minus', 4.6, 'л'), { amount: { delta: -0.7 }, after: 3.9 });
  t.deepEqual(outcomeOf('3', 'set', 4.6, 'л'), { amount: { set: 3 }, after: 3 });
  t.deepEqual(outcomeOf('0', 'set', 4.6, 'л'), { amount: { set: 0 }, after: 0 });
});

test('a change of nothing and a stock below zero are refused', (t) => {
  t.deepEqual(outcomeOf('0', 'plus', 1, 'л'), { error: 'Введите количество больше нуля' });
  t.deepEqual(outcomeOf('-1', 'set', 1, 'л'), { error: 'Остаток не меньше нуля' });
});

test("an item's own bottle is the first quick amount, and stands there once", (t) => {
  t.deepEqual(
    quickAmounts({ unit: 'л', volume_ml: 500 }).map(({ text }) => text),
    ['0,5', '0,05', '0,1', '1'],
  );
});

test('the item form gives back what the item holds', (t) => {
  const item = itemNamed('Джемесон', { category: 'Виски', expected: 4.5, volume_ml: 700, ean: '5011007003029' });
  const payload = payloadOf(valuesOf(item), false);
  t.like(payload, { name: 'Джемесон', expected: 4.5, par: null, volume_ml: 700, ean: '5011007003029', article: null });
  t.false('quantity' in payload);
});

test('the keys work in the Russian layout too', (t) => {
  t.true(isSlash(stroke('.', 'Slash')));
  t.true(isQuestion(stroke(',', 'Slash', true)));
  t.false(isSlash(stroke(',', 'Slash', true)));
  t.is(changeKeyOf(stroke('+', 'Equal', true)), 'plus');
  t.is(changeKeyOf({ ...stroke('-'), ctrlKey: true }), null);
});

test('a moment ago is words, later it is the time by the clock of the venue, and after a day the day', (t) => {
  const at = '2026-01-01T12:00:00.000Z';
  const after = (minutes: number): string => since(at, 'Asia/Vladivostok', Date.parse(at) + minutes * 60_000);
  t.is(after(-1), 'только что');
  t.is(after(0.5), 'только что');
  t.is(after(21), '21 мин назад');
  t.regex(after(90), /1 янв.*22:00/);
  t.regex(after(3 * 24 * 60), /^1 янв\.?$/);
  t.regex(after(400 * 24 * 60), /^1 янв\.? 2026/);
});

test("a period's last day is in it whole", (t) => {
  const own = { from: '2026-01-01', to: '2026-01-31' };
  t.deepEqual(boundsOf('own', new Date(), 'Europe/Moscow', own), own);
  t.deepEqual(boundsOf('own', new Date(), 'Europe/Moscow'), { from: undefined, to: undefined });
});

test('the days of a log are those of the venue, wherever it is read', (t) => {
  const evening = new Date('2026-01-31T18:30:00Z');
  t.deepEqual(boundsOf('today', evening, 'Europe/Moscow'), { from: '2026-01-31' });
  t.deepEqual(boundsOf('today', evening, 'Asia/Bangkok'), { from: '2026-02-01' });
  const night = new Date('2026-01-31T21:30:00Z');
  t.deepEqual(boundsOf('today', night, 'Europe/Moscow'), { from: '2026-02-01' });
  t.deepEqual(boundsOf('yesterday', night, 'Europe/Moscow'), { from: '2026-01-31', to: '2026-01-31' });
  t.deepEqual(boundsOf('week', night, 'Europe/Moscow'), { from: '2026-01-26' });
});
