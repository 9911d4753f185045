import test from 'ava';
import type { ShownItem } from '../../../tenant-runtime/contract/items.endpoints.ts';
import {
  categoriesOf,
  compareNames,
  differenceOf,
  flagCounts,
  type StockView,
  viewOf,
} from '../../../tenant-runtime/panel/stock/stock-filter.ts';
import { inRussianLayout, prepareSearch } from '../../../tenant-runtime/panel/stock/stock-search.ts';
import { itemNamed } from './items.ts';

const view = (change: Partial<StockView>): StockView => ({
  search: '',
  category: null,
  sort: 'name',
  descending: false,
  ...change,
});
const names = (items: ShownItem[]): string[] => items.map(({ name }) => name);

const stock = [
  itemNamed('Белуга', { id: 1, category: 'Водка', quantity: 3, expected: 4 }),
  itemNamed('Джемесон', { id: 2, category: 'Виски', quantity: 5, expected: 5 }),
  itemNamed('Лимонад Жигулёвский', { id: 3, quantity: 1, expected: null, ean: '4600494000737' }),
  itemNamed('Сок джем', { id: 4, category: 'Соки', quantity: 2, expected: 1, article: 'A-17' }),
].sort(compareNames);

test('a search looks into every word of the name, the category, the article and the barcode', (t) => {
  t.deepEqual(names(viewOf(stock, view({ search: 'жигулевск' }))), ['Лимонад Жигулёвский']);
  t.deepEqual(names(viewOf(stock, view({ search: 'ВОДКА' }))), ['Белуга']);
  t.deepEqual(names(viewOf(stock, view({ search: 'a-17' }))), ['Сок джем']);
  t.deepEqual(names(viewOf(stock, view({ search: '4600494' }))), ['Лимонад Жигулёвский']);
  t.deepEqual(names(viewOf(stock, view({ search: 'жиг лимон' }))), ['Лимонад Жигулёвский']);
});

test('names that begin with the search come first', (t) => {
  t.deepEqual(names(viewOf(stock, view({ search: 'джем' }))), ['Джемесон', 'Сок джем']);
});

test('a search typed in the wrong keyboard layout finds what was meant', (t) => {
  t.is(inRussianLayout('l;tv'), 'джем');
  t.deepEqual(names(viewOf(stock, view({ search: 'l;tvtcjy' }))), ['Джемесон']);
});

test('a name is found in either alphabet by how it sounds, after what is spelt so', (t) => {
  const bottles = [
    itemNamed('Абсолют', { id: 1 }),
    itemNamed('Absolut Citron', { id: 2 }),
    itemNamed('Джек Дэниэлс', { id: 3 }),
    itemNamed("Jack Daniel's Honey", { id: 4 }),
    itemNamed('Хеннесси', { id: 5 }),
  ];
  t.deepEqual(names(viewOf(bottles, view({ search: 'absolut' }))), ['Absolut Citron', 'Абсолют']);
  t.deepEqual(names(viewOf(bottles, view({ search: 'джек дэн' }))), ['Джек Дэниэлс', "Jack Daniel's Honey"]);
  t.deepEqual(names(viewOf(bottles, view({ search: 'hennessy' }))), ['Хеннесси']);
});

test('every barcode of an item finds it', (t) => {
  const cased = itemNamed('Белуга', { id: 9, codes: [{ ean: '14600494000734', pack: 12 }] });
  t.deepEqual(viewOf([cased, ...stock], view({ search: '146004' })), [cased]);
});

test('flags narrow the list together, and each says how many it would leave', (t) => {
  const now = Date.UTC(2026, 0, 10);
  const kept = [
    itemNamed('Белуга', { id: 1, par: 4, quantity: 3, expected: 3, cost: 900, ean: '4600494000737' }),
    itemNamed('Джемесон', { id: 2, par: 4, quantity: 3, expected: 4 }),
    itemNamed('Апероль', { id: 3, quantity: 1, changed_at: '2025-11-01T00:00:00.000Z' }),
  ];
  t.deepEqual(flagCounts(kept, now), { low: 2, differs: 1, stale: 1, noCode: 2, noCost: 2 });
  t.deepEqual(names(viewOf(kept, view({ flags: ['low', 'differs'] }), now)), ['Джемесон']);
  t.deepEqual(names(viewOf(kept, view({ flags: ['stale'] }), now)), ['Апероль']);
});

test('unknown values stand last in either direction', (t) => {
  t.deepEqual(names(viewOf(stock, view({ sort: 'difference' }))), [
    'Белуга',
    'Джемесон',
    'Сок джем',
    'Лимонад Жигулёвский',
  ]);
  t.is(viewOf(stock, view({ sort: 'difference', descending: true })).at(-1)?.name, 'Лимонад Жигулёвский');
});

test('a hidden quantity stands last in either direction, and its difference is not known', (t) => {
  const blind: ShownItem = { ...itemNamed('Апероль', { id: 5 }), quantity: null, expected: null, hidden: true };
  for (const descending of [false, true]) {
    t.is(viewOf([blind, ...stock], view({ sort: 'quantity', descending })).at(-1), blind);
  }
  t.is(differenceOf(blind), null);
});

test('items without a category are a category of their own, listed last', (t) => {
  t.deepEqual(categoriesOf(stock).at(-1), { name: '', count: 1 });
  t.deepEqual(names(viewOf(stock, view({ category: '' }))), ['Лимонад Жигулёвский']);
});

test('once prepared, a search among ten thousand items spells out no name anew', (t) => {
  let spelled = 0;
  const many = Array.from({ length: 10_000 }, (_, id) => {
    const item = itemNamed(`Виски ${id} Glen ${id % 97}`, { id, quantity: (id * 37) % 997 });
    const { name } = item;
    return Object.defineProperty(item, 'name', {
      get: () => {
        spelled += 1;
        return name;
      },
    });
  });
  const steps: (() => void)[] = [];
  prepareSearch(many, (run) => void steps.push(run));
  for (let step = steps.shift(); step; step = steps.shift()) step();
  t.true(spelled >= many.length);

  for (const search of ['glen 9', 'гленн', 'вис 99', 'dbc']) {
    spelled = 0;
    const found = viewOf(many, view({ search, sort: 'quantity' }));
    t.true(found.length > 0, search);
    // the time it takes is measured by `npm run bench pages`
    t.true(spelled <= found.length * 40, `${search}: ${spelled} of ${found.length}`);
  }
});
