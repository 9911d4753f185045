import type { Db } from '@ostatok/kit/node/db.ts';
import { textOf } from '@ostatok/kit/node/workbooks/cell-values.ts';
import type { Sheet, SheetRow, Workbook } from '@ostatok/kit/node/workbooks/sheet.ts';
import { unreadable } from '@ostatok/kit/node/workbooks/unreadable.ts';
import { openWorkbook } from '@ostatok/kit/node/workbooks/workbook-reader.ts';
import type { ImportPreview } from '../../contract/imports.endpoints.ts';
import {
  HEADER_SEARCH_ROWS,
  type ImportField,
  type ImportKind,
  type ImportLayout,
  MAX_IMPORT_ROWS,
  type PriceReading,
} from '../../contract/imports.ts';
import { findHeader, type Header } from './header.ts';
import { markDoubts } from './import-doubts.ts';
import { headerOf, signatureOf, tableOf } from './layout.ts';
import { selectLayouts } from './layouts.queries.ts';
import type { ReadResult } from './messages.ts';
import { readingOf, withPrices } from './price-header.ts';
import type { StagedRow } from './row-fields.ts';
import { createRowReader } from './row-reader.ts';
import { doubtUnits, markSimilar, selectTaught } from './similar.queries.ts';
import { findSimilar } from './similar-items.ts';
import { rejectDoubles, type SimilarRow, stageRows, stageSimilar, suitBatches } from './staging.queries.ts';
import { createTaughtNames, type TaughtNames } from './taught-names.ts';
import { unloadable } from './unloadable.ts';

const BATCH = 2000;
/** The most sheets of a workbook that are examined. */
const MAX_SHEETS = 50;

const NOT_COMPARED = 'Новых строк слишком много, чтобы сравнить их с вашими позициями: похожие названия не искали';

interface Chosen {
  sheet: Sheet;
  head: SheetRow[];
  header: Header;
  layout: ImportPreview['layout'];
  notes: string[];
}

async function headOf(sheet: Sheet): Promise<SheetRow[]> {
  const head: SheetRow[] = [];
  for await (const rows of sheet.rows()) {
    head.push(...rows);
    if (head.length >= HEADER_SEARCH_ROWS) break;
  }
  return head.slice(0, HEADER_SEARCH_ROWS);
}

/** Returns the header as a user has described it for an earlier file with this header row. */
function rememberedHeader(head: SheetRow[], known: Map<string, ImportLayout['columns']>): Header | undefined {
  if (known.size === 0) return undefined;
  for (const row of head) {
    const columns = known.get(signatureOf(row) ?? '');
    if (columns) return headerOf(head, row.number, columns);
  }
  return undefined;
}

/**
 * Follows the user's description: the named sheet, or else the first; the given header row, or else the recognised one.
 */
async function describedSheet(book: Workbook, kind: ImportKind, layout: ImportLayout): Promise<Chosen> {
  const sheet = layout.sheet === undefined ? book.sheets[0] : book.sheets.find(({ name }) => name === layout.sheet);
  if (!sheet) throw unloadable('no_sheet');
  const head = await headOf(sheet);
  const headerRow = layout.headerRow ?? findHeader(head, kind)?.header.to ?? 0;
  return { sheet, head, header: headerOf(head, headerRow, layout.columns), layout: 'given', notes: [] };
}

interface Found {
  sheet: Sheet;
  head: SheetRow[];
  header: Header;
  score: number;
}

/** Returns the first non-empty sheet, without reading its rows, when no header is found and a user can be asked. */
function unknownSheet(seen: { sheet: Sheet; head: SheetRow[] }[]): Chosen {
  const [first] = seen.filter(({ head }) => head.length > 0);
  if (!first) throw unreadable('empty');
  const notes = ['Не нашли строку с заголовками. Укажите, в каком столбце что записано'];
  return { ...first, header: { columns: [], from: 0, to: 0 }, layout: 'recognised', notes };
}

/**
 * Returns the sheet whose header a user has described before, or else the sheet whose header has the highest score; of
 * equal ones the first, and a note names the others.
 */
