import type { AliasImportColumn } from '@ostatok/api/contract/alias-imports.endpoints.ts';
import { ALIAS_UNPACKED_BYTES, type AliasImportField, MOST_ALIAS_ROWS } from '@ostatok/api/contract/alias-imports.ts';
import type { Sheet, SheetRow, Workbook } from '@ostatok/kit/node/workbooks/sheet.ts';
import { unreadable } from '@ostatok/kit/node/workbooks/unreadable.ts';
import { openTable } from '@ostatok/kit/node/workbooks/workbook-reader.ts';
import { corrected, findHeader, type Header } from './header.ts';
import { createLineWriter, problemText } from './line-file.ts';
import { createRowReader, type ReadRow } from './row-reader.ts';
import { createRowsFile } from './rows-file.ts';

/** Sheets after the first 20 are not read. */
const MAX_SHEETS = 20;
const HEADER_SEARCH_ROWS = 30;

export interface ReadJob {
  path: string;
  /** The files that get the readable rows, as `givenRowText` writes them, and the problems of the others. */
  rows: string;
  rejects: string;
  columns?: { column: string; field: AliasImportField | null }[] | undefined;
}

export interface ReadFile {
  columns: AliasImportColumn[];
  total: number;
  /** Rows that cannot be read. */
  invalid: number;
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

/** Writes readable rows to `rows`, and what is wrong with the others to `rejects`. */
function createSink({ rows, rejects }: Pick<ReadJob, 'rows' | 'rejects'>) {
  const [read, refused] = [createRowsFile(rows), createLineWriter(rejects)];
  const result = { total: 0, invalid: 0 };

  return {
    result,
    async take(found: ReadRow): Promise<void> {
      result.total += 1;
      if (result.total > MOST_ALIAS_ROWS) throw unreadable('too_big');
      if (!('problems' in found)) return read.add(found);
      result.invalid += 1;
      for (const problem of found.problems) await refused.write(problemText(problem));
    },
    refuseFile: (row: number, message: string) => refused.write(problemText({ row, column: '', message })),
    close: (): Promise<unknown> => read.close().finally(refused.close),
  };
}

/** Reads a table row by row into two files, so that memory holds only one batch of rows, however long the table is. */
export async function readFile(
  { path, columns: given = [], ...out }: ReadJob,
  onProgress: (rows: number) => void,
): Promise<ReadFile> {
  const book = await openTable(path, ALIAS_UNPACKED_BYTES);
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
    if (!isReadable) await sink.refuseFile(header.to, 'Не нашли столбец со штрихкодом. Укажите его');
    return { columns: columns.map(({ index: _, ...column }) => column), ...sink.result };
  } finally {
    await sink.close().finally(book.close);
  }
}
