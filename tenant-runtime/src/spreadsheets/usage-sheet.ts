import type { UsageRow } from '../../contract/usage.endpoints.ts';
import { createUsage } from '../usage/usage.service.ts';
import { MONEY, MONEY_MOVEMENT, MOVEMENT, QUANTITY, type Report, text } from './report-sheets.ts';

type Row = UsageRow & { id: number };

const quantity = (header: string, value: (row: Row) => number | null) => ({
  header,
  width: 12,
  format: QUANTITY,
  value,
});

/** The sheet has the figures alone. */
const nobody = async (): Promise<[]> => [];

/** What was sold against what was used, between the count `since` and the count `count`; all of it in one batch. */
export const usageReport: Report<Row> = {
  sheet: 'Расход',
  async nextBatch(db, after, { since = 0, count = 0, from, to, timeZone }) {
    if (after) return [];
    const period = { from: since, to: count, sold_from: from, sold_to: to };
    const { rows } = await createUsage({ db, timezone: timeZone, behind: nobody }).between(period);
    return rows.map((row) => ({ ...row, id: row.item.id }));
  },
  columns: [
    text('Наименование', 44, ({ item }) => item.name),
    text('Категория', 28, ({ item }) => item.category),
    text('Поставщик', 28, ({ supplier }) => supplier),
    text('Единица', 9, ({ item }) => item.unit),
    quantity('Было', ({ opening }) => opening),
    quantity('Поставки', ({ delivered }) => delivered),
    quantity('Приход вручную', ({ added }) => added),
    quantity('Продано по рецептам', ({ sold }) => sold),
    quantity('Расход вручную', ({ taken }) => taken),
    quantity('Списание', ({ waste }) => waste),
    quantity('Угощение', ({ comp }) => comp),
    quantity('Перемещение', ({ transfer }) => transfer),
    quantity('Должно быть', ({ expected }) => expected),
    quantity('Насчитано', ({ counted }) => counted),
    { header: 'Разница', width: 12, format: MOVEMENT, value: ({ variance }) => variance },
    quantity('Погрешность подсчётов', ({ error }) => error),
    text('Больше погрешности', 12, ({ certain }) => (certain ? 'да' : 'нет')),
    { header: 'Доля расхода', width: 10, format: '0.0%', value: ({ share }) => share },
    { header: 'Цена за единицу, руб.', width: 14, format: MONEY, value: ({ cost }) => cost },
    { header: 'Разница, руб.', width: 14, format: MONEY_MOVEMENT, total: true, value: ({ loss }) => loss },
    { header: 'Не выручено, руб.', width: 14, format: MONEY_MOVEMENT, total: true, value: ({ retail }) => retail },
  ],
};
