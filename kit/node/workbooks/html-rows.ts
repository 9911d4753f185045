import { MAX_CELL_TEXT, MAX_COLUMNS, RowCells, type SheetRow } from './sheet.ts';

const NAMED: Record<string, string> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: '\u00a0',
  thinsp: '\u2009',
  laquo: '«',
  raquo: '»',
  ndash: '–',
  mdash: '—',
  numero: '№',
};

const decoded = (text: string): string =>
  text.replace(/&(#x[\da-f]{1,6}|#\d{1,7}|[a-z]{2,8});/gi, (whole, body: string) => {
    if (!body.startsWith('#')) return NAMED[body.toLowerCase()] ?? whole;
    const code = /^#x/i.test(body) ? Number.parseInt(body.slice(2), 16) : Number(body.slice(1));
    return code <= 0x10_ffff ? String.fromCodePoint(code) : whole;
  });

/** What a program hides from browsers, as Excel its settings, is no text. */
const withoutComments = (text: string): string => {
  const [first = '', ...others] = text.split('<!--');
  return first + others.map((part) => part.split('-->').slice(1).join('-->')).join('');
};

/** A tag, or a text; no alternative looks past the next `<`, so that a page without ends costs no time. */
const TOKEN = /<(\/?)([a-z][a-z\d]*)\b([^<>]*)>|<[^<>]*>|[^<]+|</gi;
const NO_TEXT = ['style', 'script', 'title'];
const BREAKS = /^(br|p|div|li|h[1-6])$/;

const spanIn = (attributes: string, name: 'colspan' | 'rowspan'): number => {
  const span = Number(new RegExp(`\\b${name}\\s*=\\s*["']?(\\d{1,6})`, 'i').exec(attributes)?.[1] ?? 1);
  return Math.max(1, span);
};

interface Table {
  /** For how many rows below a column is taken by a cell above. */
  taken: number[];
  row: { cells: RowCells; isTaken: boolean[] } | undefined;
  cell: { text: string; columns: number; rows: number } | undefined;
}

/** Collects the rows of a page. Text beside tables is a row as well, since titles and days stand there. */
class PageRows {
  readonly rows: SheetRow[] = [];
  tables = 0;
  #number = 0;
  #outside = '';
  #open: Table[] = [];

  get #table(): Table | undefined {
    return this.#open.at(-1);
  }

  text(text: string): void {
    const written = text.replace(/[ \t\r\n\f]+/g, ' ');
    const cell = this.#table?.cell;
    if (cell) cell.text += written;
    else if (!this.#table) this.#outside += written;
  }

  break(): void {
    const cell = this.#table?.cell;
    if (cell) cell.text += '\n';
    else this.#endOutside();
  }

  openTable(): void {
    this.#endOutside();
    this.tables += 1;
    this.#open.push({ taken: [], row: undefined, cell: undefined });
  }

  openRow(): void {
    this.closeRow();
    const table = this.#table;
    if (!table) return;
    table.row = { cells: new RowCells(), isTaken: table.taken.map((rows) => rows > 0) };
    table.taken = table.taken.map((rows) => Math.max(0, rows - 1));
  }

  openCell(attributes: string): void {
    this.closeCell();
    const table = this.#table;
    if (!table) return;
    if (!table.row) this.openRow();
    table.cell = { text: '', columns: spanIn(attributes, 'colspan'), rows: spanIn(attributes, 'rowspan') };
  }

  closeCell(): void {
    const table = this.#table;
    if (!table?.cell || !table.row) return;
    const { text, columns, rows } = table.cell;
    const { cells, isTaken } = table.row;
    table.cell = undefined;
    let column = 0;
    while (isTaken[column]) column += 1;
    const value = decoded(text).trim().slice(0, MAX_CELL_TEXT);
    if (value !== '' && column < MAX_COLUMNS) cells.set(column, { value, style: '' });
    for (let at = column; at < Math.min(column + columns, MAX_COLUMNS); at += 1) {
      isTaken[at] = true;
      table.taken[at] = Math.max(table.taken[at] ?? 0, rows - 1);
    }
  }

  closeRow(): void {
    this.closeCell();
    const table = this.#table;
    if (!table?.row) return;
    this.#put(table.row.cells);
    table.row = undefined;
  }

  closeTable(): void {
    this.closeRow();
    this.#open.pop();
  }

  end(): void {
    while (this.#table) this.closeTable();
    this.#endOutside();
  }

  #endOutside(): void {
    const value = decoded(this.#outside).trim().slice(0, MAX_CELL_TEXT);
    this.#outside = '';
    if (value === '' || this.#table) return;
    const cells = new RowCells();
    cells.set(0, { value, style: '' });
    this.#put(cells);
  }

  #put(cells: RowCells): void {
    this.#number += 1;
    if (cells.width > 0) this.rows.push({ number: this.#number, cells, outline: 0 });
  }
}

function take(page: PageRows, name: string, isEnd: boolean, attributes: string): void {
  if (name === 'table') isEnd ? page.closeTable() : page.openTable();
  else if (name === 'tr') isEnd ? page.closeRow() : page.openRow();
  else if (name === 'td' || name === 'th') isEnd ? page.closeCell() : page.openCell(attributes);
  else if (BREAKS.test(name)) page.break();
}

/** Reads the tables of a web page, one below another; undefined if it has none. */
export function rowsOfHtml(text: string): SheetRow[] | undefined {
  const page = new PageRows();
  let isIn: string | undefined;
  for (const [token, end = '', tag = '', attributes = ''] of withoutComments(text).matchAll(TOKEN)) {
    const name = tag.toLowerCase();
    if (isIn !== undefined) isIn = name === isIn && end !== '' ? undefined : isIn;
    else if (NO_TEXT.includes(name) && end === '') isIn = name;
    else if (name !== '') take(page, name, end !== '', attributes);
    else if (!token.startsWith('<')) page.text(token);
  }
  page.end();
  return page.tables > 0 && page.rows.length > 0 ? page.rows : undefined;
}
