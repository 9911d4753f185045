import type { SaleKind } from '../../contract/sales.ts';
import { allSales, allTillDishes, type WholeSale, type WholeTillDish } from './everything.queries.ts';
import { MONEY, number, type Report, roubles, text } from './report-sheets.ts';

/** A serving may be a shot of a bottle. */
const FACTOR = '0.######';
const EXACT = '0.#########';

export const tillDishesReport: Report<WholeTillDish> = {
  sheet: 'Блюда касс',
  nextBatch: (db, after) => allTillDishes(db, after?.id ?? 0),
  columns: [
    text('Источник', 20, (row) => row.source),
    text('Код', 14, (row) => row.code),
    text('Блюдо кассы', 44, (row) => row.name),
    text('Порция', 12, (row) => row.size),
    text('Позиция', 44, (row) => row.item_name),
    { header: 'В порции', width: 12, format: FACTOR, value: (row) => number(row.factor) },
    text('Единица', 9, (row) => row.item_unit),
    text('Не на складе', 14, (row) => (row.ignored ? 'да' : null)),
  ],
};

const kinds: Record<SaleKind, string> = {
  sold: 'продано',
  free: 'бесплатно',
  refund: 'возврат',
  void: 'отмена',
  written_off: 'удалено со списанием',
};

export const salesReport: Report<WholeSale> = {
  sheet: 'Продажи',
  nextBatch: (db, after) => allSales(db, after),
  columns: [
    text('Источник', 20, (row) => row.source),
    text('День', 12, (row) => row.day),
    text('Магазин', 24, (row) => row.store || null),
    text('Блюдо кассы', 44, (row) => row.dish),
    text('Вид', 20, (row) => kinds[row.kind]),
    { header: 'Порций', width: 12, format: EXACT, value: (row) => number(row.quantity) },
    { header: 'Оплачено, руб.', width: 16, format: MONEY, value: (row) => roubles(row.paid) },
    { header: 'Без скидок, руб.', width: 16, format: MONEY, value: (row) => roubles(row.listed) },
    { header: 'Себестоимость кассы, руб.', width: 22, format: MONEY, value: (row) => roubles(row.cost) },
  ],
};
