import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Knex } from '@ostatok/kit/node/db.ts';
import type { Logger } from '@ostatok/kit/node/log.ts';
import { oneAtATime } from '@ostatok/kit/node/workbooks/one-at-a-time.ts';
import { defaultLimits, runWorker, type WorkerLimits } from '@ostatok/kit/node/workbooks/worker-process.ts';
import type { CommittedImport, Import, ImportAnswer } from '../../contract/imports.endpoints.ts';
import type { CommitImport, ImportKind, ImportLayout, PriceReading } from '../../contract/imports.ts';
import type { Actor } from '../access/callers.ts';
import type { Counts } from '../counts/counts.service.ts';
import { readOrderLines } from '../orders/read-lines.ts';
import type { SecurityLog } from '../security/security.service.ts';
import type { ExportedPart } from './export.queries.ts';
import { commitImport, DAY_MS, UNDO_DAYS, type User, undoImport } from './import-applying.ts';
import { allProblems, previewRow } from './import-preview.ts';
import { worthOfPrices } from './import-prices.queries.ts';
import { type Answer, MAX_PROBLEMS, type ReadResult, type WrittenReport } from './messages.ts';
import { countStaged, selectStagedProblems, selectStagedRows } from './preview.queries.ts';
import { selectSimilar } from './similar.queries.ts';
import {
  deleteImport,
  type ImportRecord,
  insertImport,
  purgeImports,
  selectImports,
  updateImport,
} from './spreadsheets.queries.ts';

interface SpreadsheetsDeps {
  db: Knex;
  /** The database's URL for the spreadsheet process, which has its own connection. */
  databaseUrl: string;
  workerPath: string;
  /** The tenant's time zone, for the times in reports. */
  timeZone?: string;
  log: Logger;
  /** Called when many items have changed at once, so that clients reload their lists. */
  emitChanged: () => void;
  clock: () => Date;
  security: Pick<SecurityLog, 'note' | 'record'>;
  counts: Pick<Counts, 'recordIn' | 'withdrawIn' | 'fileCounted' | 'ofFiles'>;
  limits?: WorkerLimits;
  /** Runs one reader of files after another; readers of other files may wait in the same queue. */
  readInTurn?: <T>(job: () => Promise<T>) => Promise<T>;
}

interface Upload {
  path: string;
  filename: string;
  kind: ImportKind;
  user: User;
  /** The user's description of the columns. */
  layout?: ImportLayout | undefined;
  /** True if a file without a recognised header is to be described by a user instead of refused. */
  ask?: boolean;
  /** The amount that the prices refer to. */
  prices?: PriceReading | undefined;
}

/** Days within which a preview can be committed. */
const PREVIEW_DAYS = 1;
const PREVIEW_ROWS = 100;
/** All of these have to be decided, so many are shown. */
const SIMILAR_ROWS = 1000;
const LISTED = 100;
/** So many files may wait for the one that is read. */
export const MAX_WAITING = 3;
/** Exporting years of a tenant's changes takes minutes. */
const EVERYTHING_MS = 10 * 60_000;
const MAX_FILE_NAME = 200;

const reportNames: Record<WrittenReport, string> = {
  items: 'Остатки',
  discrepancies: 'Расхождения',
  changes: 'Журнал',
  order: 'Что заказать',
  supplier_order: 'Заказ поставщику',
  losses: 'Потери',
  count: 'Подсчёт',
  usage: 'Расход',
  everything: 'Всё заведение, для владельца',
};

interface CountOfFile {
  id: number;
  at: Date;
}

const importView = (record: ImportRecord & { user_name: string | null }, count: CountOfFile | undefined): Import => ({
  id: record.id,
  kind: record.kind,
  file: record.file,
  status: record.status as Import['status'],
  user: record.user_name,
  created: record.created,
  updated: record.updated,
  unchanged: record.unchanged,
  created_at: record.created_at.toISOString(),
  committed_at: record.committed_at?.toISOString() ?? null,
  count: count ? { id: count.id, counted_at: count.at.toISOString() } : null,
});

