import { textOf } from '@ostatok/kit/node/workbooks/cell-values.ts';
import type { Cell, SheetRow } from '@ostatok/kit/node/workbooks/sheet.ts';

/** Sheet columns by the labels that a form prints under its header. A label stands over merged columns, of which cells may use any. */
export type Columns = readonly { index: number; label: string }[];

export function cellIn({ cells }: SheetRow, columns: Columns, label: string): Cell | undefined {
  const place = columns.findIndex((column) => column.label === label);
  const from = columns[place]?.index;
  if (from === undefined) return undefined;
  const to = columns[place + 1]?.index ?? cells.width;
  for (let index = from; index < to; index += 1) {
    const cell = cells.get(index);
    if (cell && textOf(cell) !== '') return cell;
  }
  return undefined;
}

/** Returns the text of a cell; null for nothing, and for dashes. */
export const textIn = (row: SheetRow, columns: Columns, label: string): string | null => {
  const text = textOf(cellIn(row, columns, label));
  return /^[-–—]*$/.test(text) ? null : text;
};

/** Returns a tax rate as forms print it: «20%» of «20», and of the 0.2 of a cell that shows per cents. */
export function vatRateIn(row: SheetRow, columns: Columns, label: string): string | null {
  const text = textIn(row, columns, label);
  if (text === null || !/^\d+([.,]\d+)?$/.test(text)) return text;
  const rate = Number(text.replace(',', '.'));
  return rate < 1 ? `${Math.round(rate * 100)}%` : `${text}%`;
}
