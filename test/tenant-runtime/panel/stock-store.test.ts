import test from 'ava';
import { createStockStore } from '../../../tenant-runtime/panel/live/stock-store.ts';
import { changeOf, itemNamed } from './items.ts';

const at = (second: number): string => new Date(Date.UTC(2026, 0, 1, 12, 0, second)).toISOString();
const jameson = itemNamed('Джемесон', { id: 1, quantity: 4.6, updated_at: at(0) });
const beluga = itemNamed('Белуга', { id: 2, quantity: 1, updated_at: at(0) });

function loaded() {
  const store = createStockStore(() => 1_000);
  store.replace([jameson, beluga], at(1));
  return store;
}

test('items stand by name, and a row that changes warms', (t) => {
  const store = loaded();

  store.apply([{ ...jameson, quantity: 5.3, updated_at: at(2) }], [changeOf(jameson)]);

  const { items, warmedAt, lastChanges } = store.snapshot();
  t.deepEqual(
    items.map(({ name, quantity }) => [name, quantity]),
    [
      ['Белуга', 1],
      ['Джемесон', 5.3],
    ],
  );
  t.deepEqual([...warmedAt], [[1, 1_000]]);
  t.is(lastChanges.get(1)?.user?.name, 'Анна');
});

test('an older state that arrives late does not bring the older quantity back', (t) => {
  const store = loaded();
  store.apply([{ ...jameson, quantity: 5.3, updated_at: at(3) }]);

  store.apply([{ ...jameson, quantity: 5, updated_at: at(2) }]);
  store.replace([jameson, beluga], at(4));

  t.is(store.snapshot().byId.get(1)?.quantity, 5.3);
});

test('a deleted item leaves, a new and a renamed one find their places', (t) => {
  const store = loaded();

  store.apply([
    { ...beluga, updated_at: at(2), deleted: true },
    { ...jameson, name: 'Ямсон', updated_at: at(2) },
    itemNamed('Апероль', { id: 3, updated_at: at(2) }),
  ]);

  t.deepEqual(
    store.snapshot().items.map(({ name }) => name),
    ['Апероль', 'Ямсон'],
  );
});

test('an edit that leaves the quantity alone does not warm the row', (t) => {
  const store = loaded();
  store.apply([{ ...jameson, category: 'Виски', updated_at: at(2) }]);
  t.is(store.snapshot().warmedAt.size, 0);
});

test('the feed holds each change once, newest first, and marks what a reverse change undid', (t) => {
  const store = loaded();
  const first = changeOf(jameson, { id: 'a', seq: 1 });
  const reverse = changeOf(jameson, { id: 'b', seq: 2, delta: -0.7, undoes: 'a' });

  store.apply([], [first]);
  store.recall([reverse, first]);

  t.deepEqual(
    store.snapshot().feed.map(({ id, undone }) => [id, undone]),
    [
      ['b', false],
      ['a', false],
    ],
  );
  store.apply([], [reverse]);
  t.true(store.snapshot().feed.find(({ id }) => id === 'a')?.undone);
});

test('listeners hear of every change until they leave', (t) => {
  const store = loaded();
  let notices = 0;
  const leave = store.subscribe(() => {
    notices += 1;
  });
  store.apply([jameson]);
  leave();
  store.apply([jameson]);
  t.is(notices, 1);
});
