import type { Db } from '@ostatok/kit/node/db.ts';
import type { Source } from '../../contract/changes.ts';
import type { ExportReport } from '../../contract/imports.ts';
import { groupNames } from './cell-values.ts';
import { changesForExport, discrepanciesForExport, itemsForExport } from './export.queries.ts';

/** Excel's own limit of a sheet, its header row included. */
const MAX_SHEET_ROWS = 1_048_576;

interface ReportColumn<Row> {
  header: string;
  width: number;
  /** Excel's number format; text cells have none. */
  format?: string;
  value: (row: Row) => string | number | Date | null;
}

interface Report<Row extends { id: number }> {
  sheet: string;
  columns: ReportColumn<Row>[];
  /** The next portion behind the last row of the one before. */
  portion: (db: Db, after: Row | undefined) => Promise<Row[]>;
}

const number = (value: string | number | null): number | null => (value === null ? null : Number(value));
const QUANTITY = '0.###';

/** Headers are those the import recognises: what was exported can be loaded back. */
const itemsReport: Report<Awaited<ReturnType<typeof itemsForExport>>[number]> = {
  sheet: 'Позиции',
  portion: (db, after) => itemsForExport(db, after?.id ?? 0),
  columns: [
    { header: 'Наименование', width: 44, value: (row) => row.name },
    { header: 'Артикул', width: 16, value: (row) => row.article },
    { header: 'Штрихкод', width: 16, value: (row) => row.ean },
    { header: 'Категория', width: 28, value: (row) => row.category },
    { header: 'Вид', width: 18, value: (row) => groupNames[row.group] },
    { header: 'Единица', width: 9, value: (row) => row.unit },
    { header: 'Остаток', width: 11, format: QUANTITY, value: (row) => number(row.quantity) },
    { header: 'Учётный остаток', width: 16, format: QUANTITY, value: (row) => number(row.expected) },
    { header: 'Минимальный остаток', width: 20, format: QUANTITY, value: (row) => number(row.par) },
    {
      header: 'Цена, руб.',
      width: 12,
      format: '#,##0.00',
      value: (row) => (row.cost === null ? null : row.cost / 100),
    },
    { header: 'Объём, мл', width: 11, value: (row) => row.volume_ml },
    { header: 'Вес тары, г', width: 12, value: (row) => number(row.weight_empty_g) },
    { header: 'Полный вес, г', width: 14, value: (row) => number(row.weight_full_g) },
    { header: 'Плотность, г/мл', width: 15, value: (row) => number(row.density_g_per_ml) },
  ],
};

const discrepanciesReport: Report<Awaited<ReturnType<typeof discrepanciesForExport>>[number]> = {
  sheet: 'Расхождения',
  portion: (db, after) => discrepanciesForExport(db, after?.id ?? 0),
  columns: [
    { header: 'Наименование', width: 44, value: (row) => row.name },
    { header: 'Категория', width: 28, value: (row) => row.category },
    { header: 'Вид', width: 18, value: (row) => groupNames[row.group] },
    { header: 'Единица', width: 9, value: (row) => row.unit },
    { header: 'Учётный остаток', width: 16, format: QUANTITY, value: (row) => number(row.expected) },
    { header: 'Фактический остаток', width: 20, format: QUANTITY, value: (row) => number(row.quantity) },
    { header: 'Разница', width: 11, format: QUANTITY, value: (row) => number(row.difference) },
  ],
};

const sourceNames: Record<Source, string> = {
  web: 'Панель',
  scanner: 'Сканер',
  scales: 'Весы',
  bot: 'Чат',
  import: 'Загрузка из Excel',
  count: 'Подсчёт',
};

const changesReport: Report<Awaited<ReturnType<typeof changesForExport>>[number]> = {
  sheet: 'Изменения',
  portion: (db, after) => changesForExport(db, after?.id ?? Number.MAX_SAFE_INTEGER),
  columns: [
    { header: 'Когда', width: 20, format: 'dd.mm.yyyy hh:mm:ss', value: (row) => row.at },
    { header: 'Кто', width: 24, value: (row) => row.user_name },
    { header: 'Наименование', width: 44, value: (row) => row.name },
    { header: 'Единица', width: 9, value: (row) => row.unit },
    { header: 'Изменение', width: 12, format: '+0.###;-0.###;0', value: (row) => number(row.delta) },
    { header: 'Было', width: 11, format: QUANTITY, value: (row) => number(row.before) },
    { header: 'Стало', width: 11, format: QUANTITY, value: (row) => number(row.after) },
    { header: 'Откуда', width: 18, value: (row) => sourceNames[row.source] },
    { header: 'Примечание', width: 36, value: (row) => row.note },
    { header: 'Отменено', width: 11, value: (row) => (row.undone ? 'да' : null) },
  ],
};

/** Excel has no time zones: the venue's own clock is written as if it were UTC, which is how the library stores dates. */
function clockTime(at: Date, timeZone: string): Date {
  const parts = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' }).format(at);
  return new Date(`${parts.replace(' ', 'T')}Z`);
}

/** The file format cannot hold control characters, and reads _x000D_ as one. */
const writable = (text: string): string =>
  text
    .replace(/[^\P{Cc}\t\n\r]/gu, '')
    .replace(/_x(?=[\da-f]{4}_)/gi, '_x005F_x')
    .toWellFormed();

async function writeSheet<Row extends { id: number }>(
  db: Db,
  report: Report<Row>,
  { path, timeZone, onProgress }: { path: string; timeZone: string; onProgress: (rows: number) => void },
): Promise<void> {
  const { default: ExcelJS } = await import('exceljs');
  const book = new ExcelJS.stream.xlsx.WorkbookWriter({ filename: path, useStyles: true });
  const sheet = book.addWorksheet(report.sheet, { views: [{ state: 'frozen', ySplit: 1 }] });
  sheet.columns = report.columns.map(({ header, width, format }) => ({
    header,
    width,
    style: format ? { numFmt: format } : {},
  }));
  sheet.getRow(1).font = { bold: true };
  sheet.getRow(1).commit();
  let written = 1;
  let last: Row | undefined;
  for (;;) {
    const rows = await report.portion(db, last);
    for (const row of rows.slice(0, MAX_SHEET_ROWS - written)) {
      const values = report.columns.map(({ value }) => {
        const cell = value(row);
        if (cell instanceof Date) return clockTime(cell, timeZone);
        return typeof cell === 'string' ? writable(cell) : cell;
      });
      sheet.addRow(values).commit();
    }
    written += rows.length;
    last = rows.at(-1);
    if (!last || written >= MAX_SHEET_ROWS) break;
    onProgress(written);
  }
  sheet.commit();
  await book.commit();
}

/** Text stays text: a name that begins with = or @ is written as a string cell, never as a formula. */
export async function writeReport(
  db: Db,
  job: { report: ExportReport; path: string; timeZone: string; onProgress: (rows: number) => void },
): Promise<void> {
  if (job.report === 'items') return writeSheet(db, itemsReport, job);
  if (job.report === 'discrepancies') return writeSheet(db, discrepanciesReport, job);
  return writeSheet(db, changesReport, job);
}
