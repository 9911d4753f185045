import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { finished } from 'node:stream/promises';
import {
  type AliasImportColumn,
  type AliasImportField,
  type AliasImportProblem,
  MOST_ALIAS_ROWS,
  SHOWN_ALIAS_ERRORS,
} from '@ostatok/api/contract/alias-imports.ts';
import type { Sheet, SheetRow, Workbook } from '@ostatok/kit/node/workbooks/sheet.ts';
import { unreadable } from '@ostatok/kit/node/workbooks/unreadable.ts';
import { openTable } from '@ostatok/kit/node/workbooks/workbook-reader.ts';
import { corrected, findHeader, type Header } from './header.ts';
import { createRowReader, type ReadRow } from './row-reader.ts';

/** A book of more sheets is looked at no further. */
const MAX_SHEETS = 20;
const HEADER_SEARCH_ROWS = 30;

export interface ReadJob {
  path: string;
  /** Where the rows that can be read go, a line of JSON each: [row, alias]. */
  out: string;
  columns?: { column: string; field: AliasImportField | null }[] | undefined;
}

export interface ReadFile {
  columns: AliasImportColumn[];
  total: number;
  invalid: number;
  /** The first of them. */
  errors: AliasImportProblem[];
  /** Rows that a later one with the same code replaces, and which. */
  replaced: [row: number, by: number][];
}

async function headOf(sheet: Sheet): Promise<SheetRow[]> {
  const head: SheetRow[] = [];
  for await (const rows of sheet.rows()) {
    head.push(...rows);
    if (head.length >= HEADER_SEARCH_ROWS) break;
  }
  return head.slice(0, HEADER_SEARCH_ROWS);
}

/** The sheet whose header says most. */
async function chooseSheet(book: Workbook): Promise<{ sheet: Sheet; header: Header }> {
  let best: { sheet: Sheet; header: Header; score: number } | undefined;
  for (const sheet of book.sheets.slice(0, MAX_SHEETS)) {
    const head = await headOf(sheet);
    if (head.length === 0) continue;
    const found = findHeader(head);
    if (!best || found.score > best.score) best = { sheet, ...found };
  }
  if (!best) throw unreadable('empty');
  return best;
}

/** Writes what can be read, and keeps what is wrong. */
function createSink(out: string) {
  const stream = createWriteStream(out);
  // a disk that is full says so whenever it is written to, not when a row is taken
  let broken: unknown;
  const written = finished(stream).catch((error) => {
    broken = error;
  });
  const rowOf = new Map<string, number>();
  const result = { total: 0, invalid: 0, errors: [] as AliasImportProblem[], replaced: [] as [number, number][] };

  return {
    result,
    async take(read: ReadRow): Promise<void> {
      if (broken) throw broken;
      result.total += 1;
      if (result.total > MOST_ALIAS_ROWS) throw unreadable('too_big');
      if ('problems' in read) {
        result.invalid += 1;
        if (result.errors.length < SHOWN_ALIAS_ERRORS) result.errors.push(...read.problems);
        return;
      }
      const { row, alias } = read;
      const earlier = rowOf.get(alias.ean);
      if (earlier !== undefined) result.replaced.push([earlier, row]);
      rowOf.set(alias.ean, row);
      if (!stream.write(`${JSON.stringify([row, alias])}\n`)) await once(stream, 'drain');
    },
    async close(): Promise<void> {
      stream.end();
      await written;
      if (broken) throw broken;
    },
  };
}

/** Reads a table row by row into `out`: however long it is, only a portion is in memory. */
export async function readFile(
  { path, out, columns: given = [] }: ReadJob,
  onProgress: (rows: number) => void,
): Promise<ReadFile> {
  const book = await openTable(path);
  const sink = createSink(out);
  try {
    const { sheet, header } = await chooseSheet(book);
    const columns = corrected(header.columns, given);
    const read = createRowReader(columns);
    const isReadable = columns.some(({ field }) => field === 'ean');
    for await (const rows of isReadable ? sheet.rows() : []) {
      for (const row of rows) {
        const found = row.number > header.to ? read(row) : undefined;
        if (found) await sink.take(found);
      }
      onProgress(sink.result.total);
    }
    if (!isReadable) {
      const message = 'Не нашли столбец со штрихкодом. Укажите его';
      sink.result.errors.push({ row: header.to, column: '', message });
    }
    return { columns: columns.map(({ index: _, ...column }) => column), ...sink.result };
  } finally {
    await sink.close().finally(book.close);
  }
}
