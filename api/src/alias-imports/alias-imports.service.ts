import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type {
  AliasImportAnswer,
  AliasImportDone,
  AliasImportRecord,
  AliasImportUndone,
} from '@ostatok/api/contract/alias-imports.endpoints.ts';
import {
  type AliasImportCorrection,
  type AliasImportFilter,
  SHOWN_ALIAS_ROWS,
} from '@ostatok/api/contract/alias-imports.ts';
import type { Knex } from '@ostatok/kit/node/db.ts';
import { Conflict, NotFound } from '@ostatok/kit/node/errors.ts';
import type { ListPage } from '@ostatok/kit/node/list-query.ts';
import { oneAtATime } from '@ostatok/kit/node/workbooks/one-at-a-time.ts';
import { defaultLimits, runWorker, type WorkerLimits } from '@ostatok/kit/node/workbooks/worker-process.ts';
import type { Catalogue } from '../catalogue/catalogue.service.ts';
import {
  deleteContent,
  deleteFile,
  deleteImport,
  deleteRejects,
  deleteUncommitted,
  earlierImports,
  findImport,
  type ImportRow,
  insertImport,
  type ListedImport,
  listImports,
  lockImport,
  updateImport,
} from './alias-imports.queries.ts';
import { keepFile, keepRejects, keepRows, writeFile, writeRejects, writeRows } from './content.ts';
import type { ReadFile, ReadJob } from './file-reader.ts';
import { corrected } from './header.ts';
import { readProblems, readTexts } from './line-file.ts';
import { previewOf, problemsOf } from './preview.ts';
import { mergedByRow } from './rejects.ts';
import { STARTER_SOURCE, starterList } from './starter-list.ts';

interface AliasImportsOptions {
  db: Knex;
  catalogue: Pick<Catalogue, 'foresee' | 'importAliases' | 'undoImport'>;
  limits?: WorkerLimits | undefined;
  now?: (() => Date) | undefined;
}

const workerPath = join(import.meta.dirname, 'worker.ts');
const DAY_MS = 86_400_000;
/** A million and a half rows take a slow machine minutes; the thread that writes them has memory of its own. */
const longLimits: WorkerLimits = {
  ...defaultLimits,
  memoryMb: defaultLimits.memoryMb + 70,
  stallMs: 30_000,
  totalMs: 600_000,
};
const MAX_WAITING = 3;
const MAX_FILE_NAME = 200;

const noImport = (): NotFound => new NotFound('Такой загрузки нет. Загрузите файл заново', 'import_not_found');

function previewed(row: ImportRow | undefined): ImportRow {
  if (!row || row.status === 'reading') throw noImport();
  if (row.status === 'committed') throw new Conflict('already_committed', 'Этот файл уже загружен');
  if (row.status === 'undone') throw new Conflict('already_undone', 'Эта загрузка уже отменена');
  return row;
}

