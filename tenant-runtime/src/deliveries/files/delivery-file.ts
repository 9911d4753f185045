/** What a supplier's file says, in one shape whatever its format. Sums are kopecks; quantities have three decimals. */

export type DeliveryFileKind = 'upd' | 'torg12' | 'iiko_invoice' | 'egais_waybill' | 'egais_ttn' | 'table';

export interface FileSupplier {
  name: string | null;
  inn: string | null;
  /** What the file's system calls them: a GUID of iiko or a number of ЕГАИС. */
  code: string | null;
}

export interface FileLine {
  /** The place in the document, from 1, or the row of a table. */
  number: number;
  /** The supplier's article or code of it. */
  code: string | null;
  name: string | null;
  /** Packs and pieces in a pack, where the file has both. */
  packs: string | null;
  inPack: string | null;
  quantity: string;
  /** What has come, where the file itself says that it is not what was sent. */
  came?: string;
  /** As it is written, or by its code in ОКЕИ. */
  unit: string | null;
  /** Kopecks with their fractions for one of `unit`; without VAT where `net` is known. */
  price: string | null;
  net: number | null;
  vat: number | null;
  gross: number | null;
  /** As it is written: «20%», «без НДС». */
  vatRate: string | null;
  marks: string[];
  alccode: string | null;
  /** The barcode of a piece. */
  ean: string | null;
  volumeMl: number | null;
  /** Work, a service or a right: nothing that stands on a shelf. */
  isService: boolean;
}

export interface FileTotals {
  quantity: string | null;
  net: number | null;
  vat: number | null;
  gross: number | null;
}

export interface DeliveryFile {
  kind: DeliveryFileKind;
  supplier: FileSupplier;
  number: string | null;
  /** `2026-11-28` */
  date: string | null;
  lines: FileLine[];
  /** The document's own totals, and what its lines add up to; null where it does not say, or where a line does not. */
  stated: FileTotals;
  summed: FileTotals;
  /** The same of each page, where the document has pages. */
  pages: { stated: FileTotals; summed: FileTotals }[];
  /** Sentences for whoever checks the document. */
  warnings: string[];
}

/** What a reader of one format finds, before it is added up. */
export type ReadDelivery = Omit<DeliveryFile, 'summed' | 'pages'> & {
  /** The totals of pages, each with how many lines there were up to it. */
  pages?: { stated: FileTotals; lines: number }[];
};

export const NO_TOTALS: FileTotals = { quantity: null, net: null, vat: null, gross: null };
