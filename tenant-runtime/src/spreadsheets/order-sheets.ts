import { packsIn } from '../../contract/order-amount.ts';
import type { OrderLine } from '../../contract/orders.endpoints.ts';
import type { OrderState } from '../../contract/orders.ts';
import type { OrderList } from '../../contract/reports.endpoints.ts';
import { readOrderLines } from '../orders/read-lines.ts';
import { createReports } from '../reports/reports.service.ts';
import { allOrderLines, type WholeOrderLine } from './everything.queries.ts';
import { MONEY, moment, number, QUANTITY, type Report, roubles, text } from './report-sheets.ts';

type Needed = OrderList['rows'][number] & { id: number };

/** What is below its par, in one batch; items without a category and a supplier are the last. */
export const orderReport: Report<Needed> = {
  sheet: 'Заказ',
  async nextBatch(db, after, { timeZone }) {
    if (after) return [];
    const { rows } = await createReports({ db, timezone: timeZone }).order();
    return rows
      .map((row) => ({ ...row, id: row.item.id }))
      .sort((a, b) => Number(a.item.category === '') - Number(b.item.category === ''));
  },
  columns: [
    text('Наименование', 44, ({ item }) => item.name),
    text('Артикул', 16, ({ item }) => item.article),
    text('Категория', 28, ({ item }) => item.category),
    text('Поставщик', 28, ({ supplier }) => supplier?.name ?? null),
    text('Единица', 9, ({ item }) => item.unit),
    { header: 'Остаток', width: 11, format: QUANTITY, value: ({ quantity }) => quantity },
    { header: 'Минимальный остаток', width: 20, format: QUANTITY, value: ({ par }) => par },
    { header: 'Уже заказано', width: 14, format: QUANTITY, value: ({ on_order }) => on_order || null },
    { header: 'Заказать', width: 11, format: QUANTITY, value: ({ order }) => order },
    { header: 'Упаковок', width: 10, format: QUANTITY, value: ({ packs }) => packs },
    text('Упаковка', 10, ({ pack }) => pack?.unit ?? null),
    { header: 'Цена за единицу, руб.', width: 21, format: MONEY, value: ({ cost }) => cost },
    { header: 'Сумма, руб.', width: 14, format: MONEY, total: true, value: ({ sum }) => sum },
  ],
};

type Ordered = OrderLine & { id: number };

/** An order as the supplier gets it: without the stock, and without prices that may have changed. */
export const supplierOrderReport: Report<Ordered> = {
  sheet: 'Заказ',
  async nextBatch(db, after, { order = 0 }) {
    if (after) return [];
    return (await readOrderLines(db, order)).map((line) => ({ ...line, id: line.place }));
  },
  columns: [
    text('Наименование', 44, ({ item }) => item.name),
    text('Артикул', 16, ({ article }) => article),
    {
      header: 'Заказ',
      width: 10,
      format: QUANTITY,
      value: ({ quantity, pack }) => (pack ? packsIn(quantity, pack) : quantity),
    },
    text('В чём', 10, ({ pack, item }) => pack?.unit ?? item.unit),
    { header: 'Всего', width: 10, format: QUANTITY, value: ({ quantity }) => quantity },
    text('Единица', 9, ({ item }) => item.unit),
  ],
};

const states: Record<OrderState, string> = { sent: 'отправлен', delivered: 'закрыт', cancelled: 'отменён' };

export const allOrdersReport: Report<WholeOrderLine> = {
  sheet: 'Заказы',
  nextBatch: allOrderLines,
  columns: [
    { header: 'Заказ', width: 10, value: (row) => row.id },
    text('Поставщик', 36, (row) => row.supplier),
    moment('Заказан', (row) => row.created_at),
    text('Заказал', 24, (row) => row.author),
    text('Состояние', 12, (row) => states[row.state]),
    moment('Закрыт', (row) => row.closed_at),
    text('Примечание', 36, (row) => row.note),
    text('Наименование', 44, (row) => row.name),
    text('Артикул', 16, (row) => row.article),
    { header: 'Заказано', width: 12, format: QUANTITY, value: (row) => number(row.quantity) },
    text('Единица', 9, (row) => row.unit),
    text('Упаковка', 10, (row) => row.pack_unit),
    { header: 'В упаковке', width: 12, format: QUANTITY, value: (row) => number(row.pack_size) },
    { header: 'Пришло', width: 12, format: QUANTITY, value: (row) => number(row.received) },
    { header: 'Цена за единицу, руб.', width: 21, format: MONEY, value: (row) => roubles(row.price) },
  ],
};