function answerOf({ id, file, source, status, preview }: ImportRow): AliasImportAnswer {
  if (!preview || file === null || status === 'reading') throw noImport();
  // a file that another release has read was compared with none
  return {
    importId: id,
    file,
    source,
    status,
    preview: { ...preview, further: preview.further ?? 0, later: preview.later ?? null },
  };
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

interface AliasImportsDeps extends AliasImportsOptions {
  now: () => Date;
}

/** Reads the file at `path` and stores the result, replacing that of an earlier reading. */
async function read(
  { limits, catalogue, db }: AliasImportsDeps,
  importId: string,
  path: string,
  { columns, source }: Pick<ReadJob, 'columns'> & { source?: string | null | undefined } = {},
): Promise<AliasImportAnswer> {
  return inFolder(async (folder) => {
    const out = { rows: join(folder, 'rows'), rejects: join(folder, 'rejects') };
    const found = await runWorker<ReadFile>(workerPath, { path, ...out, columns }, limits);
    return db.transaction(async (trx) => {
      const locked = await lockImport(trx, importId);
      if (locked?.status !== 'reading') previewed(locked);
      const row = { ...(locked as ImportRow), ...(source !== undefined && { source }) };
      const earlier = await earlierImports(trx, row);
      const foreseen = await catalogue.foresee(trx, readTexts(out.rows), SHOWN_ALIAS_ROWS, earlier);
      await deleteContent(trx, importId);
      await keepRows(trx, importId, out.rows);
      const refused = problemsOf(foreseen.refused, found.columns);
      const errors = await keepRejects(trx, importId, mergedByRow(readProblems(out.rejects), refused));
      const preview = previewOf(found, foreseen, errors);
      await updateImport(trx, importId, { status: 'previewed', preview, source: row.source });
      return answerOf({ ...row, status: 'previewed', preview });
    });
  });
}

async function known({ db }: AliasImportsDeps, importId: string): Promise<ImportRow> {
  const row = await findImport(db, importId);
  if (!row) throw noImport();
  return row;
}

/** Commits the whole import or nothing, and only once. */
async function commit(deps: AliasImportsDeps, importId: string, actorId: number): Promise<AliasImportDone> {
  const { file, preview } = answerOf(previewed(await known(deps, importId)));
  return inFolder(async (folder) => {
    const path = join(folder, 'rows');
    // a file without content was read by another release
    if (!(await writeRows(deps.db, importId, path))) throw noImport();
    const done = await deps.catalogue.importAliases({
      importId,
      actor: actorId,
      source: `файла «${file}»`,
      rows: readTexts(path),
      earlier: async (trx) => earlierImports(trx, previewed(await lockImport(trx, importId))),
      check: async (trx) => previewed(await lockImport(trx, importId)),
      async written(trx, { created, updated, unchanged }) {
        const invalid = preview.total - created - updated - unchanged;
        const committed = { status: 'committed', actor_id: actorId, committed_at: deps.now() } as const;
        await updateImport(trx, importId, { ...committed, created, updated, unchanged, invalid });
        await deleteFile(trx, importId);
      },
    });
    const { created, updated, unchanged } = done;
    const skipped = preview.created + preview.updated + preview.unchanged - created - updated - unchanged;
    return { importId, created, updated, unchanged, skipped: Math.max(0, skipped) };
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
export function createAliasImports({ now = () => new Date(), limits = longLimits, ...clients }: AliasImportsOptions) {
  const deps: AliasImportsDeps = { ...clients, now, limits };
  const { db } = deps;
  const readInTurn = oneAtATime(MAX_WAITING);

  const upload = (
    { path, filename }: { path: string; filename: string },
    source: string | null = null,
  ): Promise<AliasImportAnswer> =>
    readInTurn(async () => {
      const id = randomUUID();
      const file = filename.slice(0, MAX_FILE_NAME);
      await insertImport(db, { id, file, source, status: 'reading', created_at: now() });
      try {
        await keepFile(db, id, path);
        return await read(deps, id, path);
      } catch (error) {
        await deleteImport(db, id);
        throw error;
      }
    });

  return {
    /**
     * Previews what the file would change, and changes nothing. Throws Unreadable with advice on how to fix the file.
     */
    upload,

    /** Previews what the starter list would change. */
    uploadStarterList: () => upload(starterList, STARTER_SOURCE),

    /** Imports that were committed, undone or not. */
    async list(filter: AliasImportFilter, query: ListPage): Promise<{ imports: AliasImportRecord[]; total: number }> {
      const { rows, total } = await listImports(db, filter, query);
      return { imports: rows.map(toRecord), total };
    },

    get: async (importId: string): Promise<AliasImportAnswer> => answerOf(await known(deps, importId)),

    /** Reads the file again with the columns, and as the source's list, that the administrator has chosen. */
    correct: (importId: string, { columns = [], source }: AliasImportCorrection): Promise<AliasImportAnswer> =>
      readInTurn(async () => {
        const { preview } = previewed(await known(deps, importId));
        const all = corrected(preview?.columns ?? [], columns);
        return inFolder(async (folder) => {
          const path = join(folder, 'file');
          await writeFile(db, importId, path);
          const given = all.map(({ column, field }) => ({ column, field }));
          return read(deps, importId, path, { columns: given, source });
        });
      }),

    commit: (importId: string, actorId: number) => commit(deps, importId, actorId),

    undo: (importId: string, actorId: number, undoes?: number) => undo(deps, importId, actorId, undoes),

    /** Gives `send` a file with all rows that were refused and the reasons; it is deleted afterwards. */
    rejects: (importId: string, send: (path: string) => Promise<void>): Promise<void> =>
      inFolder(async (folder) => {
        const path = join(folder, 'rejects.csv');
        if (!(await writeRejects(db, importId, path))) throw noImport();
        await send(path);
      }),

    /** Deletes imports that were not committed within a day, and after a day what was refused of the others. */
    async forget(): Promise<void> {
      const before = new Date(now().getTime() - DAY_MS);
      await deleteUncommitted(db, before);
      await deleteRejects(db, before);
    },
  };
}
export type AliasImports = ReturnType<typeof createAliasImports>;
