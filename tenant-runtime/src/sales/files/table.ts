import { isBlank, plain, textOf } from '@ostatok/kit/node/workbooks/cell-values.ts';
import type { Sheet, SheetRow } from '@ostatok/kit/node/workbooks/sheet.ts';
import type { SalesKind } from '../../../contract/sales.ts';
import type { SalesLayout } from '../../../contract/sales-layout.ts';
import { billionthsOf, type Value } from './amounts.ts';
import { type ColumnsBy, columnsOf, foreignReport, isForPeople, kindOf } from './captions.ts';
import { addTo, type Collector, inWords, noSums, type Stated, type Sums } from './collector.ts';
import { type DayText, periodIn } from './days.ts';
import { noDishes, refused, usedNotSold } from './refusals.ts';
import { createRowReader, type Heading, type RowReader, type ValueAt } from './row-reader.ts';
import { createTotals } from './table-totals.ts';

/** Rows in which a header is looked for; reports have titles and parameters above it. */
const HEADER_ROWS = 60;

interface Header {
  columns: ColumnsBy;
  kind: SalesKind;
  headers: (string | undefined)[];
  /** The last row of the header. */
  row: number;
  /** Texts of the rows above. */
  above: string[];
}

const valueIn = ({ cells }: SheetRow, index: number): Value => {
  const cell = cells.get(index);
  return !cell || isBlank(cell) ? null : (cell.shown ?? cell.value);
};

const headersIn = ({ cells }: SheetRow): (string | undefined)[] =>
  Array.from({ length: cells.width }, (_, index) => {
    const text = textOf(cells.get(index));
    return text === '' ? undefined : text;
  });

const textsIn = (row: SheetRow): string[] => headersIn(row).filter((text) => text !== undefined);

/** Headers of two rows: what is below says more. */
const joined = (top: (string | undefined)[], below: (string | undefined)[]): (string | undefined)[] =>
  Array.from({ length: Math.max(top.length, below.length) }, (_, index) => below[index] ?? top[index]);

const isHeader = (headers: (string | undefined)[], columns: ColumnsBy): boolean =>
  (columns.name !== undefined && columns.quantity !== undefined) ||
  // a report without dishes, or without quantities, which is refused in words
  foreignReport(headers) !== undefined ||
  (columns.quantity !== undefined && columns.paid !== undefined && columns.day !== undefined) ||
  headers.some((header) => plain(header ?? '') === 'fullsum');

/** Finds the header among the first rows; undefined if there is none. */
function headerIn(rows: readonly SheetRow[]): Header | undefined {
  const above: string[] = [];
  for (const [index, row] of rows.entries()) {
    const own = headersIn(row);
    const next = rows[index + 1];
    const isTextual = next !== undefined && textsIn(next).every((text) => billionthsOf(text, 'russian') == null);
    for (const headers of isTextual ? [own, joined(own, headersIn(next))] : [own]) {
      const columns = columnsOf(headers);
      if (textsIn(row).length < 2 || !isHeader(headers, columns)) continue;
      const last = headers === own ? row : (next as SheetRow);
      return { columns, kind: kindOf(headers, above), headers, row: last.number, above };
    }
    above.push(textsIn(row).join(' '));
  }
  return undefined;
}

const isBlankRow = ({ cells }: SheetRow): boolean => {
  for (let index = 0; index < cells.width; index += 1) if (!isBlank(cells.get(index))) return false;
  return true;
};

async function firstRows(sheet: Sheet): Promise<SheetRow[]> {
  const rows: SheetRow[] = [];
  for await (const batch of sheet.rows()) {
    rows.push(...batch);
    if (rows.length >= HEADER_ROWS) break;
  }
  return rows.slice(0, HEADER_ROWS);
}

/** Yields every row with the one after it, of which only the depth of its group is looked at. */
async function* rowsBelow(sheet: Sheet, header: number): AsyncGenerator<{ row: SheetRow; isGroup: boolean }> {
  let before: SheetRow | undefined;
  for await (const batch of sheet.rows()) {
    for (const row of batch) {
      if (row.number <= header || isBlankRow(row)) continue;
      if (before) yield { row: before, isGroup: row.outline > before.outline };
      before = row;
    }
  }
  if (before) yield { row: before, isGroup: false };
}

function indexOf(letter: string): number {
  let index = 0;
  for (const sign of letter) index = index * 26 + sign.charCodeAt(0) - 64;
  return index - 1;
}

const described = (rows: readonly SheetRow[], { headerRow, columns }: SalesLayout): Header => ({
  columns: Object.fromEntries(Object.entries(columns).map(([field, letter]) => [field, indexOf(String(letter))])),
  kind: 'table',
  headers: [],
  row: headerRow,
  above: rows.filter(({ number }) => number < headerRow).map((row) => textsIn(row).join(' ')),
});

/** «Дата: 12.11.2026», in one cell or in two. */
const DAY_LABEL = /^(дата|учетный день|учётный день|день)\s*:/i;
const STORE_LABEL =
  /^(наименование ресторана|ресторан|торговое предприятие|подразделение|магазин|склад|организация)\s*:?\s*/i;

