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

/** The separator that is most frequent in the first line; Excel may have named it there itself. */
function separatorOf(text: string): { separator: string; named: boolean } {
  const line = text.slice(0, text.search(/[\r\n]|$/)).replace(/"[^"]*"/g, '');
  const named = /^sep=(.)$/i.exec(line)?.[1];
  if (named) return { separator: named, named: true };
  const counted = [';', '\t', ','].map((sign) => ({ sign, count: line.split(sign).length }));
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
