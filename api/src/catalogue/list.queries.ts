import type { AliasFilter } from '@ostatok/api/contract/catalogue.ts';
import { inBatches } from '@ostatok/kit/node/batches.ts';
import type { Db, Knex } from '@ostatok/kit/node/db.ts';
import type { AliasRow } from './alias-row.ts';
import { conditionOf, type Search } from './search.ts';

export type Flags = Pick<AliasFilter, 'showEmptyOnly' | 'showFullOnly' | 'id'>;

export interface Page {
  sort: string;
  order: 'asc' | 'desc';
  offset: number;
  limit: number;
}

/** The lowest word similarity with which a row is offered. */
const THRESHOLD = 0.4;

/** Sorts by columns that may be null. */
const nullable = new Set(['brand', 'category', 'volume_ml', 'weight_empty_g', 'weight_full_g']);

export function narrow(rows: Knex.QueryBuilder, { showEmptyOnly, showFullOnly, id }: Flags): void {
  if (showEmptyOnly) rows.whereRaw('not weighed');
  if (showFullOnly) rows.where('weighed', true);
  if (id) rows.whereRaw('id = any(?)', [id]);
}

/** Reads the count from the table that follows every change. */
export async function countAliases(db: Db, { showEmptyOnly, showFullOnly }: Omit<Flags, 'id'>): Promise<number> {
  const row = await db('alias_counts').where({ of: 'id' }).first();
  const { total, weighed } = row ?? { total: 0, weighed: 0 };
  return showFullOnly ? weighed : showEmptyOnly ? total - weighed : total;
}

const ordered = (rows: Knex.QueryBuilder, sort: string, order: 'asc' | 'desc'): Knex.QueryBuilder =>
  rows.orderBy(
    sort === 'id'
      ? [{ column: 'id', order }]
      : [
          { column: sort, order },
          { column: 'id', order },
        ],
  );

/** Returns the ids of one page of all aliases from the sort's index; nulls come last. */
export async function pageOfAll(db: Db, flags: Flags, { sort, order, offset, limit }: Page): Promise<number[]> {
  const rows = (): Knex.QueryBuilder => db('aliases').modify((all: Knex.QueryBuilder) => narrow(all, flags));
  if (order === 'asc' || !nullable.has(sort))
    return ordered(rows(), sort, order).offset(offset).limit(limit).pluck('id');
  const first: number[] = await ordered(rows().whereNotNull(sort), sort, order).offset(offset).limit(limit).pluck('id');
  if (first.length === limit) return first;
  const [{ filled }] = await rows().count({ filled: sort });
  const rest = ordered(rows().whereNull(sort), 'id', order)
    .offset(Math.max(0, offset - filled))
    .limit(limit - first.length);
  return [...first, ...(await rest.pluck('id'))];
}

/** Yields a whole listing in its order, in batches: along the sort's index, or for a search by sorting the results. */
export async function* aliasesInBatches(
  trx: Knex.Transaction,
  search: Search | undefined,
  flags: Flags,
  { sort, order }: Pick<Page, 'sort' | 'order'>,
  size: number,
): AsyncGenerator<AliasRow[], void> {
  const rows = (): Knex.QueryBuilder => trx('aliases').modify((all: Knex.QueryBuilder) => narrow(all, flags));
  if (search) {
    const { sql, values } = conditionOf(search, 'key', 'ean');
    const found = rows().whereIn('id', trx('alias_names').whereRaw(sql, values).select('id'));
    const by = [{ column: sort, order, nulls: 'last' } as const, { column: 'id', order }];
    yield* inBatches<AliasRow>(trx, found.orderBy(by), size);
  } else if (order === 'asc' || !nullable.has(sort))
    yield* inBatches<AliasRow>(trx, ordered(rows(), sort, order), size);
  else {
    yield* inBatches<AliasRow>(trx, ordered(rows().whereNotNull(sort), sort, order), size);
    yield* inBatches<AliasRow>(trx, ordered(rows().whereNull(sort), 'id', order), size);
  }
}

/**
 * Pages through the results of a search or a list of ids. It filters the names first, so that no plan scans all rows in
 * the list's order.
 */
export async function findPage(
  db: Db,
  search: Search | undefined,
  flags: Flags,
  { sort, order, offset, limit }: Page,
): Promise<{ ids: number[]; total: number }> {
  const found = db('alias_names')
    .select('id as found_id')
    .modify((names: Knex.QueryBuilder) => {
      narrow(names, flags);
      if (!search) return;
      const { sql, values } = conditionOf(search, 'key', 'ean');
      names.whereRaw(sql, values);
    });
  const page = db('aliases as a')
    .join('found', 'found_id', 'a.id')
    .select('a.id')
    .orderBy([
      { column: `a.${sort}`, order, nulls: 'last' },
      { column: 'a.id', order },
    ])
    .offset(offset)
    .limit(limit);
  const [row] = await db
    .withMaterialized('found', found)
    .select({ total: db.raw('(select count(*) from found)'), ids: db.raw('array(?)', [page]) });
  return row;
}

/** Finds the rows whose names sound most like the key, the best first, through the trigram index. */
export async function findSimilarAliases(
  trx: Knex.Transaction,
  searchKey: string,
  limit: number,
): Promise<(AliasRow & { confidence: number })[]> {
  await trx.raw(`set local pg_trgm.word_similarity_threshold = ${THRESHOLD}`);
  return trx('alias_names as n')
    .join('aliases as a', 'a.id', 'n.id')
    .select('a.*', trx.raw('round(word_similarity(?, n.key)::numeric, 3)::float8 as confidence', [searchKey]))
    .whereRaw('? <% n.key', [searchKey])
    .orderBy('confidence', 'desc')
    .orderByRaw('similarity(?, n.key) desc, a.id', [searchKey])
    .limit(limit);
}