/** Returns the day of a row that tells one: in the text of its label, or in a cell beside it. */
function dayIn(row: SheetRow, reader: RowReader): DayText | null {
  const said = periodIn(textsIn(row).join(' '));
  if (said) return said.to;
  const serial = row.cells.values().find(({ value }) => typeof value === 'number');
  return serial ? reader.dayAt(serial.value, `Строка ${row.number}`) : null;
}

export interface ReadTable {
  kind: SalesKind;
  stated: Stated;
  period: { from: string; to: string } | undefined;
}

/** Refuses what has no dishes, after it was added up. */
async function refuseWithTotals(sheet: Sheet, header: Header): Promise<never> {
  const sums: Sums = noSums();
  const foreign = foreignReport(header.headers);
  if (foreign === 'transactions') throw refused('transactions');
  const { quantity, paid } = header.columns;
  const used = foreign === 'used' ? header.headers.findIndex((text) => plain(text ?? '') === 'value') : quantity;
  for await (const { row } of rowsBelow(sheet, header.row)) {
    const amount = (index: number | undefined): bigint | null =>
      index === undefined ? null : (billionthsOf(valueIn(row, index), 'russian') ?? null);
    addTo(sums, { quantity: amount(used) ?? 0n, paid: amount(paid), listed: null, cost: null });
  }
  const words = inWords(sums);
  throw foreign === 'used' ? usedNotSold(words.replace(' порций', ' в разных единицах')) : noDishes(words);
}

/** Reads a sheet by its header, or by the columns that a person has chosen. Throws Unreadable. */
export async function readTable(
  sheet: Sheet,
  collector: Collector,
  { timezone, layout }: { timezone: string; layout?: SalesLayout | undefined },
): Promise<ReadTable | undefined> {
  const top = await firstRows(sheet);
  const header = layout ? described(top, layout) : headerIn(top);
  if (!header) return undefined;
  const { columns, kind, headers, above } = header;
  const isKnown = columns.name !== undefined && columns.quantity !== undefined && foreignReport(headers) === undefined;
  if (!isKnown) return refuseWithTotals(sheet, header);

  const reader = createRowReader({ kind, columns, collector, timezone });
  const totals = createTotals({ reader, collector, columns });
  const period = above.map((text) => (/период|дата|(^|\s)с \d/i.test(text) ? periodIn(text) : undefined)).find(Boolean);
  const heading: Heading = { day: null, store: storeIn(above), group: null };
  const carry = kind === 'iiko' && isForPeople(headers) ? createCarry(columns) : undefined;
  const nameAt = columns.name as number;
  let skipped = 0;

  const headerName = headers[nameAt];
  const quantityAt = columns.quantity as number;

  /** Takes a row that is told of the rows below it: a day, a store, a group. */
  function isHeading(row: SheetRow, raw: ValueAt, isGroup: boolean): boolean {
    const isUnitless = kind === '1c' && columns.unit !== undefined && reader.textIn(raw, 'unit') === '';
    if (!isGroup && !isUnitless && !isBlank(row.cells.get(quantityAt))) return false;
    const texts = textsIn(row);
    const first = texts[0] ?? '';
    if (DAY_LABEL.test(first) && texts.length <= 3) {
      heading.day = dayIn(row, reader) ?? heading.day;
      return true;
    }
    if (STORE_LABEL.test(first) && texts.length <= 3) {
      heading.store = texts.join(' ').replace(STORE_LABEL, '').trim() || heading.store;
      return true;
    }
    if (!isGroup && !isUnitless && (texts.length > 1 || reader.textIn(raw, 'name') === '')) return false;
    heading.group = reader.textIn(raw, 'name') || first;
    return true;
  }

  for await (const { row, isGroup } of rowsBelow(sheet, header.row)) {
    const raw: ValueAt = (index) => valueIn(row, index);
    if (headerName !== undefined && raw(nameAt) === headerName) continue;
    if (totals.read(row, raw) || isHeading(row, raw, isGroup)) continue;
    const sums = reader.add(carry ? carry(raw) : raw, row.number, heading);
    if (sums) totals.add(sums);
    else if (kind !== 'toast') skipped += 1;
  }
  reader.finish();
  const stated = totals.finish();
  if (skipped > 0) collector.warn(`Строк без блюда или количества пропущено: ${skipped}`);
  return { kind, stated, period };
}

const storeIn = (above: readonly string[]): string =>
  above
    .find((text) => STORE_LABEL.test(text) && !/^организация/i.test(text))
    ?.replace(STORE_LABEL, '')
    .trim() ?? '';

/** Gives a row what the rows above have told once for it, from left to right. */
function createCarry(columns: ColumnsBy): (raw: ValueAt) => ValueAt {
  const grouping = [columns.day, columns.store, columns.group, columns.code, columns.name]
    .filter((index) => index !== undefined)
    .sort((a, b) => a - b);
  const carried = new Map<number, Value>();
  // the last of them is of the row itself
  const last = grouping.at(-1);
  return (raw) => {
    let hasChanged = false;
    for (const index of grouping) {
      const own = raw(index);
      if (own !== null && own !== undefined) {
        hasChanged ||= carried.get(index) !== own;
        carried.set(index, own);
      } else if (hasChanged || index === last) carried.delete(index);
    }
    const whole = new Map(carried);
    return (index) => raw(index) ?? whole.get(index);
  };
}