async function previewOf(
  db: Knex,
  importId: string,
  kind: ImportKind,
  read: ReadResult,
): Promise<ImportAnswer['preview']> {
  const counts = await countStaged(db, importId, kind);
  const errors = await selectStagedProblems(db, importId, MAX_PROBLEMS);
  const rows = await selectStagedRows(db, importId, { kind, limit: PREVIEW_ROWS, ofSimilar: SIMILAR_ROWS });
  const asked = rows.filter(({ is_similar }) => is_similar).map(({ row }) => row);
  const similar = Map.groupBy(await selectSimilar(db, importId, asked), ({ row }) => row);
  const worth = read.prices && (await worthOfPrices(db, importId, read.prices.reading));
  await updateImport(db, importId, {
    status: 'previewed',
    created: counts.create,
    updated: counts.update,
    unchanged: counts.unchanged,
    layout: read.remember,
  });
  return {
    sheet: read.sheet,
    sheets: read.sheets,
    headerRow: read.headerRow,
    table: read.table,
    layout: read.layout,
    columns: read.columns,
    notes: read.notes,
    rows: rows.map((row) => previewRow(row, kind, similar.get(row.row))),
    ...(read.prices && worth && { prices: { ...read.prices, ...worth } }),
    converted: counts.converted,
    doubtful: counts.doubtful,
    similar: counts.similar,
    created: counts.create,
    updated: counts.update,
    unchanged: counts.unchanged,
    ...allProblems(read, errors, counts.problems),
  };
}

export function createSpreadsheets(deps: SpreadsheetsDeps) {
  const { db, databaseUrl, workerPath, timeZone = 'Europe/Moscow', log, emitChanged, clock, security, counts } = deps;
  const applying = { db, security, counts, timezone: timeZone, clock };
  const { readInTurn = oneAtATime(MAX_WAITING) } = deps;
  const writeInTurn = oneAtATime(MAX_WAITING);

  async function read(importId: string, { path, kind, layout, ask = false, prices }: Upload): Promise<ReadResult> {
    const job = { task: 'read', path, importId, kind, layout, ask, prices, databaseUrl } as const;
    const answer = await runWorker<Answer>(workerPath, job, deps.limits);
    if (!('read' in answer)) throw new Error('the spreadsheet process did not answer what was asked');
    return answer.read;
  }

  return {
    /**
     * Reads a workbook and shows what it would change, without changing anything. Throws Unreadable with what to do
     * about the file.
     */
    preview(upload: Upload): Promise<ImportAnswer> {
      const { filename, kind, user } = upload;
      return readInTurn(async () => {
        const id = randomUUID();
        const file = filename.slice(0, MAX_FILE_NAME);
        await insertImport(db, { id, kind, file, user_id: user?.id ?? null, created_at: clock() });
        try {
          const result = await read(id, upload);
          return { importId: id, preview: await previewOf(db, id, kind, result) };
        } catch (error) {
          await deleteImport(db, id);
          throw error;
        }
      });
    },

    /** Applies exactly what was previewed, once; of the doubtful rows only those that are decided. */
    async commit(importId: string, user: User, chosen: CommitImport = {}): Promise<CommittedImport> {
      const written = await commitImport(applying, importId, user, chosen);
      const { notes: _, ...counted } = written;
      log.info({ importId, ...counted }, 'import committed');
      emitChanged();
      return written;
    },

    /** Restores everything, once; refuses if users have since changed what the import brought. */
    async undo(importId: string, user: User): Promise<void> {
      await undoImport(applying, importId, user);
      log.info({ importId }, 'import undone');
      emitChanged();
    },

    async list(): Promise<Import[]> {
      const records = await selectImports(db, LISTED);
      const counts = await deps.counts.ofFiles(records.map(({ id }) => id));
      return records.map((record) => importView(record, counts.get(record.id)));
    },

    hasOrder: async (id: number): Promise<boolean> => (await readOrderLines(db, id)).length > 0,

    /** Writes a workbook to a temporary file, which the caller has to delete. */
    async export(
      report: WrittenReport,
      user: Actor | null,
      part: Omit<ExportedPart, 'timeZone'> = {},
    ): Promise<{ path: string; filename: string }> {
      const path = join(tmpdir(), `ostatok-${randomUUID()}.xlsx`);
      try {
        const limits = report === 'everything' ? { ...defaultLimits, totalMs: EVERYTHING_MS } : deps.limits;
        await writeInTurn(() =>
          runWorker(workerPath, { task: 'write', path, report, ...part, databaseUrl, timeZone }, limits),
        );
      } catch (error) {
        await rm(path, { force: true });
        throw error;
      }
      const event = report === 'everything' ? 'export.venue' : 'export.list';
      security.note({
        event,
        userId: user?.id ?? null,
        ip: user?.ip,
        device: user?.device,
        details: reportNames[report],
      });
      return { path, filename: `${report}-${clock().toISOString().slice(0, 10)}.xlsx` };
    },

    /** Deletes, at the start, what a stopped process left behind and what can no longer be undone. */
    async purge(): Promise<void> {
      const ago = (days: number): Date => new Date(clock().getTime() - days * DAY_MS);
      await purgeImports(db, ago(UNDO_DAYS), ago(PREVIEW_DAYS));
    },
  };
}
export type Spreadsheets = ReturnType<typeof createSpreadsheets>;
