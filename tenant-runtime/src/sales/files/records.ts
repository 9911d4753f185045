import type { SalesKind } from '../../../contract/sales.ts';
import { amountAt, type Value } from './amounts.ts';
import { columnsOf, foreignReport, kindOf } from './captions.ts';
import { addTo, type Collector, inWords, noSums, type Stated } from './collector.ts';
import { noDishes, refused, usedNotSold } from './refusals.ts';
import { createRowReader, mustHaveDishes } from './row-reader.ts';

export type Fields = Record<string, unknown>;

export const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
export const listOf = (value: unknown): Fields[] => (Array.isArray(value) ? value.filter(isFields) : []);

export function scalarOf(value: unknown): Value {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? value : null;
}

const HEADERS_OF = 200;
const MAX_HEADERS = 300;

function headersOf(rows: readonly Fields[]): string[] {
  const found = new Set<string>();
  for (const row of rows.slice(0, HEADERS_OF)) for (const name of Object.keys(row)) found.add(name);
  return [...found].slice(0, MAX_HEADERS);
}

/** Adds up columns of rows that have no dish, or are nothing that was sold, for the sentence that refuses them. */
export function totalsInWords(rows: readonly Fields[], quantity: string | undefined, paid: string | undefined): string {
  const sums = noSums();
  const amount = (row: Fields, column: string | undefined, what: string, index: number): bigint | null =>
    column === undefined ? null : amountAt(scalarOf(row[column]), `Строка ${index + 1}`, what, 'russian');
  for (const [index, row] of rows.entries()) {
    addTo(sums, {
      quantity: amount(row, quantity, 'количество', index) ?? 0n,
      paid: amount(row, paid, 'сумма', index),
      listed: null,
      cost: null,
    });
  }
  return inWords(sums);
}

/** Reads flat records, as JSON and XML have them: one record is one row. */
export function readRecords(
  rows: readonly Fields[],
  collector: Collector,
  { timezone, stated }: { timezone: string; stated?: Stated },
): { kind: SalesKind; stated: Stated } {
  if (rows.length === 0) throw refused('no_rows');
  const headers = headersOf(rows);
  const foreign = foreignReport(headers);
  if (foreign === 'transactions') throw refused('transactions');
  if (foreign === 'used') throw usedNotSold(totalsInWords(rows, 'value', undefined));
  const columns = columnsOf(headers);
  const kind = kindOf(headers, []);
  const named = (index: number | undefined): string | undefined => (index === undefined ? undefined : headers[index]);
  if (columns.name === undefined && columns.paid !== undefined) {
    throw noDishes(totalsInWords(rows, named(columns.quantity), named(columns.paid)));
  }
  mustHaveDishes(columns);
  const reader = createRowReader({ kind, columns, collector, timezone });
  let skipped = 0;
  for (const [index, row] of rows.entries()) {
    const sums = reader.add((at) => scalarOf(row[headers[at] as string]), index + 1, {
      day: null,
      store: '',
      group: null,
    });
    if (!sums) skipped += 1;
  }
  reader.finish();
  if (skipped > 0) collector.warn(`Строк без блюда или количества пропущено: ${skipped}`);
  return { kind, stated: stated ?? {} };
}
