import { isBlank, plain } from '@ostatok/kit/node/workbooks/cell-values.ts';
import type { Sheet, SheetRow } from '@ostatok/kit/node/workbooks/sheet.ts';
import type { SalesKind } from '../../../contract/sales.ts';
import type { SalesLayout } from '../../../contract/sales-layout.ts';
import { billionthsOf, styleOf, type Value } from './amounts.ts';
import { type ColumnsBy, foreignReport, isForPeople } from './captions.ts';
import { addTo, type Collector, inWords, noSums, type Stated, type Sums } from './collector.ts';
import { type DayText, periodIn } from './days.ts';
import { firstRows, type Header, headerIn, isBlankRow, textsIn, valueIn } from './header.ts';
import { noDishes, refused, usedNotSold } from './refusals.ts';
import { createRowReader, type Heading, type RowReader, type ValueAt } from './row-reader.ts';
import { createTotals } from './table-totals.ts';

type DepthOf = (row: SheetRow) => number;

/** How deep a row stands in its group. 1C writes names of groups further left than those in them. */
const depthIn =
  (kind: SalesKind, name: number): DepthOf =>
  ({ outline, cells }) => {
    if (kind !== '1c') return outline;
    const cell = cells.get(name);
    const blanks = typeof cell?.value === 'string' ? cell.value.length - cell.value.trimStart().length : 0;
    return outline + (cell?.indent ?? Math.floor(blanks / 2));
  };

/** Yields every row with the one after it, of which only the depth of its group is looked at. */
async function* rowsBelow(
  sheet: Sheet,
  header: number,
  depthOf: DepthOf = ({ outline }) => outline,
): AsyncGenerator<{ row: SheetRow; isGroup: boolean }> {
  let before: SheetRow | undefined;
  for await (const batch of sheet.rows()) {
    for (const row of batch) {
      if (row.number <= header || isBlankRow(row)) continue;
      if (before) yield { row: before, isGroup: depthOf(row) > depthOf(before) };
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

const DELIVERY =
  /(товарная|расходная|приходная) накладная|торг-12|универсальный передаточный документ|сч[её]т-фактура/i;

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

/** Texts as they stand in cells: numbers that the workbook keeps as such have no sign between their digits to tell. */
const textsOf = ({ cells }: SheetRow): string[] =>
  cells.values().flatMap(({ value }) => (typeof value === 'string' ? value.trim() : []));

/** Whether a sheet has sales that could be read as well. */
export async function hasSales(sheet: Sheet): Promise<boolean> {
  const { name, quantity } = headerIn(await firstRows(sheet))?.columns ?? {};
  return name !== undefined && quantity !== undefined;
}

/** When a report was made is no period of its sales. */
const MADE = /формир|печат|создан|выгру/i;

/** Finds the period in the texts above the header; one that is called so goes first. */
function periodAbove(above: readonly string[]): ReturnType<typeof periodIn> {
  const called = above.filter((text) => /период/i.test(text));
  const dated = above.filter((text) => /дата|(^|\s)(с|за) \d/i.test(text) && !MADE.test(text));
  return [...called, ...dated].map(periodIn).find(Boolean);
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
  if (!layout && above.some((text) => DELIVERY.test(text))) throw refused('delivery');
  const isKnown = columns.name !== undefined && columns.quantity !== undefined && foreignReport(headers) === undefined;
  if (!isKnown) return refuseWithTotals(sheet, header);

  const reader = createRowReader({ kind, columns, collector, timezone, style: styleOf(top.flatMap(textsOf)) });
  const totals = createTotals({ reader, collector, columns });
  const period = periodAbove(above);
  const heading: Heading = { day: null, store: storeIn(above), group: null };
  const carry = kind === 'iiko' && isForPeople(headers) ? createCarry(columns) : undefined;
  const nameAt = columns.name as number;
  let skipped = 0;

  const headerName = headers[nameAt];
  const quantityAt = columns.quantity as number;
  const counted = headers[quantityAt];
  if (counted !== undefined && headers.indexOf(counted) !== headers.lastIndexOf(counted)) {
    collector.warn(`Столбцов «${counted.slice(0, 60)}» несколько, прочитан первый из них`);
  }

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
    // r_keeper writes the name of a group where the codes stand
    const isNamed = reader.textIn(raw, 'name') !== '' || reader.textIn(raw, 'code') !== '';
    if (!isGroup && !isUnitless && (texts.length > 1 || !isNamed)) return false;
    heading.group = reader.textIn(raw, 'name') || first;
    return true;
  }

  for await (const { row, isGroup } of rowsBelow(sheet, header.row, depthIn(kind, nameAt))) {
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