async function recognisedSheet(db: Db, book: Workbook, { kind, ask }: Request): Promise<Chosen> {
  const known = await selectLayouts(db, kind);
  const seen: { sheet: Sheet; head: SheetRow[] }[] = [];
  const found: Found[] = [];
  for (const sheet of book.sheets.slice(0, MAX_SHEETS)) {
    const head = await headOf(sheet);
    seen.push({ sheet, head });
    const remembered = rememberedHeader(head, known);
    if (remembered) return { sheet, head, header: remembered, layout: 'remembered', notes: [] };
    const best = findHeader(head, kind);
    if (best) found.push({ sheet, head, ...best });
  }
  const top = Math.max(...found.map(({ score }) => score));
  const [chosen, ...others] = found.filter(({ score }) => score === top);
  if (!chosen) {
    if (ask) return unknownSheet(seen);
    throw seen.some(({ head }) => head.length > 0) ? unloadable('no_header') : unreadable('empty');
  }
  const names = others.map(({ sheet }) => `«${sheet.name}»`).join(', ');
  const notes =
    others.length === 0
      ? []
      : [`Прочитан лист «${chosen.sheet.name}». Такие же заголовки есть на листах ${names}: загрузите их отдельно`];
  return { sheet: chosen.sheet, head: chosen.head, header: chosen.header, layout: 'recognised', notes };
}

function mustBeEnough({ columns }: Header, kind: ImportKind): void {
  const has = (wanted: ImportField): boolean => columns.some(({ field }) => field === wanted);
  if (!has('name')) throw unloadable('no_name');
  if (kind === 'expected' && !has('expected')) throw unloadable('no_quantity');
}

const PAPERS =
  /(^|[^\p{L}])(товарная накладная|торг-?12|универсальный передаточный документ|счет-фактура|счёт-фактура)/iu;

/** A delivery's paper has names and quantities too, but of what came and not of what is there. */
const isPaper = (head: SheetRow[]): boolean =>
  head.some(({ cells }) => cells.values().some((cell) => PAPERS.test(textOf(cell))));

const PAPER_NOTE = 'Похоже на накладную. Чтобы товар прибавился к остаткам, загрузите её на странице «Поставки»';

type Read = Pick<ReturnType<typeof createRowReader>, 'groups' | 'readsVolumes'>;

function notesOf(header: Header, kind: ImportKind, { groups, readsVolumes }: Read): string[] {
  const has = (field: string): boolean => header.columns.some((column) => column.field === field);
  const notes: string[] = [];
  const given = [
    ...(kind === 'items' && !has('unit') ? ['будут в штуках'] : []),
    ...(readsVolumes() ? ['получат объём бутылки из названия'] : []),
  ];
  if (given.length > 0) notes.push(`Новые позиции ${given.join(' и ')}: таких колонок в файле нет`);
  if (groups.count > 0) {
    const more = groups.count > groups.first.length ? ' и другие' : '';
    notes.push(
      `Строк только с названием: ${groups.count}. Они прочитаны как группы: ${groups.first.join(', ')}${more}`,
    );
  }
  return notes;
}

/** Writes rows to the database in batches; the next batch is read while the previous one is written. */
function createStager(
  db: Db,
  { importId, kind, onProgress }: Pick<Request, 'importId' | 'kind' | 'onProgress'>,
  taught: TaughtNames,
) {
  let staged = 0;
  let batch: StagedRow[] = [];
  let writing: Promise<void> = Promise.resolve();

  async function flush(): Promise<void> {
    await writing;
    staged += batch.length;
    if (staged > MAX_IMPORT_ROWS) throw unreadable('too_big');
    onProgress(staged);
    writing = stageRows(db, { importId, kind }, batch, taught);
    // A failure is thrown at the next await, even if the reading goes on for a while.
    writing.catch(() => {});
    batch = [];
  }

  return {
    async add(row: StagedRow): Promise<void> {
      if (batch.push(row) >= BATCH) await flush();
    },
    async finish(): Promise<number> {
      if (batch.length > 0) await flush();
      await writing;
      return staged;
    },
  };
}

interface Request {
  path: string;
  importId: string;
  kind: ImportKind;
  layout?: ImportLayout | undefined;
  /** True if a user can be asked about a file whose header is not found. */
  ask?: boolean | undefined;
  /** The user's answer to what the prices refer to. */
  prices?: PriceReading | undefined;
  onProgress: (rows: number) => void;
}

/**
 * Returns a described header, so that the next file with it is read the same way. A header of several rows is
 * recognised by its last row only, which may lack the words that identified the prices.
 */
