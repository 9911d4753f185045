import type { Db, Knex } from '@ostatok/kit/node/db.ts';
import type { Client } from 'pg';
import { type Flags, narrow, type Page } from '../list.queries.ts';
import { conditionOf, type Search } from '../search.ts';
import { type Copied, copiedBy } from './copy.queries.ts';
import { LATEST_MOMENT, type Moment } from './moment-sql.ts';

/** Of what the transaction has written itself, too. */
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
  /** The transaction that wrote the revision; null where there is none of that number. */
  mark: string | null;
  /** The aliases of at most `limit` revisions after it, some of them more than once. */
  changed: number[];
}

/** What has become of the catalogue since a revision. */
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
 * The page among `kept`, in which nothing has changed, and those of `changed` that belong to the list as well; with how
 * many of these there are, and the revision of which all of it is true.
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
