/** The output of both readers, `.xlsx` and `.xls`: rows with their cells by column index from 0, without blanks. */
export interface Cell {
  value: string | number | boolean;
  /** The text of a number that is displayed with leading zeros. */
  shown?: string;
  /** The number is shown as a date or a time. */
  isDate?: true;
  /** The cell holds one of Excel's error values, such as #Н/Д. */
  error?: true;
  /** How far the text is moved to the right, where it is: reports show their groups so. */
  indent?: number;
  /** Cells that look alike have the same style. */
  style: string;
}

/**
 * A row's cells by column index. It is no Map: a hundred thousand of these are made, and a Map takes three times as
 * long.
 */
export class RowCells {
  #cells: (Cell | undefined)[] = [];

  set(index: number, cell: Cell): void {
    while (this.#cells.length < index) this.#cells.push(undefined);
    this.#cells[index] = cell;
  }

  get(index: number): Cell | undefined {
    return index >= 0 && index < this.#cells.length ? this.#cells[index] : undefined;
  }

  /** One more than the last index. */
  get width(): number {
    return this.#cells.length;
  }

  values(): Cell[] {
    return this.#cells.filter((cell) => cell !== undefined);
  }
}

export interface SheetRow {
  /** The row's number, which begins at 1 as in Excel. */
  number: number;
  cells: RowCells;
  /** Depth of grouping, 0 without. */
  outline: number;
}

export interface Sheet {
  name: string;
  /** Reads from the first row, in batches; may be called again. */
  rows(): AsyncGenerator<SheetRow[]>;
}

export interface Workbook {
  /** The visible sheets. */
  sheets: Sheet[];
  close(): Promise<void>;
}

/** Columns beyond this one are ignored. */
export const MAX_COLUMNS = 256;
/** Excel's limit for a cell's text. */
export const MAX_CELL_TEXT = 32_767;

/** 0 → A, 26 → AA */
export function columnLetter(index: number): string {
  const rest = Math.floor(index / 26);
  return (rest > 0 ? columnLetter(rest - 1) : '') + String.fromCharCode(65 + (index % 26));
}

/** A number with its leading zeros in a format such as `00000`; undefined when the format has none. */
export function withLeadingZeros(value: number, format: string): string | undefined {
  return /^0{2,}$/.test(format) && Number.isInteger(value) && value >= 0
    ? String(value).padStart(format.length, '0')
    : undefined;
}

/** What a format shows as it is written: texts in quotes, single characters, conditions, colours and languages. */
const LITERAL = /"[^"]*"|\\.|_.|\*.|\[[^\]]*\]/g;

/** Whether a number format, as the file has it, shows numbers as dates or times. */
export const isDateFormat = (format: string): boolean => /[dmyhs]/i.test(format.replace(LITERAL, ''));
