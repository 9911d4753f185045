import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type {
  AliasImportAnswer,
  AliasImportDone,
  AliasImportRecord,
  AliasImportUndone,
} from '@ostatok/api/contract/alias-imports.endpoints.ts';
import type { AliasImportColumns, AliasImportFilter } from '@ostatok/api/contract/alias-imports.ts';
import type { Knex } from '@ostatok/kit/node/db.ts';
import { Conflict, NotFound } from '@ostatok/kit/node/errors.ts';
import type { ListPage } from '@ostatok/kit/node/list-query.ts';
import { oneAtATime } from '@ostatok/kit/node/workbooks/one-at-a-time.ts';
import { runWorker, type WorkerLimits } from '@ostatok/kit/node/workbooks/worker-process.ts';
import type { Catalogue } from '../catalogue/catalogue.service.ts';
import type { GivenAlias } from '../catalogue/imports.service.ts';
import {
  deleteContent,
  deleteImport,
  deleteParts,
  deleteUncommitted,
  findFilePart,
  findImport,
  findPart,
  type ImportRow,
  insertFilePart,
  insertImport,
  insertPart,
  type ListedImport,
  listImports,
  lockImport,
  updateImport,
} from './alias-imports.queries.ts';
import type { ReadFile, ReadJob } from './file-reader.ts';
import { corrected } from './header.ts';
import { batchesOf, createPreview } from './preview.ts';

interface AliasImportsOptions {
  db: Knex;
  catalogue: Pick<Catalogue, 'foresee' | 'importBatches' | 'undoImport'>;
  limits?: WorkerLimits | undefined;
  now?: (() => Date) | undefined;
}

const workerPath = join(import.meta.dirname, 'worker.ts');
const DAY_MS = 86_400_000;
const FILE_PART = 1024 * 1024;
const MAX_WAITING = 3;
const MAX_FILE_NAME = 200;

const noImport = (): NotFound => new NotFound('Такой загрузки нет. Загрузите файл заново', 'import_not_found');

function previewed(row: ImportRow | undefined): ImportRow {
  if (!row || row.status === 'reading') throw noImport();
  if (row.status === 'committed') throw new Conflict('already_committed', 'Этот файл уже загружен');
  if (row.status === 'undone') throw new Conflict('already_undone', 'Эта загрузка уже отменена');
  return row;
}

function answerOf({ id, file, status, preview }: ImportRow): AliasImportAnswer {
  if (!preview || file === null || status === 'reading') throw noImport();
  return { importId: id, file, status, preview };
}

const toRecord = ({ at, undone_at, ...row }: ListedImport): AliasImportRecord => ({
  ...row,
  at: at.toISOString(),
  undone_at: undone_at?.toISOString() ?? null,
});

/** Gives the work a temporary folder and deletes it afterwards. */
async function inFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'ostatok-aliases-'));
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** The file is kept in the database, so that any process has it at the next request or after a restart. */
function createFiles(db: Knex) {
  return {
    async keep(importId: string, path: string): Promise<void> {
      let part = 0;
      for await (const bytes of createReadStream(path, { highWaterMark: FILE_PART }) as AsyncIterable<Buffer>) {
        await insertFilePart(db, importId, part, bytes);
        part += 1;
      }
    },
    async write(importId: string, path: string): Promise<void> {
      const file = await open(path, 'w');
      try {
        for (let part = 0; ; part += 1) {
          const bytes = await findFilePart(db, importId, part);
          if (!bytes) return;
          await file.write(bytes);
        }
      } finally {
        await file.close();
      }
    },
  };
}

interface AliasImportsDeps extends AliasImportsOptions {
  now: () => Date;
  files: ReturnType<typeof createFiles>;
}

/** Reads the file at `path` and stores the result, replacing that of an earlier reading. */
async function read(
  { limits, catalogue, db }: AliasImportsDeps,
  importId: string,
  path: string,
  columns?: ReadJob['columns'],
): Promise<AliasImportAnswer> {
  return inFolder(async (folder) => {
    const out = join(folder, 'rows');
    const found = await runWorker<ReadFile>(workerPath, { path, out, columns }, limits);
    const preview = createPreview(found, catalogue.foresee);
    return db.transaction(async (trx) => {
      const row = await lockImport(trx, importId);
      if (row?.status !== 'reading') previewed(row);
      await deleteParts(trx, importId);
      let part = 0;
      for await (const rows of batchesOf(out)) {
        await insertPart(trx, importId, part, await preview.add(rows));
        part += 1;
      }
      const result = preview.result();
      await updateImport(trx, importId, { status: 'previewed', preview: result });
      return answerOf({ ...(row as ImportRow), status: 'previewed', preview: result });
    });
  });
}

