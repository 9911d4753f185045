import { createReadStream } from 'node:fs';
import { TextDecoder } from 'node:util';
import { MAX_CELL_TEXT, MAX_COLUMNS, RowCells, type SheetRow, type Workbook } from './sheet.ts';
import { unreadable } from './unreadable.ts';

const PORTION = 500;
const CHUNK = 256 * 1024;

/** The encoding is UTF-8 if the whole file is valid UTF-8, else Windows-1251; UTF-16 is recognised by its mark. */
async function encodingOf(path: string): Promise<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let isFirst = true;
  for await (const chunk of createReadStream(path, { highWaterMark: CHUNK }) as AsyncIterable<Buffer>) {
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

/** Parses RFC 4180 with any of the usual separators, chunk by chunk. */
class CsvScanner {
  #ready: SheetRow[] = [];
  #cells = new RowCells();
  #column = 0;
  #number = 1;
  #text = '';
  #quoted = false;
  /** The last character was a quote inside quotes: it closes them, or is an escaped quote if another follows. */
  #pending = false;
  #separator: string;

  constructor(separator: string) {
    this.#separator = separator;
  }

  #endCell(): void {
    const value = unguarded(this.#text);
    if (value !== '' && this.#column < MAX_COLUMNS) this.#cells.set(this.#column, { value, style: '' });
    this.#column += 1;
    this.#text = '';
  }

  #endRow(): void {
    this.#endCell();
    if (this.#cells.width > 0) this.#ready.push({ number: this.#number, cells: this.#cells, outline: 0 });
    this.#number += 1;
    this.#column = 0;
    this.#cells = new RowCells();
  }

  #add(text: string): void {
    this.#text += text;
    if (this.#text.length > MAX_CELL_TEXT) throw unreadable('damaged');
  }

  /** Inside quotes, takes the text up to the next quote. */
  #takeQuoted(data: string, at: number): number {
    const quote = data.indexOf('"', at);
    this.#add(data.slice(at, quote < 0 ? data.length : quote));
    this.#pending = quote >= 0;
    return quote < 0 ? data.length : quote + 1;
  }

  #takeSign(sign: string): void {
    if (sign === '"' && this.#text === '') this.#quoted = true;
    else if (sign === this.#separator) this.#endCell();
    else if (sign === '\n') this.#endRow();
    else if (sign !== '\r') this.#add(sign);
  }

  feed(data: string): void {
    for (let at = 0; at < data.length; ) {
      if (this.#pending) {
        this.#pending = false;
        if (data[at] === '"') {
          this.#add('"');
          at += 1;
        } else this.#quoted = false;
      } else if (this.#quoted) at = this.#takeQuoted(data, at);
      else {
        this.#takeSign(data[at] as string);
        at += 1;
      }
    }
  }

  finish(): void {
    if (this.#quoted && !this.#pending) throw unreadable('damaged');
    this.#endRow();
  }

  take(least: number): SheetRow[] {
    if (this.#ready.length < least) return [];
    const ready = this.#ready;
    this.#ready = [];
    return ready;
  }
}

async function* readRows(path: string, encoding: string): AsyncGenerator<SheetRow[]> {
  const decoder = new TextDecoder(encoding);
  let scanner: CsvScanner | undefined;
  for await (const chunk of createReadStream(path, { highWaterMark: CHUNK }) as AsyncIterable<Buffer>) {
    let text = decoder.decode(chunk, { stream: true });
    if (!scanner) {
      const { separator, named } = separatorOf(text);
      if (named) text = text.replace(/^.*\r?\n?/, '');
      scanner = new CsvScanner(separator);
    }
    scanner.feed(text);
    const rows = scanner.take(PORTION);
    if (rows.length > 0) yield rows;
  }
  if (!scanner) throw unreadable('empty');
  scanner.feed(decoder.decode());
  scanner.finish();
  yield scanner.take(0);
}

/** Opens a text table whose columns are separated by semicolons, tabs or commas. */
export async function openCsv(path: string): Promise<Workbook> {
  const encoding = await encodingOf(path);
  return { sheets: [{ name: '', rows: () => readRows(path, encoding) }], close: async () => {} };
}
