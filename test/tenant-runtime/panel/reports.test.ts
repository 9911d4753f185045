import test from 'ava';
import {
  addressOf,
  everything,
  filterFrom,
  queryOf,
} from '../../../tenant-runtime/panel/features/changes/log-address.ts';
import {
  byCategory,
  measuresOf,
  type Row,
  sortedRows,
} from '../../../tenant-runtime/panel/features/discrepancies/tally.ts';
import { toCsv } from '../../../tenant-runtime/panel/files/csv.ts';
import { daysOf } from '../../../tenant-runtime/panel/reports/day-periods.ts';

const row = (name: string, category: string, difference: number, loss: number | null, unit: 'л' | 'шт' = 'л'): Row => ({
  item: { id: name.length, name, category, group: 'strong', unit },
  expected: 1,
  quantity: 1 + difference,
  difference,
  cost: null,
  loss,
});
const rows = [
  row('Белуга', 'Водка', -3, -300),
  row('Джемесон', 'Виски', -1, -900),
  row('Кола', 'Соки', 2, null, 'шт'),
  row('Джин', 'Виски', 0.1, 90),
];

test('the largest differences and losses come first, by loss rows without a price after them', (t) => {
  const names = (sorted: Row[]): string[] => sorted.map(({ item }) => item.name);
  t.deepEqual(names(sortedRows(rows, 'difference')), ['Белуга', 'Кола', 'Джемесон', 'Джин']);
  t.deepEqual(names(sortedRows(rows, 'loss')), ['Джемесон', 'Белуга', 'Джин', 'Кола']);
  t.deepEqual(names(sortedRows(rows, 'name')), ['Белуга', 'Джемесон', 'Джин', 'Кола']);
});

test('roubles add up by category, and so does each unit by itself', (t) => {
  t.deepEqual(measuresOf(rows), ['money', 'л', 'шт']);
  t.deepEqual(byCategory(rows, 'money'), [
    { name: 'Виски', shortage: -900, surplus: 90 },
    { name: 'Водка', shortage: -300, surplus: 0 },
  ]);
  t.deepEqual(byCategory(rows, 'шт'), [{ name: 'Соки', shortage: 0, surplus: 2 }]);
  t.deepEqual(measuresOf([row('Ноль', '', 0, 0)]), []);
});

test('days of a period are counted by the clock of the venue', (t) => {
  const now = Date.parse('2026-01-31T22:30:00Z');
  t.deepEqual(daysOf('7', now, 'Europe/Moscow'), { from: '2026-01-26', to: '2026-02-01' });
  t.deepEqual(daysOf('7', now, 'UTC'), { from: '2026-01-25', to: '2026-01-31' });
  t.deepEqual(daysOf('all', now, 'UTC'), {});
});

test('a table for Excel has decimal commas, quoted texts and no formulas', (t) => {
  t.is(
    toCsv([
      ['а;б', -0.5, null],
      ['=1+1', 'он сказал «"да"»', 2],
    ]),
    '\uFEFF"а;б";-0,5;\r\n\'=1+1;"он сказал «""да""»";2\r\n',
  );
});

test('the filter of a log survives the address, which says no more than it must', (t) => {
  const filter = { ...everything, item: 3, reason: 'comp' as const, period: 'own' as const, from: '2026-01-02' };
  t.deepEqual(filterFrom(addressOf(filter)), filter);
  t.is(addressOf(everything).toString(), '');
  t.deepEqual(filterFrom(new URLSearchParams('item=drop&source=x&from=1&to=2026-02-31')), everything);
  t.like(Object.fromEntries(queryOf(filter, 'Europe/Moscow')), { item: '3', reason: 'comp', from: '2026-01-02' });
});
