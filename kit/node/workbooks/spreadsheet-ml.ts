import { type Cell, MAX_CELL_TEXT, MAX_COLUMNS, RowCells, type SheetRow } from './sheet.ts';
import { unreadable } from './unreadable.ts';
import { attribute, scanAll, type XmlHandler } from './xml-scanner.ts';

const MAX_ROW = 1_048_576;

interface XmlSheet {
  name: string;
  isHidden: boolean;
  rows: SheetRow[];
}

function cellOf(type: string, text: string): Cell | undefined {
  if (text === '') return undefined;
  const value = type === 'Number' ? Number(text) : text.slice(0, MAX_CELL_TEXT);
  if (type === 'Error' || (typeof value === 'number' && !Number.isFinite(value))) {
    return { value: text, style: '', error: true };
  }
  return { value: type === 'Boolean' ? text.trim() === '1' : value, style: '' };
}

/** Collects the sheets of a workbook in the XML of Excel 2003 (the schema `urn:schemas-microsoft-com:office:spreadsheet`). */
class SheetCollector implements XmlHandler {
  readonly sheets: XmlSheet[] = [];
  isClosed = false;
  #row: SheetRow = { number: 0, cells: new RowCells(), outline: 0 };
  #column = 0;
  #across = 0;
  #type = '';
  #text: string | undefined;
  /** A comment has its text in the same element as the cell. */
  #isComment = false;

  open(name: string, attributes: string): void {
    if (name === 'Comment') this.#isComment = true;
    if (this.#isComment) return;
    if (name === 'Worksheet') {
      this.sheets.push({ name: attribute(attributes, 'Name') ?? '', isHidden: false, rows: [] });
      this.#row = { number: 0, cells: new RowCells(), outline: 0 };
    } else if (name === 'Row') {
      const number = Number(attribute(attributes, 'Index') ?? this.#row.number + 1);
      if (!Number.isInteger(number) || number < 1 || number > MAX_ROW) throw unreadable('damaged');
      this.#row = { number, cells: new RowCells(), outline: 0 };
      this.#column = -1;
      this.#across = 0;
    } else if (name === 'Cell') {
      this.#column = Number(attribute(attributes, 'Index') ?? this.#column + this.#across + 2) - 1;
      this.#across = Number(attribute(attributes, 'MergeAcross') ?? 0) || 0;
    } else if (name === 'Data') {
      this.#type = attribute(attributes, 'Type') ?? 'String';
      this.#text = '';
    } else if (name === 'Visible') this.#text = '';
  }

  close(name: string): void {
    if (this.#isComment) {
      this.#isComment = name !== 'Comment';
      return;
    }
    const text = this.#text ?? '';
    const sheet = this.sheets.at(-1);
    if (name === 'Data') {
      const cell = this.#column >= 0 && this.#column < MAX_COLUMNS ? cellOf(this.#type, text) : undefined;
      if (cell) this.#row.cells.set(this.#column, cell);
    } else if (name === 'Visible' && sheet) sheet.isHidden = /hidden/i.test(text);
    else if (name === 'Row' && this.#row.cells.width > 0) sheet?.rows.push(this.#row);
    else if (name === 'Workbook') this.isClosed = true;
    if (name === 'Data' || name === 'Visible') this.#text = undefined;
  }

  text(piece: string): void {
    if (this.#text !== undefined) this.#text += piece;
  }
}

/** Returns the visible sheets of a workbook in XML. */
export async function sheetsOfSpreadsheetMl(text: string): Promise<XmlSheet[]> {
  const collector = new SheetCollector();
  async function* bytes(): AsyncGenerator<Buffer> {
    yield Buffer.from(text);
  }
  await scanAll(bytes(), collector);
  if (!collector.isClosed) throw unreadable('damaged');
  return collector.sheets.filter(({ isHidden }) => !isHidden);
}
