import { type Knex, sqlState, UNIQUE_VIOLATION } from '@ostatok/kit/node/db.ts';
import { Conflict, InvalidInput, NotFound } from '@ostatok/kit/node/errors.ts';
import { runWorker, type WorkerLimits } from '@ostatok/kit/node/workbooks/worker-process.ts';
import type { SalesFileDetails, SalesFileView, SalesSource } from '../../contract/sales.endpoints.ts';
import type {
  AddSalesSource,
  AssignSalesFile,
  SalesFilesFilter,
  SalesKind,
  SalesSummaryQuery,
  UpdateSalesSource,
} from '../../contract/sales.ts';
import type { SalesLayout } from '../../contract/sales-layout.ts';
import type { Actor } from '../changes/changes.service.ts';
import { insertSource } from './draft.queries.ts';
import { deleteDraftsOfFeed, deleteEmptySource, moveDraft, setApart } from './draft-source.queries.ts';
import type { WholePeriod } from './files/sales-file.ts';
import { findSameSales, type SameSales, sumReplaced } from './likeness.queries.ts';
import type { Answer, Job, UnknownTable } from './messages.ts';
import {
  addSource,
  deleteDraftFile,
  deleteReplacedFiles,
  deleteSalesOf,
  deleteUnsoldDishes,
  findFile,
  findFileByKey,
  findSource,
  type ListedFile,
  listFiles,
  lockFile,
  replaceSales,
  selectByDay,
  selectByDish,
  selectFileKinds,
  selectOpenOf,
  selectSources,
  updateFile,
  updateSource,
} from './sales.queries.ts';
import { fileView, kindView, roubles, sourceView } from './sales-view.ts';
import { findLiveSource } from './source-of.queries.ts';
import { mustFit } from './source-of.ts';
import { summaryOf } from './summary.ts';
import { selectTillDishes } from './till-dishes.queries.ts';
import { createTillDishes } from './till-dishes.service.ts';

interface Deps {
  db: Knex;
  clock: () => Date;
  timezone: string;
  /** The database's URL for the process that reads files, which has its own connection. */
  databaseUrl: string;
  workerPath: string;
  /** Runs one reader of files after another, those of imports and deliveries too. */
  readInTurn: <T>(job: () => Promise<T>) => Promise<T>;
  /** Called after the commit, when sales have changed. */
  onChange: () => void;
  limits?: WorkerLimits;
}

export interface Upload {
  path: string;
  filename: string;
  key: string;
  sourceId: number | undefined;
  layout: SalesLayout | undefined;
  period: { from: string; to: string } | undefined;
  whole?: WholePeriod | undefined;
  feedId?: number;
  actor: Actor;
}

interface Uploaded {
  file: SalesFileDetails | null;
  unknown: UnknownTable | null;
  no_days: string | null;
}

const noFile = (): NotFound => new NotFound('Такого файла продаж нет');
const noSource = (): NotFound => new NotFound('Такого источника продаж нет');
const isRemoved = (): Conflict => new Conflict('file_removed', 'Файл уже убран. Загрузите его заново');

/** Says that sales would be there twice. */
export const sameSalesText = ({ name, days }: Pick<SameSales, 'name' | 'days'>): string =>
  `В источнике «${name}» уже есть такие же продажи, дней: ${days}. Если записать и эти, они посчитаются дважды`;

const needsSource = (): InvalidInput =>
  new InvalidInput('Выберите источник продаж или назовите новый', { source_id: 'Выберите источник продаж' });
const DECIDE = 'Чья это касса, выберите на странице «Продажи»';
const UNSURE = `Источников этого вида несколько, а чей это отчёт, он не говорит. ${DECIDE}`;

async function uniquelyNamed<T>(write: Promise<T>): Promise<T> {
  return write.catch((error: unknown) => {
    if (sqlState(error) !== UNIQUE_VIOLATION) throw error;
    throw new Conflict('source_exists', 'Такой источник уже есть', { name: 'Такой источник уже есть' });
  });
}

