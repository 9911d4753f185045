import type { AliasFilter } from '@ostatok/api/contract/catalogue.ts';
import type { Db, Knex } from '@ostatok/kit/node/db.ts';

export interface AliasRow {
  id: number;
  /** GTIN-13. */
  ean: string;
  brand: string | null;
  category: string | null;
  subcategory: string | null;
  volume_ml: number | null;
  /** numeric, hence text. */
  weight_empty_g: string | null;
  weight_full_g: string | null;
  density_g_per_ml: string | null;
  alcohol_percent: string | null;
  description: string;
  manufacturer: string | null;
  country_origin: string | null;
  search_key: string;
  created_at: Date;
  updated_at: Date;
}

export type AliasValues = { [key in keyof Omit<AliasRow, 'id' | 'created_at' | 'updated_at'>]: unknown };

/** How much of a name must agree for a row to be offered at all. */
const THRESHOLD = 0.4;

function aliases(db: Db, filter: AliasFilter, searchKey: string): Knex.QueryBuilder {
  const search = filter.search || filter.q;
  return db('aliases').modify((rows: Knex.QueryBuilder) => {
    if (filter.showEmptyOnly) rows.where((either) => either.whereNull('weight_empty_g').orWhereNull('weight_full_g'));
    if (filter.showFullOnly) rows.whereNotNull('weight_empty_g').whereNotNull('weight_full_g');
    if (!search) return;
    rows.where((either) => {
      either.whereLike('ean', `%${search.replace(/[\\%_]/g, '\\$&')}%`);
      if (searchKey) either.orWhereLike('search_key', `%${searchKey}%`);
    });
  });
}

export async function listAliases(
  db: Db,
  filter: AliasFilter,
  searchKey: string,
  page: { sort: string; order: 'asc' | 'desc'; offset: number; limit: number },
): Promise<{ rows: AliasRow[]; total: number }> {
  const [counted] = await aliases(db, filter, searchKey).count({ total: '*' });
  const rows = await aliases(db, filter, searchKey)
    .select('*')
    .orderBy([
      { column: page.sort, order: page.order, nulls: 'last' },
      { column: 'id', order: page.order },
    ])
    .offset(page.offset)
    .limit(page.limit);
  return { rows, total: counted.total };
}

export const findAlias = (db: Db, which: { id: number } | { ean: string }): Promise<AliasRow | undefined> =>
  db('aliases').where(which).first();

/** Throws PostgreSQL's unique violation when the code is there already. */
export async function insertAlias(db: Db, values: AliasValues): Promise<AliasRow> {
  const [row] = await db('aliases').insert(values).returning('*');
  return row;
}

export async function updateAlias(db: Db, id: number, values: AliasValues): Promise<AliasRow | undefined> {
  const [row] = await db('aliases')
    .where({ id })
    .update({ ...values, updated_at: db.fn.now() })
    .returning('*');
  return row;
}

export async function deleteAlias(db: Db, id: number): Promise<AliasRow | undefined> {
  const [row] = await db('aliases').where({ id }).delete().returning('*');
  return row;
}

export async function countAliases(db: Db): Promise<number> {
  const [row] = await db('aliases').count<{ total: number }[]>({ total: '*' });
  return row?.total ?? 0;
}

/** The rows whose names sound most like the key, the best first; through the trigram index. */
export async function findSimilarAliases(
  trx: Knex.Transaction,
  searchKey: string,
  limit: number,
): Promise<(AliasRow & { confidence: number })[]> {
  await trx.raw(`set local pg_trgm.word_similarity_threshold = ${THRESHOLD}`);
  return trx('aliases')
    .select('*', trx.raw('round(word_similarity(?, search_key)::numeric, 3)::float8 as confidence', [searchKey]))
    .whereRaw('? <% search_key', [searchKey])
    .orderBy('confidence', 'desc')
    .orderByRaw('similarity(?, search_key) desc, id', [searchKey])
    .limit(limit);
}
