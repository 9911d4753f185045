import { pipeline } from 'node:stream';
import { TextDecoder } from 'node:util';
import { CsvError, type Parser, parse } from 'csv-parse';
import type { ByteSource } from './file-bytes.ts';
import { MAX_CELL_TEXT, MAX_COLUMNS, RowCells, type SheetRow, type Workbook } from './sheet.ts';
import { unreadable } from './unreadable.ts';

const BATCH = 500;
/** Characters of one row; no honest one is longer. */
const MAX_RECORD = 1024 * 1024;

/** The encoding is UTF-8 if the whole file is valid UTF-8, else Windows-1251; UTF-16 is recognised by its mark. */
async function encodingOf(bytes: ByteSource): Promise<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let isFirst = true;
  for await (const chunk of bytes()) {
    if (isFirst && chunk[0] === 0xff && chunk[1] === 0xfe) return 'utf-16le';
    if (isFirst && chunk[0] === 0xfe && chunk[1] === 0xff) return 'utf-16be';
    isFirst = false;
    if (chunk.includes(0)) throw unreadable('not_workbook');
    try {
      decoder.decode(chunk, { stream: true });
    } catch {
      return 'windows-1251';
    }
  }
  return 'utf-8';
}

const SEPARATORS = [';', '\t', ','];
/** So many characters are looked at: a report has titles above its header, which hold no separator. */
const LOOKED_AT = 20_000;
const LINES = 30;

/** Returns how many lines have a sign as often as each other. */
function alikeIn(lines: readonly string[], sign: string): number {
  const times = new Map<number, number>();
  for (const line of lines) {
    const count = line.split(sign).length - 1;
    if (count > 0) times.set(count, (times.get(count) ?? 0) + 1);
  }
  return Math.max(0, ...times.values());
}

/** The separator that most of the first lines have equally often; Excel may have named it there itself. */
function separatorOf(text: string): { separator: string; named: boolean } {
  const named = /^sep=(.)\r?(\n|$)/i.exec(text)?.[1];
  if (named) return { separator: named, named: true };
  const unquoted = text.slice(0, LOOKED_AT).replace(/"[^"\n]*"/g, '');
  const lines = unquoted.split(/[\r\n]+/, LINES);
  const counted = SEPARATORS.map((sign) => ({ sign, count: alikeIn(lines, sign) }));
  // a comma is in Russian numbers too, so where another separator is in as many lines, that is it
  const best = counted.reduce((one, other) => (other.count > one.count ? other : one));
  return { separator: best.sign, named: false };
}

/** Removes an apostrophe that only keeps a spreadsheet from reading the text as a formula. */
const unguarded = (text: string): string => (/^'[=+\-@\t\r]/.test(text) ? text.slice(1) : text);

async function* textsOf(bytes: ByteSource, encoding: string): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding);
  for await (const chunk of bytes()) yield decoder.decode(chunk, { stream: true });
  yield decoder.decode();
}

function rowOf(values: string[], number: number): SheetRow {
  const cells = new RowCells();
  for (const [column, text] of values.slice(0, MAX_COLUMNS).entries()) {
    if (text.length > MAX_CELL_TEXT) throw unreadable('damaged');
    const value = unguarded(text);
    if (value !== '') cells.set(column, { value, style: '' });
  }
  return { number, cells, outline: 0 };
}

/** The first text, with what its first line says about the separator, is read before the parser is made. */
async function openParser(bytes: ByteSource, encoding: string): Promise<Parser> {
  const texts = textsOf(bytes, encoding);
  const { value: first } = await texts.next();
  if (!first) throw unreadable('empty');
  const { separator, named } = separatorOf(first);
  const parser = parse({
    delimiter: separator,
    record_delimiter: ['\r\n', '\n', '\r'],
    relax_quotes: true,
    relax_column_count: true,
    max_record_size: MAX_RECORD,
  });
  async function* all(): AsyncGenerator<string> {
    yield named ? first.replace(/^.*\r?\n?/, '') : first;
    yield* texts;
  }
  // a failure of the file reaches whoever reads the parser
  pipeline(all(), parser, () => undefined);
  return parser;
}

async function* readRows(bytes: ByteSource, encoding: string): AsyncGenerator<SheetRow[]> {
  let rows: SheetRow[] = [];
  let number = 0;
  try {
    for await (const values of (await openParser(bytes, encoding)) as AsyncIterable<string[]>) {
      number += 1;
      const row = rowOf(values, number);
      if (row.cells.width > 0) rows.push(row);
      if (rows.length < BATCH) continue;
      yield rows;
      rows = [];
    }
  } catch (error) {
    throw error instanceof CsvError ? unreadable('damaged') : error;
  }
  yield rows;
}

/** Opens a text table whose columns are separated by semicolons, tabs or commas. */
export async function openCsv(bytes: ByteSource): Promise<Workbook> {
  const encoding = await encodingOf(bytes);
  return { sheets: [{ name: '', rows: () => readRows(bytes, encoding) }], close: async () => {} };
}
