import type { DeliveryStatus } from '../../contract/deliveries.ts';
import type { SupplierRow } from '../tables.ts';
import {
  allDeliveries,
  allDeliveryLines,
  allSuppliers,
  type WholeDelivery,
  type WholeDeliveryLine,
} from './everything.queries.ts';
import { MONEY, moment, number, QUANTITY, type Report, roubles, text } from './report-sheets.ts';

export const suppliersReport: Report<SupplierRow> = {
  sheet: 'Поставщики',
  nextBatch: (db, after) => allSuppliers(db, after?.id ?? 0),
  columns: [
    text('Поставщик', 36, (row) => row.name),
    text('ИНН', 14, (row) => row.inn),
    text('С кем говорить', 24, (row) => row.person),
    text('Телефон', 20, (row) => row.phone),
    text('Почта', 28, (row) => row.email),
    text('Telegram', 20, (row) => row.telegram),
    text('Дни поставки', 28, (row) => row.delivery_days),
    text('Примечание', 36, (row) => row.note),
    moment('Удалён', (row) => row.removed_at),
  ],
};

const states: Record<DeliveryStatus, string> = { draft: 'черновик', posted: 'проведена', reversed: 'отменена' };

export const deliveriesReport: Report<WholeDelivery> = {
  sheet: 'Поставки',
  nextBatch: (db, after) => allDeliveries(db, after?.id ?? 0),
  columns: [
    { header: 'Поставка', width: 10, value: (row) => row.id },
    text('Поставщик', 36, (row) => row.supplier ?? row.said_supplier?.name ?? null),
    text('Номер документа', 20, (row) => row.number),
    text('Дата документа', 16, (row) => row.day),
    text('Состояние', 12, (row) => states[row.status]),
    text('Файл', 36, (row) => row.file),
    moment('Пришла', (row) => row.received_at),
    moment('Проведена', (row) => row.posted_at),
    text('Провёл', 24, (row) => row.posted_by_name),
    moment('Отменена', (row) => row.reversed_at),
  ],
};

/** What has come of a line where it is not what the document says. */
const cameOtherwise = ({ came, quantity }: WholeDeliveryLine): number | null =>
  came === null || Number(came) === Number(quantity) ? null : number(came);

export const deliveryLinesReport: Report<WholeDeliveryLine> = {
  sheet: 'Строки поставок',
  nextBatch: (db, after) => allDeliveryLines(db, after),
  columns: [
    { header: 'Поставка', width: 10, value: (row) => row.delivery_id },
    text('Код поставщика', 20, (row) => row.code),
    text('В документе', 44, (row) => row.name),
    { header: 'Количество', width: 12, format: QUANTITY, value: (row) => number(row.quantity) },
    { header: 'Пришло', width: 12, format: QUANTITY, value: cameOtherwise },
    text('Единица', 10, (row) => row.unit),
    { header: 'Без НДС, руб.', width: 14, format: MONEY, value: (row) => roubles(row.net) },
    { header: 'НДС, руб.', width: 12, format: MONEY, value: (row) => roubles(row.vat) },
    { header: 'С НДС, руб.', width: 14, format: MONEY, value: (row) => roubles(row.gross) },
    text('Наименование', 44, (row) => row.item_name),
    { header: 'На склад', width: 12, format: QUANTITY, value: (row) => number(row.stock_quantity) },
    text('Единица склада', 14, (row) => row.item_unit),
    { header: 'Цена до, руб.', width: 14, format: MONEY, value: (row) => roubles(row.cost_before) },
    { header: 'Цена после, руб.', width: 16, format: MONEY, value: (row) => roubles(row.cost_after) },
  ],
};
