/** The thread that writes a workbook batch by batch, so that the server can answer other requests meanwhile. */

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

/** Excel's own limits: the rows of a sheet with its header, and the characters of a cell. */
const MAX_SHEET_ROWS = 1_048_576;
const MAX_CELL_TEXT = 32_767;
const formats: Record<Kind, string> = { text: '@', number: 'General', money: '#,##0.00', moment: 'dd.mm.yyyy hh:mm' };

/** Excel has no time zones: Moscow's local time is written as if it were UTC, which is how the library stores dates. */
const clock = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Moscow', dateStyle: 'short', timeStyle: 'medium' });
const clockTime = (at: Date): Date => new Date(`${clock.format(at).replace(' ', 'T')}Z`);

function cellOf(value: Cell): Cell {
  if (value instanceof Date) return clockTime(value);
  return typeof value === 'string' ? writableText(value).slice(0, MAX_CELL_TEXT) : value;
}

const { path, sheet: name, columns } = workerData as Writing;
const file = createWriteStream(path);
// on an error such as a full disk the library's pipe reports nothing and waits for ever, so the thread has to fail
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

/** Writes rows; those beyond one sheet's limit go to the next sheet. */
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
