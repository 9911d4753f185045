import test from 'ava';
import { MOST_REQUESTS, sharedValue, undoOf } from '../../../tenant-runtime/panel/stock/bulk-edit.ts';
import { allOf, existing, extended, nothingSelected, toggled } from '../../../tenant-runtime/panel/stock/selection.ts';
import { itemNamed } from './items.ts';

const rows = [5, 3, 8, 1].map((id) => ({ id }));
const idsOf = ({ ids }: { ids: ReadonlySet<number> }): number[] => [...ids].sort((a, b) => a - b);

test('a row is chosen and let go again', (t) => {
  const once = toggled(nothingSelected, 3);
  t.deepEqual(idsOf(once), [3]);
  t.deepEqual(idsOf(toggled(once, 3)), []);
});

test('Shift takes what is shown between, beside what was chosen before, and shrinks when it comes back', (t) => {
  const start = toggled(toggled(nothingSelected, 1), 5);
  const wide = extended(start, rows, 8);
  t.deepEqual(idsOf(wide), [1, 3, 5, 8]);
  t.deepEqual(idsOf(extended(wide, rows, 3)), [1, 3, 5]);
});

test('Shift from a row that the filter hides chooses the one row', (t) => {
  t.deepEqual(idsOf(extended(toggled(nothingSelected, 99), rows, 8)), [8, 99]);
});

test('all that is shown is chosen at once, and let go when it was all chosen', (t) => {
  const all = allOf(toggled(nothingSelected, 99), rows);
  t.deepEqual(idsOf(all), [1, 3, 5, 8, 99]);
  t.deepEqual(idsOf(allOf(all, rows)), []);
});

test('what was deleted is no longer chosen', (t) => {
  const chosen = toggled(toggled(nothingSelected, 1), 2);
  t.is(
    existing(
      chosen,
      new Map([
        [1, 1],
        [2, 2],
      ]),
    ),
    chosen,
  );
  t.deepEqual(idsOf(existing(chosen, new Map([[2, 2]]))), [2]);
});

test('a bulk edit is undone by as few requests as there were different values', (t) => {
  const items = [1, 2, 3].map((id) => itemNamed(`П${id}`, { id, par: id === 3 ? null : 4 }));
  t.deepEqual(
    undoOf(items, 'par').map(({ itemIds, set }) => [itemIds, set]),
    [
      [[1, 2], { par: 4 }],
      [[3], { par: null }],
    ],
  );
  t.true(MOST_REQUESTS > 1);
});

test('undoing a category brings back the group of reports that it may have changed', (t) => {
  const items = [itemNamed('Белуга', { category: 'Водка', group: 'strong' })];
  t.deepEqual(undoOf(items, 'category')[0]?.set, { category: 'Водка', group: 'strong' });
});

test('what items hold now is told, or how many different values', (t) => {
  const items = [itemNamed('А', { id: 1, cost: 5 }), itemNamed('Б', { id: 2, cost: 5 })];
  t.deepEqual(sharedValue(items, 'cost'), { same: true, value: 5 });
  t.deepEqual(sharedValue([...items, itemNamed('В', { id: 3, cost: null })], 'cost'), { same: false, values: 2 });
});
