import type { Db } from '@ostatok/kit/node/db.ts';
import type { Method, Reason, Source } from '../../contract/changes.ts';
import { lossOf } from '../counts/totals.ts';
import { groupNames } from './cell-values.ts';
import {
  changesForExport,
  discrepanciesForExport,
  type ExportedPart,
  itemsForExport,
  lossesForExport,
} from './export.queries.ts';

export type Cell = string | number | Date | null;

interface ReportColumn<Row> {
  header: string;
  width: number;
  /** The number format for Excel. */
  format?: string;
  /** True if the sheet ends with the column's sum. */
  total?: true;
  value: (row: Row) => Cell;
}

export interface Report<Row extends { id: number }> {
  sheet: string;
  columns: ReportColumn<Row>[];
  /** Returns the next batch after the last row of the previous one. */
  nextBatch: (db: Db, after: Row | undefined, part: ExportedPart) => Promise<Row[]>;
}

export const number = (value: string | number | null): number | null => (value === null ? null : Number(value));
export const roubles = (kopecks: number | null): number | null => (kopecks === null ? null : kopecks / 100);

/**
 * The format keeps text as text also when a user edits the cell: one that begins with = or @ never becomes a formula.
 */
export const TEXT = '@';
/** The general format, because under 0.### a whole number would keep a trailing comma. */
export const QUANTITY = 'General';
export const MOVEMENT = '+General;-General;0';
export const MONEY = '#,##0.00';
export const MONEY_MOVEMENT = '+#,##0.00;-#,##0.00;0';
export const MOMENT = 'dd.mm.yyyy hh:mm:ss';

export const text = <Row>(header: string, width: number, value: (row: Row) => string | null): ReportColumn<Row> => ({
  header,
  width,
  format: TEXT,
  value,
});

export const moment = <Row>(header: string, value: (row: Row) => Date | null) => ({
  header,
  width: 20,
  format: MOMENT,
  value,
});

/** The headers are those that the import recognises, so an export can be loaded back. */
export const itemsReport: Report<Awaited<ReturnType<typeof itemsForExport>>[number]> = {
  sheet: 'Позиции',
  nextBatch: itemsForExport,
  columns: [
    text('Наименование', 44, (row) => row.name),
    text('Артикул', 16, (row) => row.article),
    text('Штрихкод', 16, (row) => row.ean),
    text('Категория', 28, (row) => row.category),
    text('Вид', 18, (row) => groupNames[row.group]),
    text('Единица', 9, (row) => row.unit),
    { header: 'Остаток', width: 11, format: QUANTITY, value: (row) => number(row.quantity) },
    { header: 'Учётный остаток', width: 16, format: QUANTITY, value: (row) => number(row.expected) },
    { header: 'Минимальный остаток', width: 20, format: QUANTITY, value: (row) => number(row.par) },
    { header: 'Цена за единицу, руб.', width: 21, format: MONEY, value: (row) => roubles(row.cost) },
    { header: 'Объём, мл', width: 11, value: (row) => row.volume_ml },
    { header: 'Вес тары, г', width: 12, value: (row) => number(row.weight_empty_g) },
    { header: 'Полный вес, г', width: 14, value: (row) => number(row.weight_full_g) },
    { header: 'Плотность, г/мл', width: 15, value: (row) => number(row.density_g_per_ml) },
    {
      header: 'Сумма, руб.',
      width: 14,
      format: MONEY,
      total: true,
      value: ({ quantity, cost }) => lossOf({ difference: Number(quantity), cost }),
    },
  ],
};

export const discrepanciesReport: Report<Awaited<ReturnType<typeof discrepanciesForExport>>[number]> = {
  sheet: 'Расхождения',
  nextBatch: discrepanciesForExport,
  columns: [
    text('Наименование', 44, (row) => row.name),
    text('Категория', 28, (row) => row.category),
    text('Вид', 18, (row) => groupNames[row.group]),
    text('Единица', 9, (row) => row.unit),
    { header: 'Учётный остаток', width: 16, format: QUANTITY, value: (row) => number(row.expected) },
    { header: 'Фактический остаток', width: 20, format: QUANTITY, value: (row) => number(row.quantity) },
    { header: 'Разница', width: 11, format: MOVEMENT, value: (row) => number(row.difference) },
    { header: 'Цена за единицу, руб.', width: 21, format: MONEY, value: (row) => roubles(row.cost) },
    {
      header: 'Разница, руб.',
      width: 14,
      format: MONEY_MOVEMENT,
      total: true,
      value: ({ difference, cost }) => lossOf({ difference: Number(difference), cost }),
    },
  ],
};

const reasonNames: Record<Reason, string> = { waste: 'Списание', comp: 'Угощение', transfer: 'Перемещение' };

export const lossesReport: Report<Awaited<ReturnType<typeof lossesForExport>>[number]> = {
  sheet: 'Потери',
  nextBatch: (db, after, part) => lossesForExport(db, after?.id ?? 0, part),
  columns: [
    text('Наименование', 44, (row) => row.name),
    text('Категория', 28, (row) => row.category),
    text('Единица', 9, (row) => row.unit),
    text('Причина', 14, (row) => reasonNames[row.reason]),
    { header: 'Количество', width: 12, format: MOVEMENT, value: (row) => number(row.quantity) },
    { header: 'Записей', width: 10, value: (row) => row.changes },
    { header: 'Цена за единицу, руб.', width: 21, format: MONEY, value: (row) => roubles(row.cost) },
    {
      header: 'Сумма, руб.',
      width: 14,
      format: MONEY,
      total: true,
      value: ({ quantity, cost }) => lossOf({ difference: Number(quantity), cost }),
    },
  ],
};

export const sourceNames: Record<Source, string> = {
  web: 'Панель',
  scanner: 'Сканер',
  scales: 'Весы',
  bot: 'Чат',
  import: 'Загрузка из Excel',
  count: 'Подсчёт',
  delivery: 'Поставка',
};

export const methodNames: Record<Method, string> = {
  typed: 'Введено',
  scanned: 'Отсканировано',
  weighed: 'Взвешено',
};

export const changesReport: Report<Awaited<ReturnType<typeof changesForExport>>[number]> = {
  sheet: 'Изменения',
  nextBatch: (db, after) => changesForExport(db, after?.id ?? Number.MAX_SAFE_INTEGER),
  columns: [
    { header: 'Когда', width: 20, format: MOMENT, value: (row) => row.at },
    text('Кто', 24, (row) => row.user_name),
    text('Наименование', 44, (row) => row.name),
    text('Единица', 9, (row) => row.unit),
    { header: 'Изменение', width: 12, format: MOVEMENT, value: (row) => number(row.delta) },
    { header: 'Было', width: 11, format: QUANTITY, value: (row) => number(row.before) },
    { header: 'Стало', width: 11, format: QUANTITY, value: (row) => number(row.after) },
    text('Откуда', 18, (row) => sourceNames[row.source]),
    text('Способ', 16, (row) => (row.method === null ? null : methodNames[row.method])),
    text('Причина', 14, (row) => (row.reason === null ? null : reasonNames[row.reason])),
    text('Примечание', 36, (row) => row.note),
    text('Отменено', 11, (row) => (row.undone ? 'да' : null)),
  ],
};
