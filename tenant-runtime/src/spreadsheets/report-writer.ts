import type { Db } from '@ostatok/kit/node/db.ts';
import { writableText } from '@ostatok/kit/node/workbooks/writable-text.ts';
import type { stream } from 'exceljs';
import { countReport, countSummary, type SummaryRow } from './count-sheets.ts';
import {
  countEntriesReport,
  countLinesReport,
  countsReport,
  removedItemsReport,
  securityReport,
  usersReport,
} from './everything-sheets.ts';
import type { ExportedPart } from './export.queries.ts';
import type { WrittenReport } from './messages.ts';
import {
  type Cell,
  changesReport,
  discrepanciesReport,
  itemsReport,
  lossesReport,
  MOMENT,
  orderReport,
  type Report,
  TEXT,
} from './report-sheets.ts';

/** Excel's own limit of a sheet, its header row included. */
const MAX_SHEET_ROWS = 1_048_576;

interface Writing {
  db: Db;
  book: stream.xlsx.WorkbookWriter;
  part: ExportedPart;
  onProgress: (rows: number) => void;
}

/** Excel has no time zones: the venue's own clock is written as if it were UTC, which is how the library stores dates. */
function clockTime(at: Date, timeZone: string): Date {
  const parts = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' }).format(at);
  return new Date(`${parts.replace(' ', 'T')}Z`);
}

const cellOf = (value: Cell, timeZone: string): Cell => {
  if (value instanceof Date) return clockTime(value, timeZone);
  return typeof value === 'string' ? writableText(value) : value;
};

function openSheet<Row extends { id: number }>(
  book: Writing['book'],
  report: Report<Row>,
  number: number,
): ReturnType<Writing['book']['addWorksheet']> {
  const name = number > 1 ? `${report.sheet} ${number}` : report.sheet;
  const sheet = book.addWorksheet(name, { views: [{ state: 'frozen', ySplit: 1 }] });
  sheet.columns = report.columns.map(({ header, width, format }) => ({
    header,
    width,
    style: format ? { numFmt: format } : {},
  }));
  sheet.getRow(1).font = { bold: true };
  sheet.getRow(1).commit();
  return sheet;
}

/** What one sheet cannot hold goes on in the next. */
async function writeSheet<Row extends { id: number }>(
  { db, book, part, onProgress }: Writing,
  report: Report<Row>,
): Promise<void> {
  let sheets = 1;
  let sheet = openSheet(book, report, sheets);
  let onSheet = 1;
  let written = 0;
  for (let last: Row | undefined; ; ) {
    const rows = await report.portion(db, last, part);
    for (const row of rows) {
      if (onSheet === MAX_SHEET_ROWS) {
        sheet.commit();
        sheets += 1;
        sheet = openSheet(book, report, sheets);
        onSheet = 1;
      }
      sheet.addRow(report.columns.map(({ value }) => cellOf(value(row), part.timeZone))).commit();
      onSheet += 1;
    }
    written += rows.length;
    last = rows.at(-1);
    if (!last) break;
    onProgress(written);
  }
  sheet.commit();
}

function writeSummary({ book, part }: Writing, rows: SummaryRow[]): void {
  const sheet = book.addWorksheet('Итоги');
  sheet.columns = [{ width: 28, style: { numFmt: TEXT, font: { bold: true } } }, { width: 44 }];
  for (const { name, value, format } of rows) {
    const row = sheet.addRow([name, cellOf(value, part.timeZone)]);
    row.getCell(2).numFmt = format ?? (value instanceof Date ? MOMENT : typeof value === 'string' ? TEXT : 'General');
    row.getCell(2).alignment = { horizontal: 'left' };
    row.commit();
  }
  sheet.commit();
}

async function writeSheets(writing: Writing, report: WrittenReport): Promise<void> {
  switch (report) {
    case 'items':
      return writeSheet(writing, itemsReport);
    case 'discrepancies':
      return writeSheet(writing, discrepanciesReport);
    case 'changes':
      return writeSheet(writing, changesReport);
    case 'order':
      return writeSheet(writing, orderReport);
    case 'losses':
      return writeSheet(writing, lossesReport);
    case 'everything':
      await writeSheet(writing, itemsReport);
      await writeSheet(writing, removedItemsReport);
      await writeSheet(writing, changesReport);
      await writeSheet(writing, countsReport);
      await writeSheet(writing, countLinesReport);
      await writeSheet(writing, countEntriesReport);
      await writeSheet(writing, usersReport);
      return writeSheet(writing, securityReport);
    case 'count':
      await writeSheet(writing, countReport);
      return writeSummary(writing, await countSummary(writing.db, writing.part.count ?? 0));
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
