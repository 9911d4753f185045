/** The thread that writes a workbook, so that the server answers others meanwhile: a portion of rows at a time. */

import { createWriteStream } from 'node:fs';
import { parentPort, workerData } from 'node:worker_threads';
import { writableText } from '@ostatok/kit/node/workbooks/writable-text.ts';
import ExcelJS from 'exceljs';
import type { Cell, Kind } from './sheet.ts';

export interface Writing {
  path: string;
  sheet: string;
  columns: { header: string; width: number; kind: Kind }[];
}

/** Excel's own limits: of a sheet, its header row included, and of a cell. */
const MAX_SHEET_ROWS = 1_048_576;
const MAX_CELL_TEXT = 32_767;
const formats: Record<Kind, string> = { text: '@', number: 'General', money: '#,##0.00', moment: 'dd.mm.yyyy hh:mm' };

/** Excel has no time zones: the clock of Moscow is written as if it were UTC, which is how the library stores dates. */
const clock = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Moscow', dateStyle: 'short', timeStyle: 'medium' });
const clockTime = (at: Date): Date => new Date(`${clock.format(at).replace(' ', 'T')}Z`);

function cellOf(value: Cell): Cell {
  if (value instanceof Date) return clockTime(value);
  return typeof value === 'string' ? writableText(value).slice(0, MAX_CELL_TEXT) : value;
}

const { path, sheet: name, columns } = workerData as Writing;
const file = createWriteStream(path);
// as of a full disk: what the library pipes into it hears of an error, tells nobody, and waits for an end for ever
file.on('error', (error) => {
  throw error;
});
const book = new ExcelJS.stream.xlsx.WorkbookWriter({ stream: file, useStyles: true });

function openSheet(number: number) {
  const opened = book.addWorksheet(number > 1 ? `${name} ${number}` : name, {
    views: [{ state: 'frozen', ySplit: 1 }],
    pageSetup: { orientation: 'landscape', paperSize: 9, fitToPage: true, fitToHeight: 0, printTitlesRow: '1:1' },
  });
  opened.columns = columns.map(({ header, width, kind }) => ({ header, width, style: { numFmt: formats[kind] } }));
  opened.getRow(1).font = { bold: true };
  opened.getRow(1).commit();
  return opened;
}

function closeSheet(): void {
  sheet.autoFilter = { from: { row: 1, column: 1 }, to: { row: onSheet, column: columns.length } };
  sheet.commit();
}

let sheets = 1;
let sheet = openSheet(sheets);
let onSheet = 1;

/** What one sheet cannot hold goes on in the next. */
function write(rows: Cell[][]): void {
  for (const row of rows) {
    if (onSheet === MAX_SHEET_ROWS) {
      closeSheet();
      sheets += 1;
      sheet = openSheet(sheets);
      onSheet = 1;
    }
    sheet.addRow(row.map(cellOf)).commit();
    onSheet += 1;
  }
}

parentPort?.on('message', async (rows: Cell[][] | null) => {
  if (rows) write(rows);
  else {
    closeSheet();
    await book.commit();
  }
  parentPort?.postMessage('done');
  if (!rows) parentPort?.close();
});
