import type { SalesLayout } from '../../contract/sales-layout.ts';
import type { WholePeriod } from './files/sales-file.ts';

/** A job that the tenant gives to the process that reads tills' files, and that writes what it has read itself. */
export interface Job {
  path: string;
  databaseUrl: string;
  timezone: string;
  layout?: SalesLayout | undefined;
  period?: { from: string; to: string } | undefined;
  whole?: WholePeriod | undefined;
  /** The source that a person has chosen; else that of the file's kind. */
  sourceId?: number | undefined;
  key: string;
  file: string;
  userId: number | null;
  /** The feed that has brought it. */
  feedId?: number | undefined;
  /** The moment of the upload. */
  at: string;
}

/** A table whose columns nobody has described, with its first rows. */
export interface UnknownTable {
  /** The sheets to choose from, of which `rows` are the first. */
  sheets: string[];
  rows: { row: number; cells: { column: string; text: string }[] }[];
}

export type Answer = { fileId: number } | { unknown: UnknownTable } | { noDays: string };
