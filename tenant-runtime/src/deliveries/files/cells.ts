import { type Decimal, decimalOfCell } from '@ostatok/kit/node/decimal.ts';
import { amountOf, isBlank, textOf } from '@ostatok/kit/node/workbooks/cell-values.ts';
import type { Cell, Sheet, SheetRow } from '@ostatok/kit/node/workbooks/sheet.ts';
import { dayOf, dayOfSerial } from './amounts.ts';
import { badAmount, refused } from './refusals.ts';

/** Far more than the lines of a delivery, since some sheets have formatted rows below their end. */
const MAX_ROWS = 20_000;

export async function rowsOf(sheet: Sheet): Promise<SheetRow[]> {
  const all: SheetRow[] = [];
  for await (const rows of sheet.rows()) {
    all.push(...rows);
    if (all.length > MAX_ROWS) throw refused('too_many_lines');
  }
  return all;
}

/** Whether a cell has a number, or says in words that there is no tax. */
export const isNumber = (cell: Cell | undefined): boolean => Boolean(amountOf(cell)) || NO_TAX.test(textOf(cell));

const NO_TAX = /^без (ндс|налога)/i;

/** Returns the number of a cell; undefined for a blank, a dash or the «Х» of a total that is not summed. */
export function decimalIn(cell: Cell | undefined, place: string): Decimal | undefined {
  if (isBlank(cell) || /^[xх]$/i.test(textOf(cell))) return undefined;
  if (NO_TAX.test(textOf(cell))) return { digits: 0n, scale: 0 };
  const amount = amountOf(cell);
  if (amount === null) return undefined;
  const value = amount && decimalOfCell(amount.value);
  if (!value) throw badAmount(place, `«${textOf(cell).slice(0, 40)}» — это не число`);
  return value;
}

export const dayIn = (cell: Cell | undefined): string | null => {
  if (isBlank(cell)) return null;
  return typeof cell?.value === 'number' ? dayOfSerial(cell.value) : dayOf(textOf(cell));
};

/** Returns a row's cells that are not blank, with their columns. */
export function filledCells({ cells }: SheetRow): { index: number; cell: Cell; text: string }[] {
  const found: { index: number; cell: Cell; text: string }[] = [];
  for (let index = 0; index < cells.width; index += 1) {
    const cell = cells.get(index);
    if (cell && !isBlank(cell)) found.push({ index, cell, text: textOf(cell) });
  }
  return found;
}
