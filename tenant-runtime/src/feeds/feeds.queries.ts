import type { Db, Knex } from '@ostatok/kit/node/db.ts';
import type { SalesKind } from '../../contract/sales.ts';
import type { FeedRow, SalesSourceRow } from '../tables.ts';

const feeds = (db: Db) => db<FeedRow>('feeds');

export type ListedFeed = FeedRow & { source_name: string | null };

const listed = (db: Db) =>
  db('feeds as f')
    .leftJoin('sales_sources as s', 's.id', 'f.source_id')
    .select<ListedFeed[]>('f.*', 's.name as source_name');

export const selectFeeds = (db: Db): Promise<ListedFeed[]> => listed(db).orderBy('f.id');
export const findFeed = (db: Db, id: number): Promise<ListedFeed | undefined> => listed(db).where('f.id', id).first();
export const findFeedByUploadHash = (db: Db, hash: string): Promise<FeedRow | undefined> =>
  feeds(db).where({ upload_hash: hash }).first();

export async function insertFeed(
  db: Db,
  row: Partial<FeedRow> & Pick<FeedRow, 'kind' | 'name' | 'hour' | 'created_at'>,
): Promise<number> {
  const [added] = await feeds(db).insert(row).returning('id');
  return (added as { id: number }).id;
}

export const updateFeed = (db: Db, id: number, fields: Partial<FeedRow>): Promise<number> =>
  feeds(db).where({ id }).update(fields);

export const deleteFeed = (db: Db, id: number): Promise<number> => feeds(db).where({ id }).delete();

export const lockFeed = (trx: Knex.Transaction, id: number): Promise<FeedRow | undefined> =>
  feeds(trx).where({ id }).forUpdate().first();

/** Claims a feed that no other process is fetching, until the given time; of two that ask one gets it. */
export async function claimFeed(db: Db, id: number, now: Date, until: Date): Promise<FeedRow | undefined> {
  const [claimed] = await feeds(db)
    .where({ id, enabled: true, refused: false })
    .where((free) => void free.whereNull('claimed_until').orWhere('claimed_until', '<=', now))
    .update({ claimed_until: until, tried_at: now })
    .returning('*');
  return claimed;
}

/** Writes what came of a claim; nothing once the feed has been changed or another process has it. */
export const updateClaimed = (db: Db, id: number, claim: Date, fields: Partial<FeedRow>): Promise<number> =>
  feeds(db).where({ id, claimed_until: claim }).update(fields);

/** Returns the sources of a kind that no feed writes to: what was loaded from files before stays one with it. */
export async function selectFreeSources(db: Db, kind: SalesKind): Promise<number[]> {
  const rows = await db<SalesSourceRow>('sales_sources as s')
    .where('s.kind', kind)
    .whereNull('s.removed_at')
    .whereNotExists(feeds(db).from('feeds as f').whereRaw('f.source_id = s.id').select(db.raw('1')))
    .orderBy('s.id')
    .select<{ id: number }[]>('s.id as id');
  return rows.map(({ id }) => id);
}

export const findSalesSource = (db: Db, id: number): Promise<Pick<SalesSourceRow, 'kind' | 'name'> | undefined> =>
  db<SalesSourceRow>('sales_sources').where({ id }).whereNull('removed_at').first('kind', 'name');