async function* staged(trx: Knex.Transaction, importId: string): AsyncGenerator<GivenAlias[]> {
  previewed(await lockImport(trx, importId));
  for (let part = 0; ; part += 1) {
    const rows = await findPart(trx, importId, part);
    if (!rows) return;
    yield rows.map(([, alias]) => alias);
  }
}

async function known({ db }: AliasImportsDeps, importId: string): Promise<ImportRow> {
  const row = await findImport(db, importId);
  if (!row) throw noImport();
  return row;
}

/** Commits the whole import or nothing, and only once. */
async function commit(deps: AliasImportsDeps, importId: string, actorId: number): Promise<AliasImportDone> {
  const { file, preview } = previewed(await known(deps, importId));
  return deps.catalogue.importBatches({
    importId,
    actor: actorId,
    source: `файла «${file}»`,
    batches: (trx) => staged(trx, importId),
    written: async (trx, { created, updated, unchanged, skipped }) => {
      const invalid = (preview?.invalid ?? 0) + skipped;
      const counts = { created, updated, unchanged, invalid };
      await updateImport(trx, importId, {
        status: 'committed',
        actor_id: actorId,
        committed_at: deps.now(),
        ...counts,
      });
      await deleteContent(trx, importId);
    },
  });
}

/**
 * Restores the state before the import; aliases changed since then stay as they are. `undoes` is the activity entry
 * that this undoes.
 */
async function undo(
  { db, now, catalogue }: AliasImportsDeps,
  importId: string,
  actorId: number,
  undoes?: number,
): Promise<AliasImportUndone> {
  const row = await findImport(db, importId);
  if (row && (row.status === 'previewed' || row.status === 'reading'))
    throw new Conflict('import_not_committed', 'Этот файл ещё не загружен: отменять нечего');
  const markUndone = (trx: Knex) =>
    updateImport(trx, importId, { status: 'undone', undone_at: now(), undone_by: actorId });
  const { undone, kept } = await catalogue.undoImport(importId, actorId, markUndone, undoes).catch(async (error) => {
    // an import that changed nothing has no revisions to undo
    if (row?.status !== 'committed' || !(error instanceof NotFound)) throw error;
    await markUndone(db);
    return { undone: 0, kept: 0 };
  });
  const left = kept > 0 ? `. Изменены после неё и оставлены как есть: ${kept}` : '';
  return { importId, undone, kept, message: `Загрузка отменена, возвращено: ${undone}${left}` };
}

/**
 * Imports aliases from workbooks: each is read in a separate process, previewed, and then written all at once or not at
 * all.
 */
export function createAliasImports({ now = () => new Date(), ...clients }: AliasImportsOptions) {
  const deps: AliasImportsDeps = { ...clients, now, files: createFiles(clients.db) };
  const { db, files } = deps;
  const readInTurn = oneAtATime(MAX_WAITING);

  return {
    /**
     * Previews what the file would change, and changes nothing. Throws Unreadable with advice on how to fix the file.
     */
    upload: ({ path, filename }: { path: string; filename: string }): Promise<AliasImportAnswer> =>
      readInTurn(async () => {
        const id = randomUUID();
        await insertImport(db, { id, file: filename.slice(0, MAX_FILE_NAME), status: 'reading', created_at: now() });
        try {
          await files.keep(id, path);
          return await read(deps, id, path);
        } catch (error) {
          await deleteImport(db, id);
          throw error;
        }
      }),

    /** Imports that were committed, undone or not. */
    async list(filter: AliasImportFilter, query: ListPage): Promise<{ imports: AliasImportRecord[]; total: number }> {
      const { rows, total } = await listImports(db, filter, query);
      return { imports: rows.map(toRecord), total };
    },

    get: async (importId: string): Promise<AliasImportAnswer> => answerOf(await known(deps, importId)),

    /** Reads the file again with the columns that the administrator has chosen. */
    correct: (importId: string, columns: AliasImportColumns): Promise<AliasImportAnswer> =>
      readInTurn(async () => {
        const { preview } = previewed(await known(deps, importId));
        const all = corrected(preview?.columns ?? [], columns);
        return inFolder(async (folder) => {
          const path = join(folder, 'file');
          await files.write(importId, path);
          const given = all.map(({ column, field }) => ({ column, field }));
          return read(deps, importId, path, given);
        });
      }),

    commit: (importId: string, actorId: number) => commit(deps, importId, actorId),

    undo: (importId: string, actorId: number, undoes?: number) => undo(deps, importId, actorId, undoes),

    /** Deletes imports that were not committed within a day. */
    async forget(): Promise<void> {
      await deleteUncommitted(db, new Date(now().getTime() - DAY_MS));
    },
  };
}
export type AliasImports = ReturnType<typeof createAliasImports>;
