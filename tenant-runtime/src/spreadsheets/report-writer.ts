import type { Db } from '@ostatok/kit/node/db.ts';
import { writableText } from '@ostatok/kit/node/workbooks/writable-text.ts';
import type { PageSetup, stream } from 'exceljs';
import { type Compared, moneyTotals, unitTotals } from '../counts/totals.ts';
import { countReport, countSummary, differenceRows, type SummaryRow } from './count-sheets.ts';
import { deliveriesReport, deliveryLinesReport, suppliersReport } from './delivery-sheets.ts';
import {
  countEntriesReport,
  countLinesReport,
  countsReport,
  presetTaresReport,
  removedItemsReport,
  securityReport,
  usersReport,
} from './everything-sheets.ts';
import type { ExportedPart } from './export.queries.ts';
import type { WrittenReport } from './messages.ts';
import { allOrdersReport, orderReport, supplierOrderReport } from './order-sheets.ts';
import { dishesReport, recipeLinesReport } from './recipe-sheets.ts';
import {
  type Cell,
  changesReport,
  discrepanciesReport,
  itemsReport,
  lossesReport,
  MOMENT,
  type Report,
  TEXT,
} from './report-sheets.ts';
import { salesReport, tillDishesReport } from './sales-sheets.ts';
import { usageReport } from './usage-sheet.ts';

/** Excel's limit for a sheet, its header row included. */
const MAX_SHEET_ROWS = 1_048_576;

interface Writing {
  db: Db;
  book: stream.xlsx.WorkbookWriter;
  part: ExportedPart;
  onProgress: (rows: number) => void;
}

/**
 * Excel has no time zones, so the tenant's local time is written as if it were UTC, which is how the library stores
 * dates.
 */
function clockTime(at: Date, timeZone: string): Date {
  const parts = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' }).format(at);
  return new Date(`${parts.replace(' ', 'T')}Z`);
}

const cellOf = (value: Cell, timeZone: string): Cell => {
  if (value instanceof Date) return clockTime(value, timeZone);
  return typeof value === 'string' ? writableText(value) : value;
};

/** Prints on as many A4 sheets as needed, each as wide as the table and with its header. */
const ON_PAPER: Partial<PageSetup> = {
  orientation: 'landscape',
  paperSize: 9,
  fitToPage: true,
  fitToWidth: 1,
  fitToHeight: 0,
  printTitlesRow: '1:1',
};
/** Indents a text, so that it does not touch the number to its left. */
const BESIDE_NUMBERS = { horizontal: 'left', indent: 1 } as const;
/**
 * The library's default font is named in full, because programs show a font differently if only its weight is given.
 */
const BOLD = { name: 'Calibri', family: 2, size: 11, bold: true };
const NARROW = { left: 0.4, right: 0.4, top: 0.5, bottom: 0.6, header: 0.3, footer: 0.3 };

function openSheet<Row extends { id: number }>(book: Writing['book'], report: Report<Row>, number: number) {
  const sheet = book.addWorksheet(number > 1 ? `${report.sheet} ${number}` : report.sheet, {
    views: [{ state: 'frozen', ySplit: 1 }],
    pageSetup: { ...ON_PAPER, margins: NARROW },
    headerFooter: { oddFooter: '&L&A&R&P / &N' },
  });
  sheet.columns = report.columns.map(({ header, width, format = 'General' }) => ({
    header,
    width,
    style: { numFmt: format, alignment: format === TEXT ? BESIDE_NUMBERS : {} },
  }));
  const header = sheet.getRow(1);
  header.font = BOLD;
  for (const [index, { format }] of report.columns.entries())
    header.getCell(index + 1).alignment = {
      ...(format === TEXT ? BESIDE_NUMBERS : { horizontal: 'right' }),
      vertical: 'middle',
      wrapText: true,
    };
  header.commit();
  return sheet;
}
type Sheet = ReturnType<typeof openSheet>;

/**
 * Adds the filter and the sums, which follow the filter. `rows` is the number of rows in the sheet, the header
 * included.
 */
function closeSheet<Row extends { id: number }>(
  sheet: Sheet,
  { columns }: Report<Row>,
  rows: number,
  sums: number[],
): void {
  sheet.autoFilter = { from: { row: 1, column: 1 }, to: { row: rows, column: columns.length } };
  if (rows > 1 && rows < MAX_SHEET_ROWS && columns.some(({ total }) => total)) {
    const total = sheet.addRow(['Итого']);
    total.font = BOLD;
    for (const [index, column] of columns.entries()) {
      if (!column.total) continue;
      const letter = sheet.getColumn(index + 1).letter;
      total.getCell(index + 1).value = {
        formula: `SUBTOTAL(109,${letter}2:${letter}${rows})`,
        result: (sums[index] ?? 0) / 100,
      };
    }
    total.commit();
  }
  sheet.commit();
}

