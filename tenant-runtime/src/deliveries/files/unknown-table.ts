import { columnLetter } from '@ostatok/kit/node/workbooks/sheet.ts';
import { openTable } from '@ostatok/kit/node/workbooks/workbook-reader.ts';
import type { UnknownTable } from '../messages.ts';
import { filledCells, rowsOf } from './cells.ts';

const ROWS = 20;
const TEXT = 40;
const SHEETS = 50;

/** Returns the first rows of a table, so that a person can say in which column what is. */
export async function unknownTable(path: string): Promise<UnknownTable> {
  const book = await openTable(path, 0);
  try {
    const [first] = book.sheets;
    const rows = first ? (await rowsOf(first)).filter((row) => filledCells(row).length > 0) : [];
    return {
      sheets: book.sheets.slice(0, SHEETS).map(({ name }) => name),
      rows: rows.slice(0, ROWS).map((row) => ({
        row: row.number,
        cells: filledCells(row).map(({ index, text }) => ({ column: columnLetter(index), text: text.slice(0, TEXT) })),
      })),
    };
  } finally {
    await book.close();
  }
}
