import type { ImportPreview, ImportPrices, ImportProblem } from '../../contract/imports.endpoints.ts';
import type { ExportReport, ImportKind, ImportLayout, PriceReading } from '../../contract/imports.ts';
import type { ExportedPart } from './export.queries.ts';
import type { LayoutToRemember } from './layouts.queries.ts';

/** The number of a file's problems that are stored to be shown; all are counted. */
export const MAX_PROBLEMS = 1000;

/** The message of a row of the accounts for which there is no item. */
export const UNKNOWN_ITEM = 'Такой позиции нет: сначала загрузите её списком позиций';

/** `everything` is the export of all the tenant's data, for its owner. */
export type WrittenReport = ExportReport | 'everything';

/** A job that the tenant gives to its spreadsheet process. */
export type Job =
  | {
      task: 'read';
      path: string;
      importId: string;
      kind: ImportKind;
      layout?: ImportLayout | undefined;
      ask?: boolean;
      prices?: PriceReading | undefined;
      databaseUrl: string;
    }
  | ({ task: 'write'; path: string; report: WrittenReport; databaseUrl: string } & ExportedPart);

export interface ReadResult
  extends Pick<ImportPreview, 'columns' | 'sheet' | 'sheets' | 'headerRow' | 'table' | 'layout' | 'notes'> {
  /** The user's description of the columns, to be stored once the import is committed. */
  remember: LayoutToRemember | null;
  /** The reading of the file's only price column. */
  prices: Pick<ImportPrices, 'reading' | 'said' | 'header'> | undefined;
  problems: { count: number; first: ImportProblem[] };
}

/** The process's answer to each job. */
export type Answer = { read: ReadResult } | { written: true };
