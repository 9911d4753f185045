import type {
  ExportReport,
  ImportKind,
  ImportLayout,
  ImportPreview,
  ImportPrices,
  ImportProblem,
  PriceReading,
} from '../../contract/imports.ts';
import type { ExportedPart } from './export.queries.ts';
import type { LayoutToRemember } from './layouts.queries.ts';

/** How many of a file's problems are kept to be shown; all are counted. */
export const MAX_PROBLEMS = 1000;

/** `everything`: all there is of the venue, for its owner to take away. */
export type WrittenReport = ExportReport | 'everything';

/** What the tenant asks its spreadsheet process for. */
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
  /** What a person said of the columns, to be kept once the import is committed. */
  remember: LayoutToRemember | null;
  /** How the file's one price is read. */
  prices: Pick<ImportPrices, 'reading' | 'said' | 'header'> | undefined;
  problems: { count: number; first: ImportProblem[] };
}

/** What the process answers to each. */
export type Answer = { read: ReadResult } | { written: true };
