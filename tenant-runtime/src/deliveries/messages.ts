import type { DeliveryLayout } from '../../contract/delivery-layout.ts';
import type { LineProposal } from '../tables.ts';
import type { DeliveryFile } from './files/delivery-file.ts';

/** A job that the tenant gives to the process that reads suppliers' files. */
export interface Job {
  path: string;
  layout?: DeliveryLayout | undefined;
  /** Items to compare the lines with are read from there; without it no item is proposed. */
  databaseUrl?: string;
}

/** A table whose columns nobody has described, with its first rows. */
export interface UnknownTable {
  /** The sheets to choose from, of which `rows` are the first. */
  sheets: string[];
  rows: { row: number; cells: { column: string; text: string }[] }[];
}

/** `proposals` are of the lines in their order. */
export type Answer = { file: DeliveryFile; proposals: LineProposal[][] } | { unknown: UnknownTable };
