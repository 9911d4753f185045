import type { Db } from '@ostatok/kit/node/db.ts';
import type { SalesKind } from '../../contract/sales.ts';
import type { FeedRow, SalesFileRow, SalesSourceRow } from '../tables.ts';

const live = (db: Db) => db<SalesSourceRow>('sales_sources').whereNull('removed_at');

export const findLiveSource = (db: Db, id: number): Promise<SalesSourceRow | undefined> =>
  live(db).where({ id }).first();

export async function selectSourcesOfKind(db: Db, kind: SalesKind): Promise<number[]> {
  return (await live(db).where({ kind }).orderBy('id').select('id')).map(({ id }) => id);
}

/** Returns which of these sources have had a file of one of these stores. */
export async function selectSourcesOfStores(db: Db, ids: number[], stores: string[]): Promise<number[]> {
  const { rows } = await db.raw<{ rows: { source_id: number }[] }>(
    `select distinct source_id from sales_files
      where source_id = any(?::int[]) and stores && ?::text[] and status = 'applied'`,
    [ids, stores],
  );
  return rows.map(({ source_id }) => source_id);
}

/** Returns which of these sources another feed brings sales to. */
export async function selectSourcesOfOtherFeeds(db: Db, ids: number[], feedId: number): Promise<number[]> {
  const { rows } = await db.raw<{ rows: { id: number }[] }>(
    `select s.id from unnest(cast(:ids as int[])) as s(id)
      where exists (select from feeds o where o.id <> :feedId and o.source_id = s.id)
         or exists (select from sales_files f join feeds o on o.id = f.feed_id
                     where o.id <> :feedId and o.source_id is null and f.source_id = s.id
                       and f.status <> 'removed' and not f.source_unsure)`,
    { ids, feedId },
  );
  return rows.map(({ id }) => id);
}

const MOST_FILES = 300;

/** Returns the last files of a kind that a feed has brought, whose sources are known, the newest first. */
export const selectFilesOfFeed = (
  db: Db,
  feedId: number,
  kind: SalesKind,
): Promise<Pick<SalesFileRow, 'source_id' | 'file'>[]> =>
  db<SalesFileRow>('sales_files')
    .where({ feed_id: feedId, kind, source_unsure: false })
    .whereNot('status', 'removed')
    .whereIn('source_id', live(db).select('id'))
    .orderBy('id', 'desc')
    .limit(MOST_FILES)
    .select('source_id', 'file');

export const findFeedName = (db: Db, id: number): Promise<Pick<FeedRow, 'kind' | 'name'> | undefined> =>
  db<FeedRow>('feeds').where({ id }).first('kind', 'name');
