/** What both readers, `.xlsx` and `.xls`, give: rows with their cells by column index from 0, blanks left out. */
export interface Cell {
  value: string | number | boolean;
  /** A number shown with leading zeros, as it is shown. */
  shown?: string;
  /** One of Excel's error values, as #Н/Д. */
  error?: true;
  /** Cells that look alike have the same. */
  style: string;
}

/** A row's cells by column index: made a hundred thousand times, and a map takes three times as long. */
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
  /** From 1, as Excel counts. */
  number: number;
  cells: RowCells;
  /** Depth of grouping, 0 without. */
  outline: number;
}

export interface Sheet {
  name: string;
  /** From the first row, in portions; may be asked for again. */
  rows(): AsyncGenerator<SheetRow[]>;
}

export interface Workbook {
  /** Those a person sees. */
  sheets: Sheet[];
  close(): Promise<void>;
}

/** Columns beyond this one are not looked at. */
export const MAX_COLUMNS = 256;
/** Excel's own limit of a cell's text. */
export const MAX_CELL_TEXT = 32_767;

/** 0 → A, 26 → AA */
export function columnLetter(index: number): string {
  const rest = Math.floor(index / 26);
  return (rest > 0 ? columnLetter(rest - 1) : '') + String.fromCharCode(65 + (index % 26));
}

/** A number in a format such as `00000` with its leading zeros; undefined where the format has none. */
export function withLeadingZeros(value: number, format: string): string | undefined {
  return /^0{2,}$/.test(format) && Number.isInteger(value) && value >= 0
    ? String(value).padStart(format.length, '0')
    : undefined;
}