/** Sales by their sources and files. They never move the stock: reports take them beside it. */
export function createSales(deps: Deps) {
  const { db, clock, timezone, databaseUrl, workerPath, readInTurn, onChange, limits } = deps;

  async function known(id: number): Promise<SalesSource> {
    const row = await findSource(db, id);
    if (!row) throw noSource();
    return sourceView(row);
  }

  async function detailsOf(row: ListedFile): Promise<SalesFileDetails> {
    const open = await selectOpenOf(db, row);
    const isDraft = row.status === 'draft';
    const replaced = isDraft ? await sumReplaced(db, row.id, timezone) : { days: 0, paid: 0, isAlike: true };
    const same = isDraft ? await findSameSales(db, row.id) : undefined;
    return {
      ...fileView(row),
      stores: row.stores,
      kinds: (await selectFileKinds(db, row)).map(kindView),
      replaced: { days: replaced.days, paid: roubles(replaced.paid), alike: replaced.isAlike },
      same: same ?? null,
      open: { dishes: open.dishes, paid: roubles(open.paid) },
    };
  }

  async function details(id: number): Promise<SalesFileDetails> {
    const row = await findFile(db, id);
    if (!row) throw noFile();
    return detailsOf(row);
  }

  const read = (job: Job): Promise<Answer> => readInTurn(() => runWorker<Answer>(workerPath, { ...job }, limits));

  return {
    ...createTillDishes(deps),
    details,

    sources: async (): Promise<SalesSource[]> => (await selectSources(db)).map(sourceView),

    async addSource({ name, kind = 'table' }: AddSalesSource): Promise<SalesSource> {
      const id = await uniquelyNamed(addSource(db, { name, kind, created_at: clock() }));
      onChange();
      return known(id);
    },

    /** Makes a source whose name, where another one has it, gets a number; returns its id. */
    makeSource: (kind: SalesKind, name: string): Promise<number> =>
      insertSource(db, { kind, name, at: clock().toISOString() }),

    async updateSource(id: number, { name, layout }: UpdateSalesSource): Promise<SalesSource> {
      const fields = {
        ...(name !== undefined && { name }),
        ...(layout !== undefined && { layout: layout && JSON.stringify(layout) }),
      };
      if ((await uniquelyNamed(updateSource(db, id, fields))) === 0) throw noSource();
      onChange();
      return known(id);
    },

    isUploaded: async ({ key }: { key: string }): Promise<boolean> => (await findFileByKey(db, key)) !== undefined,

    /** Reads a till's file into a draft; what a person has to say first is asked instead. Throws Unreadable. */
    async upload(upload: Upload): Promise<Uploaded> {
      const { path, filename, key, sourceId, period, whole, feedId, actor } = upload;
      const nothing: Uploaded = { file: null, unknown: null, no_days: null };
      const before = await findFileByKey(db, key);
      if (before) return { ...nothing, file: await detailsOf(before) };
      const source = sourceId === undefined ? undefined : await known(sourceId);
      const about = { path, databaseUrl, timezone, period, whole, feedId, sourceId, key, file: filename };
      const job = { ...about, userId: actor?.id ?? null, at: clock().toISOString() };
      // a table is read as its source's last one; other formats need no layout
      const answer = await read({ ...job, layout: upload.layout });
      const again = 'unknown' in answer && source?.layout ? { ...job, layout: source.layout } : undefined;
      const result = again ? await read(again) : answer;
      if ('unknown' in result) return { ...nothing, unknown: result.unknown };
      if (source && upload.layout) await updateSource(db, source.id, { layout: JSON.stringify(upload.layout) });
      if ('noDays' in result) return { ...nothing, no_days: result.noDays };
      onChange();
      return { ...nothing, file: await details(result.fileId) };
    },

    async files(
      filter: SalesFilesFilter,
      page: { offset: number; limit: number; order: 'asc' | 'desc' },
    ): Promise<{ files: SalesFileView[]; total: number }> {
      const { rows, total } = await listFiles(db, filter, page);
      return { files: rows.map(fileView), total };
    },

    /** Says of which till a draft is: a source that is there, or a new one. Throws InvalidInput, NotFound, Conflict, Unreadable. */
    async assign(id: number, { source_id, source_name }: AssignSalesFile): Promise<SalesFileDetails> {
      if ((source_id === undefined) === (source_name === undefined)) throw needsSource();
      await db.transaction(async (trx) => {
        const file = await lockFile(trx, id);
        if (!file) throw noFile();
        if (file.status === 'removed') throw isRemoved();
        if (file.status === 'applied') throw new Conflict('file_applied', 'Продажи уже записаны. Сначала уберите их');
        const made = { kind: file.kind, name: source_name ?? '', created_at: clock() };
        const to = source_id ?? (await uniquelyNamed(addSource(trx, made)));
        const source = await findLiveSource(trx, to);
        if (!source) throw noSource();
        mustFit(file.kind, source);
        await moveDraft(trx, file, to);
        await deleteUnsoldDishes(trx, file.source_id);
        await deleteEmptySource(trx, file);
      });
      onChange();
      return details(id);
    },

    /**
     * Puts the sales of a draft in the place of its source's period, in one transaction; a second time does nothing. `again` says
     * that sales like those of another source are of another till. Throws NotFound, Conflict.
     */
    async apply(
      id: number,
      actor: Actor,
      { again = false }: { again?: boolean | undefined } = {},
    ): Promise<SalesFileDetails> {
      await db.transaction(async (trx) => {
        const file = await lockFile(trx, id);
        if (!file) throw noFile();
        if (file.status === 'applied') return;
        if (file.status === 'removed') throw isRemoved();
        if (file.source_unsure) throw new Conflict('source_unsure', UNSURE);
        const same = await findSameSales(trx, id);
        if (same && !again) throw new Conflict('same_sales', `${sameSalesText(same)}. ${DECIDE}`);
        if (same) await setApart(trx, file.source_id, same.id);
        await replaceSales(trx, id);
        await updateFile(trx, id, { status: 'applied', applied_at: clock(), applied_by: actor?.id ?? null });
        if (file.feed_id !== null) await deleteReplacedFiles(trx, file.feed_id);
      });
      onChange();
      return details(id);
    },

    /** Deletes a draft; of an applied file it takes the days back that no later file has replaced. */
    async remove(id: number, actor: Actor): Promise<void> {
      await db.transaction(async (trx) => {
        const file = await lockFile(trx, id);
        if (!file) throw noFile();
        if (file.status === 'draft') await deleteDraftFile(trx, id);
        if (file.status === 'applied') {
          await deleteSalesOf(trx, id);
          await updateFile(trx, id, { status: 'removed', removed_at: clock(), removed_by: actor?.id ?? null });
        }
        await deleteUnsoldDishes(trx, file.source_id);
        if (file.status === 'draft') await deleteEmptySource(trx, file);
      });
      onChange();
    },

    /** Deletes drafts that a feed has brought of days that it brings anew. */
    dropDrafts: (feedId: number, period: { from: string; to: string }): Promise<void> =>
      db.transaction((trx) => deleteDraftsOfFeed(trx, feedId, period)),

    /** Sums sales of a period by day and by dish. */
    async summary(query: SalesSummaryQuery) {
      const dishes = await selectByDish(db, query);
      const rows = await selectTillDishes(db, [...new Set(dishes.map(({ till_dish_id }) => till_dish_id))]);
      return summaryOf(await selectByDay(db, query), dishes, rows);
    },
  };
}
export type Sales = ReturnType<typeof createSales>;
