import type { Db } from '@ostatok/kit/node/db.ts';
import { type ImportKind, MAX_IMPORT_ROWS } from '../../contract/imports.ts';
import { findHeader, HEADER_SEARCH_ROWS, type Header } from './header.ts';
import type { ReadResult } from './messages.ts';
import { createRowReader, type StagedRow } from './row-reader.ts';
import type { Sheet, SheetRow, Workbook } from './sheet.ts';
import { rejectDoubles, stageRows, suitPortions } from './staging.queries.ts';
import { unreadable } from './unreadable.ts';
import { openWorkbook } from './workbook-reader.ts';

const PORTION = 2000;
/** A book of more sheets is looked at no further. */
const MAX_SHEETS = 50;

interface Found {
  sheet: Sheet;
  header: Header;
  score: number;
}

async function headOf(sheet: Sheet): Promise<SheetRow[]> {
  const head: SheetRow[] = [];
  for await (const rows of sheet.rows()) {
    head.push(...rows);
    if (head.length >= HEADER_SEARCH_ROWS) break;
  }
  return head.slice(0, HEADER_SEARCH_ROWS);
}

/** The sheet whose header says most; the first of equals, the others named in a note. */
async function chooseSheet(book: Workbook, kind: ImportKind): Promise<{ chosen: Found; notes: string[] }> {
  const found: Found[] = [];
  let filled = false;
  for (const sheet of book.sheets.slice(0, MAX_SHEETS)) {
    const head = await headOf(sheet);
    filled ||= head.length > 0;
    const best = findHeader(head, kind);
    if (best) found.push({ sheet, ...best });
  }
  const top = Math.max(...found.map(({ score }) => score));
  const equals = found.filter(({ score }) => score === top);
  const [chosen, ...others] = equals;
  if (!chosen) throw unreadable(filled ? 'no_header' : 'empty');
  if (kind === 'expected' && !chosen.header.columns.some(({ field }) => field === 'expected'))
    throw unreadable('no_quantity');
  if (others.length === 0) return { chosen, notes: [] };
  const names = others.map(({ sheet }) => `«${sheet.name}»`).join(', ');
  return {
    chosen,
    notes: [`Прочитан лист «${chosen.sheet.name}». Такие же заголовки есть на листах ${names}: загрузите их отдельно`],
  };
}

function notesOf(header: Header, kind: ImportKind, groups: { count: number; first: string[] }): string[] {
  const has = (field: string): boolean => header.columns.some((column) => column.field === field);
  const notes: string[] = [];
  if (kind === 'items' && has('quantity')) {
    notes.push('Остаток из файла получат только новые позиции. У тех, что уже есть, остаток не изменится');
  }
  if (kind === 'items' && !has('unit')) notes.push('Колонки с единицами нет: новые позиции будут в штуках');
  if (groups.count > 0) {
    const more = groups.count > groups.first.length ? ' и другие' : '';
    notes.push(
      `Строк только с названием: ${groups.count}. Они прочитаны как группы: ${groups.first.join(', ')}${more}`,
    );
  }
  return notes;
}

/** Gives rows to the database in portions; the next is read while the one before is written. */
function createStager(db: Db, { importId, kind, onProgress }: Omit<Request, 'path'>) {
  let staged = 0;
  let portion: StagedRow[] = [];
  let writing: Promise<void> = Promise.resolve();

  async function flush(): Promise<void> {
    await writing;
    staged += portion.length;
    if (staged > MAX_IMPORT_ROWS) throw unreadable('too_big');
    onProgress(staged);
    writing = stageRows(db, importId, kind, portion);
    // A failure is thrown by whoever waits next, even when the reading goes on for a while.
    writing.catch(() => {});
    portion = [];
  }

  return {
    async add(row: StagedRow): Promise<void> {
      if (portion.push(row) >= PORTION) await flush();
    },
    async finish(): Promise<number> {
      if (portion.length > 0) await flush();
      await writing;
      return staged;
    },
  };
}

interface Request {
  path: string;
  importId: string;
  kind: ImportKind;
  onProgress: (rows: number) => void;
}

/** Reads a workbook into `import_rows`, portion by portion: however long the sheet, only a portion is in memory. */
export async function readImport(db: Db, { path, importId, kind, onProgress }: Request): Promise<ReadResult> {
  const book = await openWorkbook(path);
  try {
    const { chosen, notes } = await chooseSheet(book, kind);
    const { sheet, header } = chosen;
    const reader = createRowReader(header, kind);
    await suitPortions(db);
    const stager = createStager(db, { importId, kind, onProgress });
    for await (const rows of sheet.rows()) {
      for (const row of rows) {
        const item = row.number > header.to ? reader.read(row) : undefined;
        if (item) await stager.add(item);
      }
    }
    const staged = await stager.finish();
    if (staged === 0 && reader.problems.count === 0) throw unreadable('no_rows');
    await rejectDoubles(db, importId);
    return {
      sheet: sheet.name,
      headerRow: header.to,
      columns: header.columns.map(({ field, header: text, letter }) => ({ field, header: text, column: letter })),
      notes: [...notes, ...notesOf(header, kind, reader.groups)],
      problems: reader.problems,
    };
  } finally {
    await book.close();
  }
}
