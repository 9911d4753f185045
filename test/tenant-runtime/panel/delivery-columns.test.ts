import test from 'ava';
import { deliveryColumns } from '../../../tenant-runtime/contract/delivery-layout.ts';
import { guessLayout, objectionTo } from '../../../tenant-runtime/panel/features/deliveries/columns.ts';
import { touchedCounts } from '../../../tenant-runtime/panel/features/deliveries/posting.ts';
import { chooseColumn, fieldIn, lettersOf } from '../../../tenant-runtime/panel/files/columns.ts';

const LETTERS = 'ABCDEFGHIJ';
const tableOf = (...rows: string[][]) => ({
  sheets: ['Лист1'],
  rows: rows.map((texts, index) => ({
    row: index + 1,
    cells: texts.flatMap((text, at) => (text ? [{ column: LETTERS[at] ?? '', text }] : [])),
  })),
});

test('the header is the row with the most known names, and each column is guessed by its own', (t) => {
  const table = tableOf(
    ['Накладная 5'],
    ['№', 'Артикул', 'Товар', 'Ед. изм.', 'Кол-во', 'Цена', 'Сумма без НДС', 'НДС', 'Всего с НДС, сумма'],
    ['1', 'К-1', 'Кола', 'шт', '12', '80', '960', '192', '1152'],
  );
  t.deepEqual(guessLayout(table), {
    headerRow: 2,
    columns: { code: 'B', name: 'C', unit: 'D', quantity: 'E', price: 'F', net: 'G', vat: 'H', gross: 'I' },
  });
  t.deepEqual(lettersOf(table), [...LETTERS.slice(0, 9)]);
});

test('without known headers nothing is guessed', (t) => {
  t.deepEqual(guessLayout(tableOf(['Кола', '12'], ['Тоник', '6'])), { headerRow: 0, columns: {} });
});

test('a column is one field, and a field is in one column', (t) => {
  const priced = chooseColumn(deliveryColumns, { name: 'A', price: 'B' }, 'B', 'quantity');
  const columns = chooseColumn(deliveryColumns, priced, 'C', 'name');
  t.deepEqual(columns, { quantity: 'B', name: 'C' });
  t.is(fieldIn(deliveryColumns, columns, 'C'), 'name');
  t.is(fieldIn(deliveryColumns, columns, 'A'), '');
  t.deepEqual(chooseColumn(deliveryColumns, columns, 'C', ''), { quantity: 'B' });
});

test('what a layout lacks is said in the words of the API', (t) => {
  t.is(objectionTo({ headerRow: 1, columns: { quantity: 'B' } }), 'Укажите столбец с названием или кодом');
  t.is(objectionTo({ headerRow: 1, columns: { name: 'A', quantity: 'B' } }), null);
});

test('statements are gathered by their counts, each item once', (t) => {
  const [gin, rum] = [
    { id: 1, name: 'Джин' },
    { id: 2, name: 'Ром' },
  ];
  const count = { id: 5, title: 'Пятничный' };
  const at = '2026-11-28T09:00:00.000Z';
  t.deepEqual(
    touchedCounts([
      { item: gin, at, count },
      { item: rum, at, count },
      { item: gin, at, count },
      { item: gin, at, count: null },
    ]),
    [
      { id: 5, title: 'Пятничный', at, items: ['Джин', 'Ром'] },
      { id: null, title: 'Остаток записан заново', at, items: ['Джин'] },
    ],
  );
});
