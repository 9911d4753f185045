import test from 'ava';
import type { ShownItem } from '../../../tenant-runtime/contract/items.ts';
import {
  categoriesOf,
  compareNames,
  differenceOf,
  inRussianLayout,
  type StockView,
  viewOf,
} from '../../../tenant-runtime/panel/lib/stock-filter.ts';
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

test('ten thousand items are filtered and sorted within a frame or two', (t) => {
  const many = Array.from({ length: 10_000 }, (_, id) => itemNamed(`Позиция ${id}`, { id, quantity: (id * 37) % 997 }));
  viewOf(many, view({ search: 'поз' }));
  const started = performance.now();
  t.is(viewOf(many, view({ search: 'поз 99', sort: 'quantity' })).length, 280);
  t.true(performance.now() - started < 100);
});
