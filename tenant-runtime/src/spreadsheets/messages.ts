import type { ExportReport, ImportKind, ImportLayout, ImportPreview, ImportProblem } from '../../contract/imports.ts';
import type { ExportedPart } from './export.queries.ts';
import type { LayoutToRemember } from './layouts.queries.ts';
import type { Reason } from './unreadable.ts';

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
      databaseUrl: string;
    }
  | ({ task: 'write'; path: string; report: WrittenReport; databaseUrl: string } & ExportedPart);

export interface ReadResult
  extends Pick<ImportPreview, 'columns' | 'sheet' | 'sheets' | 'headerRow' | 'table' | 'layout' | 'notes'> {
  /** What a person said of the columns, to be kept once the import is committed. */
  remember: LayoutToRemember | null;
  problems: { count: number; first: ImportProblem[] };
}

/** What a process has taken so far. */
export interface Usage {
  /** Of the processor's time, all its threads together. */
  cpuMs: number;
  memoryMb: number;
}

/** What the process answers: `usage` and `rows`, its sign of progress, now and then, and one of the others at its end. */
export type Message =
  | { usage: Usage }
  | { rows: number }
  | { read: ReadResult }
  | { written: true }
  | { unreadable: Reason }
  | { failed: string };
