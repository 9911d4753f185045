import type { DeliveryLayout } from '../../../contract/delivery-layout.ts';
import type { DeliveryFile } from './delivery-file.ts';

/** A job that the tenant gives to the process that reads suppliers' files. */
export interface Job {
  path: string;
  layout?: DeliveryLayout | undefined;
}

/** A table whose columns nobody has described, with its first rows. */
export interface UnknownTable {
  /** The sheets to choose from, of which `rows` are the first. */
  sheets: string[];
  rows: { row: number; cells: { column: string; text: string }[] }[];
}

export type Answer = { file: DeliveryFile } | { unknown: UnknownTable };
