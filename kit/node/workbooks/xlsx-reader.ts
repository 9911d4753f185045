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
import { attribute, scanAll, scanXml, type XmlHandler } from './xml-scanner.ts';
import { openZip, type ZipArchive } from './zip-archive.ts';

/** The limits of unpacked parts: a sheet is streamed, the others are held in memory. */
const MAX_SHEET_BYTES = 400 * 1024 * 1024;
const MAX_STRINGS_BYTES = 96 * 1024 * 1024;
const MAX_PART_BYTES = 8 * 1024 * 1024;
/** Excel's limit for rows in a sheet. */
const MAX_ROW = 1_048_576;

/**
 * Decodes _x000D_ and the like, by which XML writes characters it cannot hold and the sign that would look like them
 * (ECMA-376, ST_Xstring).
 */
const plainText = (text: string): string =>
  (text.includes('_x')
    ? text.replace(/_x([\da-f]{4})_/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    : text
  ).slice(0, MAX_CELL_TEXT);

/** Copies a string: a slice would keep the whole chunk of XML it came from in memory. */
const detached = (text: string): string => Buffer.from(text).toString();

const noop = (): void => {};

interface Relation {
  type: string;
  target: string;
}

/** The part that a target names relative to its folder; undefined for a target that names no part. */
function partAt(target: string, folder: string): string | undefined {
  try {
    return decodeURI(target.startsWith('/') ? target.slice(1) : new URL(target, `zip:///${folder}`).pathname.slice(1));
  } catch {
    return undefined;
  }
}

async function readRelations(zip: ZipArchive, part: string): Promise<Map<string, Relation>> {
  const at = part.lastIndexOf('/') + 1;
  const folder = part.slice(0, at);
  const name = `${folder}_rels/${part.slice(at)}.rels`;
  const relations = new Map<string, Relation>();
  if (!zip.names.includes(name)) return relations;
  await scanAll(zip.stream(name, MAX_PART_BYTES), {
    open(tag, attributes) {
      const id = attribute(attributes, 'Id');
      const target = attribute(attributes, 'Target');
      if (tag !== 'Relationship' || !id || !target || attribute(attributes, 'TargetMode') === 'External') return;
      const found = partAt(target, folder);
      if (found === undefined) throw unreadable('damaged');
      relations.set(id, { type: attribute(attributes, 'Type')?.split('/').pop() ?? '', target: found });
    },
    close: noop,
    text: noop,
  });
  return relations;
}

/** Matches a string without parts, entities and escapes. */
const USUAL_STRING = /<si><t(?: xml:space="preserve")?>([^<&_]*)<\/t><\/si>/y;

async function readSharedStrings(zip: ZipArchive, part: string | undefined): Promise<string[]> {
  const strings: string[] = [];
  if (!part || !zip.names.includes(part)) return strings;
  let text = '';
  let inText = false;
  let phonetic = false;
  await scanAll(zip.stream(part, MAX_STRINGS_BYTES), {
    open(name) {
      if (name === 't') inText = !phonetic;
      else if (name === 'rPh') phonetic = true;
    },
    close(name) {
      if (name === 't') inText = false;
      else if (name === 'rPh') phonetic = false;
      else if (name === 'si') {
        strings.push(detached(plainText(text)));
        text = '';
      }
    },
    text(piece) {
      if (inText) text += piece;
    },
    shortcut(data, at) {
      USUAL_STRING.lastIndex = at;
      const string = USUAL_STRING.exec(data)?.[1];
      if (string === undefined) return at;
      strings.push(detached(string.slice(0, MAX_CELL_TEXT)));
      return USUAL_STRING.lastIndex;
    },
  });
  return strings;
}

/** Excel's own formats of dates and times, which a file names by their number alone (ECMA-376, 18.8.30). */
const isDateId = (id: number): boolean =>
  (id >= 14 && id <= 22) || (id >= 27 && id <= 36) || (id >= 45 && id <= 47) || (id >= 50 && id <= 58);

interface Styles {
  /** The number formats of cell styles that show leading zeros. */
  formats: string[];
  /** Which cell styles show numbers as dates. */
  dates: boolean[];
  /** How far cell styles move a text to the right, where they do. */
  indents: number[];
}

async function readStyles(zip: ZipArchive, part: string | undefined): Promise<Styles> {
  const custom = new Map<string, string>();
  const formats: string[] = [];
  const dates: boolean[] = [];
  const indents: number[] = [];
  if (!part || !zip.names.includes(part)) return { formats, dates, indents };
  let inCells = false;
  await scanAll(zip.stream(part, MAX_PART_BYTES), {
    open(name, attributes) {
      if (name === 'cellXfs') inCells = true;
      else if (name === 'numFmt') {
        custom.set(attribute(attributes, 'numFmtId') ?? '', attribute(attributes, 'formatCode') ?? '');
      } else if (name === 'xf' && inCells) {
        const id = attribute(attributes, 'numFmtId') ?? '';
        const format = custom.get(id);
        formats.push(format ?? '');
        dates.push(format === undefined ? isDateId(Number(id)) : isDateFormat(format));
      } else if (name === 'alignment' && inCells) {
        const indent = Number(attribute(attributes, 'indent') ?? 0);
        if (indent > 0) indents[formats.length - 1] = indent;
      }
    },
    close(name) {
      if (name === 'cellXfs') inCells = false;
    },
    text: noop,
  });
  return { formats, dates, indents };
}

/** «BC12» → 54; undefined when there is no reference. */
function columnOf(reference: string | undefined): number | undefined {
  if (reference === undefined) return undefined;
  let column = 0;
  for (let at = 0; at < reference.length; at += 1) {
    const code = reference.charCodeAt(at) & ~32;
    if (code < 65 || code > 90) break;
    column = column * 26 + code - 64;
  }
  return column > 0 ? column - 1 : undefined;
}

interface Book extends Styles {
  strings: string[];
}

function cellOf(book: Book, type: string, style: string, raw: string): Cell | undefined {
  if (type === 's') {
    const value = book.strings[Number(raw)];
    return value ? { value, style } : undefined;
  }
  if (type === 'e') return { value: raw, style, error: true };
  if (type === 'b') return { value: raw.trim() === '1', style };
  if (type !== 'n') return raw === '' ? undefined : { value: detached(plainText(raw)), style };
  if (raw.trim() === '') return undefined;
  const value = Number(raw);
  if (!Number.isFinite(value)) return { value: raw, style, error: true };
  if (book.dates[Number(style)]) return { value, style, isDate: true };
  const format = book.formats[Number(style)];
  const shown = format ? withLeadingZeros(value, format) : undefined;
  return shown === undefined ? { value, style } : { value, style, shown };
}

/** Matches a cell as nearly every program writes it; any other shape takes the slow path. */
const USUAL_CELL = /<c r="([A-Z]{1,3})\d{1,7}"(?: s="(\d{1,5})")?(?: t="([a-z]{1,3})")?><v>([^<&]*)<\/v><\/c>/y;

/** Collects rows out of a sheet's XML. */
class RowCollector implements XmlHandler {
  closed = false;
  #book: Book;
  #ready: SheetRow[] = [];
  #row: SheetRow = { number: 0, cells: new RowCells(), outline: 0 };
  #column = -1;
  #type = 'n';
  #style = '';
  #raw = '';
  #taking = false;
  #phonetic = false;

  constructor(book: Book) {
    this.#book = book;
  }

  take(): SheetRow[] {
    const ready = this.#ready;
    this.#ready = [];
    return ready;
  }

  shortcut(data: string, at: number): number {
    // matches only `<c` and a space
    if (data.charCodeAt(at + 1) !== 99 || data.charCodeAt(at + 2) !== 32 || this.#phonetic) return at;
    USUAL_CELL.lastIndex = at;
    const cell = USUAL_CELL.exec(data);
    if (!cell) return at;
    this.#column = columnOf(cell[1]) ?? this.#column + 1;
    this.#put(cell[3] ?? 'n', cell[2] ?? '', cell[4] ?? '');
    return USUAL_CELL.lastIndex;
  }

  #put(type: string, style: string, raw: string): void {
    const cell = this.#column < MAX_COLUMNS ? cellOf(this.#book, type, style, raw) : undefined;
    if (!cell) return;
    const indent = this.#book.indents[Number(style)];
    if (indent !== undefined) cell.indent = indent;
    this.#row.cells.set(this.#column, cell);
  }

  open(name: string, attributes: string): void {
    if (name === 'c') {
      this.#column = columnOf(attribute(attributes, 'r')) ?? this.#column + 1;
      this.#type = attribute(attributes, 't') ?? 'n';
      this.#style = attribute(attributes, 's') ?? '';
      this.#raw = '';
    } else if (name === 'v' || name === 't') this.#taking = !this.#phonetic;
    else if (name === 'row') {
      const number = Number(attribute(attributes, 'r') ?? this.#row.number + 1);
      if (!Number.isInteger(number) || number < 1 || number > MAX_ROW) throw unreadable('damaged');
      this.#row = { number, cells: new RowCells(), outline: Number(attribute(attributes, 'outlineLevel') ?? 0) || 0 };
      this.#column = -1;
    } else if (name === 'rPh') this.#phonetic = true;
  }

  close(name: string): void {
    if (name === 'c') this.#put(this.#type, this.#style, this.#raw);
    else if (name === 'v' || name === 't') this.#taking = false;
    else if (name === 'row') {
      if (this.#row.cells.width > 0) this.#ready.push(this.#row);
    } else if (name === 'rPh') this.#phonetic = false;
    else if (name === 'worksheet') this.closed = true;
  }

  text(piece: string): void {
    if (this.#taking) this.#raw = this.#raw === '' ? piece : this.#raw + piece;
  }
}

async function* readRows(zip: ZipArchive, part: string, book: Book): AsyncGenerator<SheetRow[]> {
  const collector = new RowCollector(book);
  yield* scanXml(zip.stream(part, MAX_SHEET_BYTES), collector, () => collector.take());
  if (!collector.closed) throw unreadable('damaged');
}

async function findWorkbookPart(zip: ZipArchive): Promise<string> {
  const root = [...(await readRelations(zip, '')).values()];
  const part = root.find(({ type }) => type === 'officeDocument')?.target ?? 'xl/workbook.xml';
  if (part.endsWith('.bin') || zip.names.includes('mimetype')) throw unreadable('other_format');
  if (!zip.names.includes(part)) throw unreadable(zip.names.includes('xl/workbook.bin') ? 'other_format' : 'archive');
  return part;
}

export async function openXlsx(path: string): Promise<Workbook> {
  const zip = await openZip(path);
  try {
    const part = await findWorkbookPart(zip);
    const relations = await readRelations(zip, part);
    const partOf = (type: string): string | undefined =>
      [...relations.values()].find((relation) => relation.type === type)?.target;
    const book: Book = {
      strings: await readSharedStrings(zip, partOf('sharedStrings')),
      ...(await readStyles(zip, partOf('styles'))),
    };
    const sheets: Sheet[] = [];
    await scanAll(zip.stream(part, MAX_PART_BYTES), {
      open(name, attributes) {
        if (name !== 'sheet' || (attribute(attributes, 'state') ?? 'visible') !== 'visible') return;
        const relation = relations.get(attribute(attributes, 'id') ?? '');
        if (relation?.type !== 'worksheet' || !zip.names.includes(relation.target)) return;
        const { target } = relation;
        sheets.push({ name: attribute(attributes, 'name') ?? '', rows: () => readRows(zip, target, book) });
      },
      close: noop,
      text: noop,
    });
    return { sheets, close: () => zip.close() };
  } catch (error) {
    await zip.close();
    throw error;
  }
}
