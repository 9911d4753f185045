import { readFile } from 'node:fs/promises';
import {
  type Cell,
  isDateFormat,
  MAX_CELL_TEXT,
  MAX_COLUMNS,
  RowCells,
  type Sheet,
  type SheetRow,
  type Workbook,
  withLeadingZeros,
} from './sheet.ts';
import { unreadable } from './unreadable.ts';

/** The library keeps the whole workbook in memory, some twenty times the file's size. */
const MAX_XLS_BYTES = 12 * 1024 * 1024;
const BATCH = 500;
/** Excel 5 and 95; Excel 97–2003. */
const BIFF5 = 0x0500;
const BIFF8 = 0x0600;

type Library = typeof import('@e965/xlsx');
type Book = ReturnType<Library['read']>;
type LibraryCell = import('@e965/xlsx').CellObject;

/** The version of the workbook; rejects unreadable OLE2 files by their streams and first record ([MS-XLS] 2.4.21). */
function versionOf(library: Library, data: Buffer): number {
  const container = library.CFB.read(data, { type: 'buffer' });
  const has = (name: string): boolean => Boolean(library.CFB.find(container, name));
  if (has('/EncryptedPackage') || has('/EncryptionInfo')) throw unreadable('password');
  const book = library.CFB.find(container, '/Workbook') ?? library.CFB.find(container, '/Book');
  if (!book) throw unreadable('not_workbook');
  const content = Buffer.from(book.content as Uint8Array);
  if (content.length < 8 || content.readUInt16LE(0) !== 0x0809) throw unreadable('damaged');
  const version = content.readUInt16LE(4);
  if (version !== BIFF5 && version !== BIFF8) throw unreadable('old_excel');
  return version;
}

/** Texts of Excel 5 and 95 are in the code page of the machine that wrote them; Russian ones mostly use 1251. */
async function knowCodePages(library: Library): Promise<void> {
  library.set_cptable(await import('@e965/xlsx/dist/cpexcel.full.mjs'));
}

function cellOf(cell: LibraryCell | undefined): Cell | undefined {
  if (!cell || cell.v === undefined || cell.t === 'z') return undefined;
  const style = cell.s === undefined ? '' : JSON.stringify(cell.s);
  if (cell.t === 'e') return { value: String(cell.w ?? cell.v), style, error: true };
  if (typeof cell.v === 'number') {
    if (typeof cell.z === 'string' && isDateFormat(cell.z)) return { value: cell.v, style, isDate: true };
    const shown = typeof cell.z === 'string' ? withLeadingZeros(cell.v, cell.z) : undefined;
    return shown === undefined ? { value: cell.v, style } : { value: cell.v, style, shown };
  }
  if (typeof cell.v === 'boolean') return { value: cell.v, style };
  const value = String(cell.v).slice(0, MAX_CELL_TEXT);
  return value === '' ? undefined : { value, style };
}

function sheetOf(book: Book, name: string): Sheet {
  const sheet = book.Sheets[name];
  const data = (sheet?.['!data'] ?? []) as (LibraryCell | undefined)[][];
  const levels = sheet?.['!rows'] ?? [];
  return {
    name,
    async *rows() {
      let batch: SheetRow[] = [];
      for (const [index, source] of data.entries()) {
        const cells = new RowCells();
        for (const [column, raw] of (source ?? []).slice(0, MAX_COLUMNS).entries()) {
          const cell = cellOf(raw);
          if (cell) cells.set(column, cell);
        }
        if (cells.width > 0) batch.push({ number: index + 1, cells, outline: levels[index]?.level ?? 0 });
        if (batch.length < BATCH) continue;
        yield batch;
        batch = [];
      }
      yield batch;
    },
  };
}

/**
 * Opens files of Excel 5 to 2003. An error that the library throws about a broken file is reported as the file's fault.
 */
export async function openXls(path: string): Promise<Workbook> {
  const data = await readFile(path);
  if (data.length > MAX_XLS_BYTES) throw unreadable('too_big');
  const module = await import('@e965/xlsx');
  const library = (module as Library & { default?: Library }).default ?? module;
  let book: Book;
  try {
    if (versionOf(library, data) === BIFF5) await knowCodePages(library);
    book = library.read(data, {
      type: 'buffer',
      dense: true,
      cellStyles: true,
      cellNF: true,
      cellText: false,
      cellFormula: false,
      cellHTML: false,
    });
  } catch (error) {
    if (error instanceof Error && 'code' in error && 'status' in error) throw error;
    throw unreadable(/password|encrypt/i.test(String(error)) ? 'password' : 'damaged');
  }
  const visible = book.SheetNames.filter((_, index) => !book.Workbook?.Sheets?.[index]?.Hidden);
  return { sheets: visible.map((name) => sheetOf(book, name)), close: async () => {} };
}
