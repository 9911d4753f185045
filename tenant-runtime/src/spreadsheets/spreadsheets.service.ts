import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Knex, sqlState, UNIQUE_VIOLATION } from '@ostatok/kit/node/db.ts';
import { Conflict, NotFound } from '@ostatok/kit/node/errors.ts';
import type { Logger } from '@ostatok/kit/node/log.ts';
import { oneAtATime } from '@ostatok/kit/node/workbooks/one-at-a-time.ts';
import { defaultLimits, runWorker, type WorkerLimits } from '@ostatok/kit/node/workbooks/worker-process.ts';
import type {
  CommitImport,
  CommittedImport,
  Import,
  ImportAnswer,
  ImportKind,
  ImportLayout,
  PriceReading,
} from '../../contract/imports.ts';
import type { Actor, SecurityLog } from '../security/security.service.ts';
import type { ExportedPart } from './export.queries.ts';
import { holdDoubtful } from './import-doubts.queries.ts';
import { allProblems, previewRow } from './import-preview.ts';
import { worthOfPrices } from './import-prices.queries.ts';
import { rememberLayout } from './layouts.queries.ts';
import { type Answer, MAX_PROBLEMS, type ReadResult, type WrittenReport } from './messages.ts';
import {
  codesAreTaken,
  countStaged,
  countWritten,
  deleteImport,
  deleteNewItems,
  type ImportRecord,
  insertImport,
  insertNewItems,
  lockCodes,
  lockImport,
  lockTouched,
  markCommitted,
  newItemsAreMet,
  purgeImports,
  restoreKnownItems,
  selectImports,
  selectStagedProblems,
  selectStagedRows,
  updateImport,
  updateKnownItems,
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
  limits?: WorkerLimits;
}

type User = Actor | null;

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

const DAY_MS = 24 * 3600_000;
/**
 * Days within which a committed import can be undone; PREVIEW_DAYS is the time within which a preview can be committed.
 */
const UNDO_DAYS = 30;
const PREVIEW_DAYS = 1;
const PREVIEW_ROWS = 100;
const LISTED = 100;
const MAX_WAITING = 3;
/** Exporting years of a tenant's changes takes minutes. */
const EVERYTHING_MS = 10 * 60_000;
const MAX_FILE_NAME = 200;

const reportNames: Record<WrittenReport, string> = {
  items: 'Остатки',
  discrepancies: 'Расхождения',
  changes: 'Журнал',
  order: 'Что заказать',
  losses: 'Потери',
  count: 'Подсчёт',
  everything: 'Всё заведение, для владельца',
};

const noImport = (): NotFound => new NotFound('Такой загрузки нет. Загрузите файл заново');
const stale = (): Conflict =>
  new Conflict('import_stale', 'Пока файл ждал подтверждения, позиции изменились. Загрузите его ещё раз');
const namesTaken = (): Conflict =>
  new Conflict('import_touched', 'Загрузку уже не отменить: прежние названия или штрихкоды заняты');

function named(names: string[]): string {
  const first = names.slice(0, 5).map((name) => `«${name}»`);
  return `${first.join(', ')}${names.length > first.length ? ` и ещё ${names.length - first.length}` : ''}`;
}

const importView = (record: ImportRecord & { user_name: string | null }): Import => ({
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
});

function checkCommittable(record: ImportRecord | undefined): ImportRecord {
  if (!record || record.status === 'reading') throw noImport();
  if (record.status === 'committed') throw new Conflict('import_committed', 'Этот файл уже загружен');
  if (record.status === 'undone') throw new Conflict('import_undone', 'Эта загрузка отменена. Загрузите файл заново');
  return record;
}

function checkUndoable(record: ImportRecord | undefined, now: Date): ImportRecord {
  if (!record || record.status === 'reading') throw noImport();
  if (record.status === 'undone') throw new Conflict('import_undone', 'Эта загрузка уже отменена');
  if (record.status === 'previewed')
    throw new Conflict('import_not_committed', 'Этот файл ещё не загружен: отменять нечего');
  if (now.getTime() - record.created_at.getTime() > UNDO_DAYS * DAY_MS) {
    throw new Conflict('import_too_old', `Отменить загрузку можно ${UNDO_DAYS} дней`);
  }
  return record;
}

async function previewOf(
  db: Knex,
  importId: string,
  kind: ImportKind,
  read: ReadResult,
): Promise<ImportAnswer['preview']> {
  const counts = await countStaged(db, importId);
  const errors = await selectStagedProblems(db, importId, MAX_PROBLEMS);
  const rows = await selectStagedRows(db, importId, PREVIEW_ROWS);
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
    rows: rows.map((row) => previewRow(row, kind)),
    ...(read.prices && worth && { prices: { ...read.prices, ...worth } }),
    doubtful: counts.doubtful,
    created: counts.create,
    updated: counts.update,
    unchanged: counts.unchanged,
    ...allProblems(read, errors, counts.problems),
  };
}

