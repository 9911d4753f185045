import type { AliasFilter } from '@ostatok/api/contract/catalogue.ts';
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

/** How much of a name must agree for a row to be offered at all. */
const THRESHOLD = 0.4;

/** Up to so many found rows are sorted; more of them are met soon enough on the way along the sort's own index. */
const SORTED = 3000;

function narrow(rows: Knex.QueryBuilder, { showEmptyOnly, showFullOnly, id }: Flags): void {
  if (showEmptyOnly) rows.whereRaw('not weighed');
  if (showFullOnly) rows.where('weighed', true);
  if (id) rows.whereRaw('id = any(?)', [id]);
}

/** How many rows say something in this column, by the counts that follow every change. */
export async function countWith(db: Db, column: string, { showEmptyOnly, showFullOnly }: Flags): Promise<number> {
  if (showEmptyOnly && showFullOnly) return 0;
  const row = await db('alias_counts').where({ of: column }).first();
  const { total, weighed } = row ?? { total: 0, weighed: 0 };
  return showFullOnly ? weighed : showEmptyOnly ? total - weighed : total;
}

export async function countFound(db: Db, search: Search | undefined, flags: Flags): Promise<number> {
  const [row] = await db('alias_names')
    .modify((names: Knex.QueryBuilder) => {
      narrow(names, flags);
      if (search) {
        const { sql, values } = conditionOf(search, 'key', 'ean');
        names.whereRaw(sql, values);
      }
    })
    .count({ total: '*' });
  return row.total;
}

const byColumn = (rows: Knex.QueryBuilder, sort: string, order: 'asc' | 'desc'): Knex.QueryBuilder =>
  rows.orderBy(
    sort === 'id'
      ? [{ column: 'id', order }]
      : [
          { column: sort, order },
          { column: 'id', order },
        ],
  );

/**
 * The numbers of a page of `size` rows that are in the order of an index, read from whichever end is nearer, in the
 * index alone.
 */
async function walk(
  db: Db,
  narrowed: (rows: Knex.QueryBuilder) => void,
  size: number,
  { sort, order, offset, limit }: Page,
): Promise<number[]> {
  const wanted = Math.min(limit, size - offset);
  if (wanted <= 0) return [];
  const fromEnd = offset > size / 2;
  const direction = fromEnd === (order === 'desc') ? 'asc' : 'desc';
  const ids: number[] = await byColumn(db('aliases').modify(narrowed), sort, direction)
    .offset(fromEnd ? size - offset - wanted : offset)
    .limit(wanted)
    .pluck('id');
  return fromEnd ? ids.reverse() : ids;
}

/** The numbers of a page of everything: first what says something in the column, then what says nothing. */
export async function pageOfAll(db: Db, flags: Flags, total: number, filled: number, page: Page): Promise<number[]> {
  const within = (only?: (rows: Knex.QueryBuilder) => void) => (rows: Knex.QueryBuilder) => {
    narrow(rows, flags);
    only?.(rows);
  };
  if (filled === total) return walk(db, within(), total, page);
  const { sort, offset, limit } = page;
  const first = await walk(
    db,
    within((rows) => rows.whereNotNull(sort)),
    filled,
    page,
  );
  const rest = { ...page, offset: Math.max(0, offset - filled), limit: limit - first.length };
  const empty = within((rows) => rows.whereNull(sort));
  return first.length === limit ? first : [...first, ...(await walk(db, empty, total - filled, rest))];
}

/** The numbers of a page of what was found: few are sorted, many are met on the way along the index. */
export async function pageOfFound(
  db: Db,
  search: Search | undefined,
  flags: Flags,
  total: number,
  page: Page,
): Promise<number[]> {
  const { sort, order, offset, limit } = page;
  if (offset >= total) return [];
  const found = (rows: Knex.QueryBuilder, key: string): Knex.QueryBuilder => {
    narrow(rows, flags);
    if (!search) return rows;
    const { sql, values } = conditionOf(search, key, 'ean');
    return rows.whereRaw(sql, values);
  };
  if (total > SORTED && offset + limit <= total / 20) {
    const ids = await byColumn(found(db('aliases').whereNotNull(sort), 'search_key'), sort, order)
      .offset(offset)
      .limit(limit)
      .pluck('id');
    if (ids.length === limit) return ids;
  }
  return db
    .withMaterialized('found', found(db('alias_names').select('id as found_id'), 'key'))
    .from('found')
    .join('aliases as a', 'a.id', 'found_id')
    .orderBy([
      { column: `a.${sort}`, order, nulls: 'last' },
      { column: 'a.id', order },
    ])
    .offset(offset)
    .limit(limit)
    .pluck('a.id');
}

/** The rows whose names sound most like the key, the best first; through the trigram index. */
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
