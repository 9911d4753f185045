import type { Db, Knex } from '@ostatok/kit/node/db.ts';
import type { Client } from 'pg';
import { type Flags, narrow, type Page } from '../list.queries.ts';
import { conditionOf, type Search } from '../search.ts';
import { type Copied, copiedBy } from './copy.queries.ts';
import { LATEST_MOMENT, type Moment } from './moment-sql.ts';

/** Includes what the transaction itself has written. */
export async function latestMoment(trx: Knex.Transaction): Promise<Moment> {
  const { rows } = await trx.raw(LATEST_MOMENT);
  return rows[0];
}

/** Copies over the transaction's own connection. */
export const copiedWithin = (trx: Knex.Transaction): Copied =>
  async function* (select) {
    const client: Client = await trx.client.acquireConnection();
    yield* copiedBy(client)(select);
  };

interface Since {
  latest: number;
  /** The transaction that wrote the revision; null when there is no such revision. */
  mark: string | null;
  /** The aliases of at most `limit` later revisions, possibly with repetitions. */
  changed: number[];
}

/** Reads which aliases changed after a revision. */
export async function readSince(db: Db, revision: number, limit: number): Promise<Since> {
  const { rows } = await db.raw(
    `select (select coalesce(max(revision), 0) from alias_revisions) as latest,
            (select xmin::text from alias_revisions where revision = :revision) as mark,
            array(select alias_id from alias_revisions where revision > :revision order by revision limit :limit) as changed`,
    { revision, limit },
  );
  return rows[0];
}

/**
 * Returns the page of `kept`, which has not changed, merged with the `changed` aliases that match the list; also how
 * many of those match, and the revision at which all this is true.
 */
export async function mergeChanged(
  db: Db,
  { kept, changed }: { kept: number[]; changed: number[] },
  search: Search | undefined,
  flags: Flags,
  { sort, order, offset, limit }: Page,
): Promise<{ joined: number; latest: number; ids: number[] }> {
  const joined = db('alias_names')
    .select('id')
    .whereRaw('id = any(?)', [changed])
    .modify((rows: Knex.QueryBuilder) => {
      narrow(rows, flags);
      if (search) {
        const { sql, values } = conditionOf(search, 'key', 'ean');
        rows.whereRaw(sql, values);
      }
    });
  const page = db('aliases')
    .select('id')
    .whereRaw('id = any(? || array(select id from joined))', [kept])
    .orderBy([
      { column: sort, order, nulls: 'last' },
      { column: 'id', order },
    ])
    .offset(offset)
    .limit(limit);
  const [row] = await db.withMaterialized('joined', joined).select({
    joined: db.raw('(select count(*) from joined)'),
    latest: db.raw('(select coalesce(max(revision), 0) from alias_revisions)'),
    ids: db.raw('array(?)', [page]),
  });
  return row;
}
