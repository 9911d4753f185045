import type { Cells, Venue } from '../../tenant-runtime/spreadsheets/venue.ts';

export const bar: Cells[] = [
  ['Прайс-лист ООО «Ромашка»'],
  [],
  ['№', 'Артикул', 'Номенклатура', 'Ед. изм.', 'Остаток', 'Цена', 'Штрихкод'],
  [null, null, 'Алкоголь'],
  [null, null, 'Виски'],
  [1, '00017', 'Джемесон 0,7', 'л', '4,6', '1 234,50 руб.', '4600000000015'],
  [2, 'A-2', 'Гленфиддик 12', 'мл', '1 400', 'дорого', ''],
  [3, 'A-3', '', 'шт', 1, 100, ''],
  [4, 'A-4', 'Лимон', 'г', 1500, '0,2', '4600000000016'],
  [5, 'A-5', 'Трубочки', 'связка', 3, 1, ''],
  [6, 'A-6', 'Сок', 'упак', 3, 1, ''],
  [null, null, 'Итого', null, 100, 2000],
];

export const itemsOf = (venue: Venue) =>
  venue
    .db('items')
    .whereNull('deleted_at')
    .orderBy('name')
    .select('name', 'article', 'ean', 'category', 'unit', 'quantity', 'expected', 'cost');
