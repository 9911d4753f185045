import { isBlank, plain, textOf } from '@ostatok/kit/node/workbooks/cell-values.ts';
import type { Sheet, SheetRow } from '@ostatok/kit/node/workbooks/sheet.ts';
import type { SalesKind } from '../../../contract/sales.ts';
import { billionthsOf, type Value } from './amounts.ts';
import { type ColumnsBy, columnsOf, foreignReport, kindOf } from './captions.ts';
import { periodIn } from './days.ts';
import { refused } from './refusals.ts';

/** Rows in which a header is looked for; reports have titles and parameters above it. */
const HEADER_ROWS = 60;

export interface Header {
  columns: ColumnsBy;
  kind: SalesKind;
  headers: (string | undefined)[];
  /** The last row of the header. */
  row: number;
  /** Texts of the rows above. */
  above: string[];
}

export const valueIn = ({ cells }: SheetRow, index: number): Value => {
  const cell = cells.get(index);
  if (!cell || isBlank(cell)) return null;
  // the number of a day's cell is no quantity and no price
  return cell.isDate ? textOf(cell) : (cell.shown ?? cell.value);
};

const headersIn = ({ cells }: SheetRow): (string | undefined)[] =>
  Array.from({ length: cells.width }, (_, index) => {
    const text = textOf(cells.get(index));
    return text === '' ? undefined : text;
  });

export const textsIn = (row: SheetRow): string[] => headersIn(row).filter((text) => text !== undefined);

/** What stands above each column: a merged cell stands over those to its right as well. */
function abovesIn(top: (string | undefined)[], length: number): (string | undefined)[] {
  let last: string | undefined;
  return Array.from({ length }, (_, index) => {
    last = top[index] ?? last;
    return last;
  });
}

/** Headers of two rows: what is below says more, but of what came back it does not say that it did. */
function joined(top: (string | undefined)[], below: (string | undefined)[]): (string | undefined)[] {
  const aboves = abovesIn(top, Math.max(top.length, below.length));
  return aboves.map((above, index) => {
    const own = below[index];
    return own !== undefined && /возвр|refund/i.test(above ?? '') ? `${above} ${own}` : (own ?? top[index]);
  });
}

const isHeader = (headers: (string | undefined)[], columns: ColumnsBy): boolean =>
  (columns.name !== undefined && columns.quantity !== undefined) ||
  // a report without dishes, or without quantities, which is refused in words
  foreignReport(headers) !== undefined ||
  (columns.quantity !== undefined && columns.paid !== undefined && columns.day !== undefined) ||
  headers.some((header) => plain(header ?? '') === 'fullsum');

/** A day as it is written, or as workbooks keep it. */
const isDay = (text: string): boolean => periodIn(text) !== undefined || /^4\d{4}$/.test(text);

/** Refuses a report that has a column of quantities for each day: its rows would be read for one day only. */
function mustHaveDaysInRows(top: (string | undefined)[], below: (string | undefined)[], quantity: number): void {
  const aboves = abovesIn(top, below.length);
  const days = aboves.filter((above, index) => below[index] === below[quantity] && isDay(above ?? ''));
  if (days.length > 1) throw refused('days_across');
}

const sizeOf = (columns: ColumnsBy): number => Object.keys(columns).length;

/** Finds the header among the first rows; undefined if there is none. */
export function headerIn(rows: readonly SheetRow[]): Header | undefined {
  const above: string[] = [];
  for (const [index, row] of rows.entries()) {
    const own = headersIn(row);
    const next = rows[index + 1];
    const isTextual =
      next?.number === row.number + 1 && textsIn(next).every((text) => billionthsOf(text, 'russian') == null);
    const below = isTextual ? headersIn(next) : undefined;
    const found = [own, ...(below ? [below, joined(own, below)] : [])]
      .map((headers) => ({ headers, columns: columnsOf(headers) }))
      .filter(({ headers, columns }) => isHeader(headers, columns));
    // two rows make a header where they say more than either of them
    const [best] = found.toSorted((one, other) => sizeOf(other.columns) - sizeOf(one.columns));
    if (textsIn(row).length >= 2 && best && best.headers !== below) {
      const { headers, columns } = best;
      if (below && headers !== own && columns.quantity !== undefined) mustHaveDaysInRows(own, below, columns.quantity);
      const last = headers === own ? row : (next as SheetRow);
      return { columns, kind: kindOf(headers, above), headers, row: last.number, above };
    }
    above.push(textsIn(row).join(' '));
  }
  return undefined;
}

export const isBlankRow = ({ cells }: SheetRow): boolean => {
  for (let index = 0; index < cells.width; index += 1) if (!isBlank(cells.get(index))) return false;
  return true;
};

export async function firstRows(sheet: Sheet): Promise<SheetRow[]> {
  const rows: SheetRow[] = [];
  for await (const batch of sheet.rows()) {
    rows.push(...batch);
    if (rows.length >= HEADER_ROWS) break;
  }
  return rows.slice(0, HEADER_ROWS);
}