const nothingConfirmed = (): Conflict =>
  new Conflict('nothing_confirmed', 'Загружать нечего: сомнительные строки не подтверждены');

/** Excludes unconfirmed doubtful rows and returns the record with what will be written. */
async function settleDoubts(
  trx: Knex.Transaction,
  record: ImportRecord,
  confirmed: CommitImport['confirmed'],
): Promise<ImportRecord & { held: number }> {
  const held = confirmed === true ? 0 : await holdDoubtful(trx, record.id, confirmed ?? []);
  const written = await countWritten(trx, record.id);
  if (held > 0 && written.created + written.updated === 0) throw nothingConfirmed();
  await updateImport(trx, record.id, written);
  return { ...record, ...written, held };
}

/**
 * Applies all of an import or nothing. Existing items, which may be in use, come last, so that they are locked only
 * briefly.
 */
async function applyImport(trx: Knex.Transaction, record: ImportRecord, userId: number | null): Promise<void> {
  await lockCodes(trx);
  if (await newItemsAreMet(trx, record.id)) throw stale();
  await insertNewItems(trx, record, userId);
  await markCommitted(trx, record.id);
  if (record.layout) await rememberLayout(trx, record.kind, record.layout);
  if ((await updateKnownItems(trx, record)) !== record.updated) throw stale();
  if (await codesAreTaken(trx, record.id)) throw stale();
}

export function createSpreadsheets(deps: SpreadsheetsDeps) {
  const { db, databaseUrl, workerPath, timeZone = 'Europe/Moscow', log, emitChanged, clock, security } = deps;
  const readInTurn = oneAtATime(MAX_WAITING);
  const writeInTurn = oneAtATime(MAX_WAITING);

  async function read(importId: string, { path, kind, layout, ask = false, prices }: Upload): Promise<ReadResult> {
    const job = { task: 'read', path, importId, kind, layout, ask, prices, databaseUrl } as const;
    const answer = await runWorker<Answer>(workerPath, job, deps.limits);
    if (!('read' in answer)) throw new Error('the spreadsheet process did not answer what was asked');
    return answer.read;
  }

  const recordImport = (
    trx: Knex.Transaction,
    event: 'import.loaded' | 'import.undone',
    { file }: ImportRecord,
    user: User,
  ): Promise<void> =>
    security.record(trx, { event, userId: user?.id ?? null, ip: user?.ip, device: user?.device, details: file });

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
          return { success: true, importId: id, preview: await previewOf(db, id, kind, result) };
        } catch (error) {
          await deleteImport(db, id);
          throw error;
        }
      });
    },

    /** Applies exactly what was previewed, once; of the doubtful rows only those that are confirmed. */
    async commit(
      importId: string,
      user: User,
      { confirmed }: CommitImport = {},
    ): Promise<Omit<CommittedImport, 'success'>> {
      try {
        const { created, updated, held } = await db.transaction(async (trx) => {
          const record = await settleDoubts(trx, checkCommittable(await lockImport(trx, importId)), confirmed);
          await applyImport(trx, record, user?.id ?? null);
          await recordImport(trx, 'import.loaded', record, user);
          return record;
        });
        log.info({ importId, created, updated, held }, 'import committed');
        emitChanged();
        return { created, updated, held };
      } catch (error) {
        throw sqlState(error) === UNIQUE_VIOLATION ? stale() : error;
      }
    },

    /** Restores everything, once; refuses if users have since changed what the import brought. */
    async undo(importId: string, user: User): Promise<void> {
      const now = clock();
      try {
        await db.transaction(async (trx) => {
          const record = checkUndoable(await lockImport(trx, importId), now);
          await lockCodes(trx);
          const touched = await lockTouched(trx, record);
          if (touched.length > 0) {
            throw new Conflict(
              'import_touched',
              `Загрузка не отменена: с тех пор изменили или посчитали ${named(touched)}. Если посчитали, заберите записи из подсчёта и отмените снова`,
            );
          }
          await deleteNewItems(trx, record, user?.id ?? null);
          await restoreKnownItems(trx, record);
          if (await codesAreTaken(trx, record.id)) throw namesTaken();
          await updateImport(trx, importId, { status: 'undone', undone_at: now });
          await recordImport(trx, 'import.undone', record, user);
        });
      } catch (error) {
        if (sqlState(error) !== UNIQUE_VIOLATION) throw error;
        throw namesTaken();
      }
      log.info({ importId }, 'import undone');
      emitChanged();
    },

    list: async (): Promise<Import[]> => (await selectImports(db, LISTED)).map(importView),

    /** Writes a workbook to a temporary file, which the caller has to delete. */
    async export(
      report: WrittenReport,
      user: User,
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
