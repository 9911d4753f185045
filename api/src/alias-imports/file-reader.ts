import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { finished } from 'node:stream/promises';
import type { AliasImportColumn, AliasImportProblem } from '@ostatok/api/contract/alias-imports.endpoints.ts';
import { type AliasImportField, MOST_ALIAS_ROWS, SHOWN_ALIAS_ERRORS } from '@ostatok/api/contract/alias-imports.ts';
import type { Sheet, SheetRow, Workbook } from '@ostatok/kit/node/workbooks/sheet.ts';
import { unreadable } from '@ostatok/kit/node/workbooks/unreadable.ts';
import { openTable } from '@ostatok/kit/node/workbooks/workbook-reader.ts';
import { corrected, findHeader, type Header } from './header.ts';
import { createRowReader, type ReadRow } from './row-reader.ts';

/** Sheets after the first 20 are not read. */
const MAX_SHEETS = 20;
const HEADER_SEARCH_ROWS = 30;

export interface ReadJob {
  path: string;
  /** The file that gets the readable rows, one JSON array a line: [row, alias]. */
  out: string;
  columns?: { column: string; field: AliasImportField | null }[] | undefined;
}

export interface ReadFile {
  columns: AliasImportColumn[];
  total: number;
  invalid: number;
  /** The first problems found, not all of them. */
  errors: AliasImportProblem[];
  /** Rows replaced by a later row with the same code, each with that row's number. */
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

/** Chooses the sheet with the best header score. */
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

/** Writes readable rows to `out` and collects problems. */
function createSink(out: string) {
  const stream = createWriteStream(out);
  // a full disk is reported by the stream at any time, not only while a row is being taken
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

/** Reads a table row by row into `out`, so that memory holds only one batch of rows, however long the table is. */
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
