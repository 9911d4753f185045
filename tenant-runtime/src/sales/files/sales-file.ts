import type { SaleKind, SalesKind } from '../../../contract/sales.ts';
import type { SalesTotals } from '../../tables.ts';

/** What a till's file says, in one shape whatever its format. Amounts are whole billionths: of a serving, of a rouble. */

/** A dish as the till writes it. */
export interface FileDish {
  code: string | null;
  name: string;
  /** Of a serving: `0,4`, `40 мл`, `Большой`. */
  size: string | null;
  group: string | null;
  unit: string | null;
}

/** What was sold of one dish in one store on one day. */
export interface FileSale {
  store: string;
  /** `2026-11-28` */
  day: string;
  /** The key of the dish in `dishes`. */
  dish: string;
  kind: SaleKind;
  quantity: bigint;
  paid: bigint | null;
  listed: bigint | null;
  cost: bigint | null;
}

export interface SalesFile {
  kind: SalesKind;
  /** The period that the document states, or that its days have. */
  from: string;
  to: string;
  stores: string[];
  dishes: ReadonlyMap<string, FileDish>;
  sales: readonly FileSale[];
  /** Rows of the document that were read. */
  rows: number;
  /** The document's own totals, and what its rows add up to. */
  stated: SalesTotals;
  summed: SalesTotals;
  /** Sentences for whoever checks the file. */
  warnings: string[];
}

export const NO_SALES_TOTALS: SalesTotals = { quantity: null, paid: null, listed: null, cost: null };

/** Of `its-days-in-all-stores` days without a sale stay as they were: they may be of before the till was there. */
export type WholePeriod = 'in-all-stores' | 'in-its-stores' | 'its-days-in-all-stores';

export interface ReadOptions {
  /** The venue's time zone: files tell moments in any other. */
  timezone: string;
  /** The period of a file without days, as its sender has said it. */
  period?: { from: string; to: string } | undefined;
  /** The file has all sales of the period, so that it replaces days, and also stores, without a sale. */
  whole?: WholePeriod | undefined;
}
