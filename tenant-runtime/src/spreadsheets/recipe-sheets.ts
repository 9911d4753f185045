import type { DishRow } from '../tables.ts';
import { allDishes, allRecipeLines, type WholeRecipeLine } from './everything.queries.ts';
import { MONEY, moment, number, QUANTITY, type Report, roubles, text } from './report-sheets.ts';

export const dishesReport: Report<DishRow> = {
  sheet: 'Блюда',
  nextBatch: (db, after) => allDishes(db, after?.id ?? 0),
  columns: [
    text('Блюдо', 44, (row) => row.name),
    text('Код', 14, (row) => row.code),
    text('Вид', 12, (row) => (row.kind === 'semi' ? 'заготовка' : 'блюдо')),
    text('Единица', 9, (row) => row.unit),
    text('Группа', 28, (row) => row.group),
    { header: 'Цена, руб.', width: 12, format: MONEY, value: (row) => roubles(row.price) },
    moment('Удалено', (row) => row.removed_at),
  ],
};

export const recipeLinesReport: Report<WholeRecipeLine> = {
  sheet: 'Рецепты',
  nextBatch: (db, after) => allRecipeLines(db, after),
  columns: [
    text('Блюдо', 44, (row) => row.dish),
    text('Размер', 12, (row) => row.size || null),
    text('Действует с', 14, (row) => row.valid_from || null),
    { header: 'Выход', width: 10, format: QUANTITY, value: (row) => number(row.yield) },
    text('Ингредиент', 44, (row) => row.text),
    { header: 'Количество', width: 12, format: QUANTITY, value: (row) => number(row.amount) },
    text('Единица', 14, (row) => row.unit),
    text('Наименование', 44, (row) => row.item_name ?? row.used_dish),
    { header: 'Расход, как указан', width: 18, format: QUANTITY, value: (row) => number(row.quantity) },
    text('Не на складе', 14, (row) => (row.skipped ? 'да' : null)),
  ],
};
