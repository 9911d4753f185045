import { columnLetter, type Sheet, type SheetRow } from '@ostatok/kit/node/workbooks/sheet.ts';
import { unreadable } from '@ostatok/kit/node/workbooks/unreadable.ts';
import { openTable } from '@ostatok/kit/node/workbooks/workbook-reader.ts';
import type { UnknownTable } from '../messages.ts';
import { filledCells } from './cells.ts';

const ROWS = 20;
const TEXT = 40;
const SHEETS = 50;

async function firstRows(sheet: Sheet): Promise<SheetRow[]> {
  const found: SheetRow[] = [];
  for await (const batch of sheet.rows()) {
    found.push(...batch.filter((row) => filledCells(row).length > 0));
    if (found.length >= ROWS) break;
  }
  return found.slice(0, ROWS);
}

/** Returns the first rows of a table, so that a person can say in which column what is. */
export async function unknownTable(path: string): Promise<UnknownTable> {
  const book = await openTable(path, 0);
  try {
    const [first] = book.sheets;
    const rows = first ? await firstRows(first) : [];
    if (rows.length === 0 && book.sheets.length < 2) throw unreadable('empty');
    return {
      sheets: book.sheets.slice(0, SHEETS).map(({ name }) => name),
      rows: rows.map((row) => ({
        row: row.number,
        cells: filledCells(row).map(({ index, text }) => ({ column: columnLetter(index), text: text.slice(0, TEXT) })),
      })),
    };
  } finally {
    await book.close();
  }
}