/** Writes a report; rows that exceed one sheet continue in the next. */
async function writeSheet<Row extends { id: number }>(
  { db, book, part, onProgress }: Writing,
  report: Report<Row>,
): Promise<void> {
  let sheets = 1;
  let sheet = openSheet(book, report, sheets);
  let onSheet = 1;
  let written = 0;
  /** The sums are in kopecks. */
  const sums = report.columns.map(() => 0);
  for (let last: Row | undefined; ; ) {
    const rows = await report.nextBatch(db, last, part);
    for (const row of rows) {
      if (onSheet === MAX_SHEET_ROWS) {
        closeSheet(sheet, report, onSheet, sums);
        sheets += 1;
        sheet = openSheet(book, report, sheets);
        onSheet = 1;
      }
      const cells = report.columns.map(({ value }) => cellOf(value(row), part.timeZone));
      for (const [index, { total }] of report.columns.entries())
        if (total) sums[index] = (sums[index] ?? 0) + Math.round(Number(cells[index]) * 100);
      sheet.addRow(cells).commit();
      onSheet += 1;
    }
    written += rows.length;
    last = rows.at(-1);
    if (!last) break;
    onProgress(written);
  }
  closeSheet(sheet, report, onSheet, sums);
}

function writeSummary({ book, part }: Writing, rows: SummaryRow[]): void {
  const sheet = book.addWorksheet('Итоги', { pageSetup: { paperSize: 9 } });
  sheet.columns = [{ width: 28, style: { numFmt: TEXT, font: BOLD } }, { width: 44 }];
  for (const { name, value, format } of rows) {
    const row = sheet.addRow([name, cellOf(value, part.timeZone)]);
    row.getCell(2).numFmt = format ?? (value instanceof Date ? MOMENT : typeof value === 'string' ? TEXT : 'General');
    row.getCell(2).alignment = { horizontal: 'left' };
    row.commit();
  }
  sheet.commit();
}

async function writeDiscrepancies(writing: Writing): Promise<void> {
  const compared: Compared[] = [];
  const nextBatch: typeof discrepanciesReport.nextBatch = async (...asked) => {
    const rows = await discrepanciesReport.nextBatch(...asked);
    compared.push(...rows.map(({ unit, difference, cost }) => ({ unit, difference: Number(difference), cost })));
    return rows;
  };
  await writeSheet(writing, { ...discrepanciesReport, nextBatch });
  const differing = compared.filter(({ difference }) => difference !== 0).length;
  writeSummary(writing, differenceRows({ differing, units: unitTotals(compared), money: moneyTotals(compared) }));
}

async function writeSheets(writing: Writing, report: WrittenReport): Promise<void> {
  switch (report) {
    case 'items':
      return writeSheet(writing, itemsReport);
    case 'discrepancies':
      return writeDiscrepancies(writing);
    case 'changes':
      return writeSheet(writing, changesReport);
    case 'order':
      return writeSheet(writing, orderReport);
    case 'supplier_order':
      return writeSheet(writing, supplierOrderReport);
    case 'losses':
      return writeSheet(writing, lossesReport);
    case 'everything':
      await writeSheet(writing, itemsReport);
      await writeSheet(writing, removedItemsReport);
      await writeSheet(writing, changesReport);
      await writeSheet(writing, countsReport);
      await writeSheet(writing, countLinesReport);
      await writeSheet(writing, countEntriesReport);
      await writeSheet(writing, presetTaresReport);
      await writeSheet(writing, suppliersReport);
      await writeSheet(writing, deliveriesReport);
      await writeSheet(writing, deliveryLinesReport);
      await writeSheet(writing, allOrdersReport);
      await writeSheet(writing, dishesReport);
      await writeSheet(writing, recipeLinesReport);
      await writeSheet(writing, tillDishesReport);
      await writeSheet(writing, salesReport);
      await writeSheet(writing, usersReport);
      return writeSheet(writing, securityReport);
    case 'count':
      await writeSheet(writing, countReport);
      return writeSummary(writing, await countSummary(writing.db, writing.part.count ?? 0));
    case 'usage':
      return writeSheet(writing, usageReport);
  }
}

export async function writeReport(
  db: Db,
  job: Omit<ExportedPart, 'timeZone'> & {
    report: WrittenReport;
    path: string;
    timeZone: string;
    onProgress: (rows: number) => void;
  },
): Promise<void> {
  const { default: ExcelJS } = await import('exceljs');
  const book = new ExcelJS.stream.xlsx.WorkbookWriter({ filename: job.path, useStyles: true });
  await writeSheets({ db, book, part: job, onProgress: job.onProgress }, job.report);
  await book.commit();
}
