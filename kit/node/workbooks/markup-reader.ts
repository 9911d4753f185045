import { readFile } from 'node:fs/promises';
import { russianText } from '../russian-text.ts';
import { rowsOfHtml } from './html-rows.ts';
import type { Sheet, SheetRow, Workbook } from './sheet.ts';
import { sheetsOfSpreadsheetMl } from './spreadsheet-ml.ts';
import { unreadable } from './unreadable.ts';

/** The whole text and all rows are in memory. */
const MAX_BYTES = 8 * 1024 * 1024;
const BATCH = 500;
const HEAD_BYTES = 1000;
/** A web page, and the XML of Excel 2003: 1C and tills save both, mostly as `.xls`. */
const MARKUP = /<(html|table|meta|Workbook)\b/i;
const WORKBOOK = /<(\w+:)?Workbook\b/;

/** Whether a file is a table in markup, and no other document that begins with `<`. */
export function isMarkupTable(bytes: Buffer): boolean {
  const head = bytes.subarray(0, HEAD_BYTES);
  const text = (russianText(head) ?? head.toString('latin1')).replace(/^\ufeff/, '').trimStart();
  return text.startsWith('<') && (MARKUP.test(text) || WORKBOOK.test(text));
}

const sheetOf = (name: string, rows: SheetRow[]): Sheet => ({
  name,
  async *rows() {
    for (let from = 0; from < rows.length; from += BATCH) yield rows.slice(from, from + BATCH);
  },
});

async function sheetsIn(text: string): Promise<Sheet[]> {
  if (WORKBOOK.test(text.slice(0, HEAD_BYTES))) {
    return (await sheetsOfSpreadsheetMl(text)).map(({ name, rows }) => sheetOf(name, rows));
  }
  const rows = rowsOfHtml(text);
  if (!rows) throw unreadable('web_page');
  return [sheetOf('', rows)];
}

/** Opens the tables of a web page as one sheet, or a workbook in XML. Texts are kept as they are written. */
export async function openMarkup(path: string): Promise<Workbook> {
  const bytes = await readFile(path);
  if (bytes.length > MAX_BYTES) throw unreadable('too_big');
  const text = russianText(bytes)?.replace(/^\ufeff/, '');
  if (text === undefined) throw unreadable('damaged');
  return { sheets: await sheetsIn(text), close: async () => {} };
}
