import test from 'ava';
import type { ShownChange } from '../../../tenant-runtime/contract/changes.endpoints.ts';
import { goneBy, historyOf } from '../../../tenant-runtime/panel/features/stock/card/history.ts';
import { viewFrom, withView } from '../../../tenant-runtime/panel/features/stock/view-address.ts';
import { wholeStock } from '../../../tenant-runtime/panel/stock/stock-filter.ts';
import { changeOf, itemNamed } from './items.ts';

const jameson = itemNamed('Джемесон', { quantity: 5 });
const at = (minute: number): string => new Date(Date.UTC(2026, 0, 1, 12, minute)).toISOString();
const range = { from: Date.parse(at(0)), now: Date.parse(at(59)) };

test('a history begins with what was there before its first change and ends with what is there now', (t) => {
  const changes = [
    changeOf(jameson, { id: 'b', seq: 2, delta: -1, before: 6, after: 5, created_at: at(20) }),
    changeOf(jameson, { id: 'a', seq: 1, delta: 2, before: 4, after: 6, created_at: at(10) }),
  ];
  t.deepEqual(
    historyOf(changes, 5, range)?.map(({ at: when, quantity }) => [new Date(when).toISOString(), quantity]),
    [
      [at(0), 4],
      [at(10), 6],
      [at(20), 5],
      [at(59), 5],
    ],
  );
});

test('without changes a history is the quantity there is, and a hidden one is not drawn', (t) => {
  t.deepEqual(
    historyOf([], 5, range)?.map(({ quantity }) => quantity),
    [5, 5],
  );
  t.is(historyOf([], null, range), null);
  const hidden: ShownChange = { ...changeOf(jameson), before: null, after: null };
  t.is(historyOf([hidden], 5, range), null);
});

test('what went for a reason adds up; what was undone has not gone', (t) => {
  const of = (id: string, fields: Partial<ShownChange>) =>
    changeOf(jameson, { id, delta: -0.7, reason: 'waste', ...(fields as object) });
  const changes = [of('a', {}), of('b', { undone: true }), of('c', { reason: 'comp' }), of('d', {})];
  t.deepEqual(goneBy(changes), [
    { reason: 'waste', quantity: 1.4 },
    { reason: 'comp', quantity: 0.7 },
  ]);
});

test('a view survives its journey through the address, and says no more than it must', (t) => {
  const view = {
    search: 'джем + 0,7',
    category: '',
    flags: ['low' as const, 'noCode' as const],
    sort: 'difference' as const,
    descending: true,
  };
  const address = withView(new URLSearchParams('item=3'), view);
  t.deepEqual(viewFrom(new URLSearchParams(address.toString())), view);
  t.is(address.get('item'), '3');
  t.is(withView(address, wholeStock).toString(), 'item=3');
});

test('an address that somebody mistyped shows the whole stock', (t) => {
  t.deepEqual(viewFrom(new URLSearchParams('sort=nonsense&show=low,nonsense&order=up')), {
    ...wholeStock,
    flags: ['low'],
  });
});
