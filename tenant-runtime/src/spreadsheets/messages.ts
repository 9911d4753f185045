import type { ExportReport, ImportKind, ImportPreview, ImportProblem } from '../../contract/imports.ts';
import type { Reason } from './unreadable.ts';

/** What the tenant asks its spreadsheet process for. */
export type Job =
  | { task: 'read'; path: string; importId: string; kind: ImportKind; databaseUrl: string }
  | { task: 'write'; path: string; report: ExportReport; databaseUrl: string; timeZone: string };

export interface ReadResult extends Pick<ImportPreview, 'columns' | 'sheet' | 'headerRow' | 'notes'> {
  problems: { count: number; first: ImportProblem[] };
}

/** What the process answers: `rows` now and then as a sign of progress, and one of the others at its end. */
export type Message =
  | { rows: number }
  | { read: ReadResult }
  | { written: true }
  | { unreadable: Reason }
  | { failed: string };