function toRemember({ head, header, layout }: Chosen, prices: PriceReading | undefined): ReadResult['remember'] {
  const row = head.find(({ number }) => number === header.to);
  const signature = row && signatureOf(row);
  const described = layout === 'given' || (prices !== undefined && header.from === header.to);
  if (!signature || !described) return null;
  return { signature, columns: Object.fromEntries(header.columns.map(({ field, letter }) => [field, letter])) };
}

async function chosenIn(db: Db, book: Workbook, request: Request): Promise<Chosen> {
  const { kind, layout, prices } = request;
  const chosen = await (layout ? describedSheet(book, kind, layout) : recognisedSheet(db, book, request));
  const { header } = chosen;
  return { ...chosen, header: { ...header, columns: withPrices(header.columns, prices) } };
}

/** Returns how the prices are read; `said` is true where a user has described them, now or before. */
function pricesOf({ header, layout }: Chosen, prices: PriceReading | undefined): ReadResult['prices'] {
  const read = readingOf(header.columns);
  return read && { ...read, said: read.said || prices !== undefined || layout !== 'recognised' };
}

type RowReader = ReturnType<typeof createRowReader>;

/** Reads the rows below the header. */
async function* itemRows({ sheet, header }: Chosen, reader: RowReader): AsyncGenerator<StagedRow> {
  for await (const rows of sheet.rows())
    for (const row of rows) {
      const item = row.number > header.to ? reader.read(row) : undefined;
      if (item) yield item;
    }
}

/**
 * Stages what rows without an item would write to the items that they may be. The sheet is read once more, so that its
 * rows need not be in memory meanwhile. Returns false if there are too many rows to compare.
 */
async function offerSimilar(db: Db, chosen: Chosen, request: Request, staged: number): Promise<boolean> {
  const { importId, kind, onProgress } = request;
  const offers = await findSimilar(db, importId, () => onProgress(staged));
  if (!offers || offers.size === 0) return offers !== undefined;
  let batch: SimilarRow[] = [];
  async function flush(): Promise<void> {
    await stageSimilar(db, { importId, kind }, batch);
    onProgress(staged);
    batch = [];
  }
  for await (const row of itemRows(chosen, createRowReader(chosen.header, kind))) {
    batch.push(...(offers.get(row.row) ?? []).map((offer) => ({ row, ...offer })));
    if (batch.length >= BATCH) await flush();
  }
  await flush();
  await markDoubts(db, 'import_similar', importId);
  if (kind === 'items') await doubtUnits(db, importId);
  await markSimilar(db, importId);
  return true;
}

/** Reads a workbook into `import_rows`, batch by batch: however long the sheet, only a batch is in memory. */
export async function readImport(db: Db, request: Request): Promise<ReadResult> {
  const { path, importId, kind, prices } = request;
  const book = await openWorkbook(path);
  try {
    const chosen = await chosenIn(db, book, request);
    const { sheet, head, header, notes } = chosen;
    const asked = chosen.layout === 'recognised' && header.columns.length === 0;
    if (!asked) mustBeEnough(header, kind);
    const taught = createTaughtNames(await selectTaught(db));
    const reader = createRowReader(header, kind);
    await suitBatches(db);
    const stager = createStager(db, request, taught);
    if (!asked) for await (const row of itemRows(chosen, reader)) await stager.add(row);
    const staged = await stager.finish();
    if (!asked && staged === 0 && reader.problems.count === 0) throw unloadable('no_rows');
    await rejectDoubles(db, importId);
    const isCompared = await offerSimilar(db, chosen, request, staged);
    await markDoubts(db, 'import_rows', importId);
    return {
      sheet: sheet.name,
      sheets: book.sheets.slice(0, MAX_SHEETS).map(({ name }) => name),
      headerRow: header.to,
      table: tableOf(head, header),
      layout: chosen.layout,
      remember: toRemember(chosen, prices),
      prices: pricesOf(chosen, prices),
      columns: header.columns.map(({ field, header: text, letter }) => ({ field, header: text, column: letter })),
      notes: asked
        ? notes
        : [
            ...(isPaper(head) ? [PAPER_NOTE] : []),
            ...notes,
            ...notesOf(header, kind, reader),
            ...(isCompared ? [] : [NOT_COMPARED]),
          ],
      problems: reader.problems,
    };
  } finally {
    await book.close();
  }
}
