import type { AliasFilter } from '@ostatok/api/contract/catalogue.ts';
import type { Db, Knex } from '@ostatok/kit/node/db.ts';
import type { AliasRow } from './alias-row.ts';
import { conditionOf, type Search } from './search.ts';
import { fromSign, orderOf, type Segment, within } from './signposts.queries.ts';
import { NEAR, type Signposts } from './signposts.ts';

export type Flags = Pick<AliasFilter, 'showEmptyOnly' | 'showFullOnly' | 'id'>;

export interface Page {
  sort: string;
  order: 'asc' | 'desc';
  offset: number;
  limit: number;
}

/** How much of a name must agree for a row to be offered at all. */
const THRESHOLD = 0.4;

/** Up to so many found rows are sorted. */
const SORTED = 2000;
/** Whoever opens a list as long as this may leap into its middle. */
const LONG = 100_000;
/** So many rows are looked at on the way along an index before another way is taken. */
const MOST_STEPS = 10_000;
/** The numbers of all that a search finds must fit: without room for them PostgreSQL would search them row by row. */
const PICKED_MEMORY = '64MB';

/** The sorts by which some rows say nothing. */
export const nullable = new Set(['brand', 'category', 'volume_ml', 'weight_empty_g', 'weight_full_g']);
/** The sorts of which revisions do not tell. */
const timed = new Set(['created_at', 'updated_at']);

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

/** With the revision of which it is true. */
export async function countFound(
  db: Db,
  search: Search | undefined,
  flags: Flags,
): Promise<{ total: number; revision: number }> {
  const coded = search && conditionOf({ words: [], codes: search.codes }, 'key', 'ean');
  const named = search && conditionOf({ words: search.words, codes: [] }, 'key', 'ean');
  const counted = (condition: (names: Knex.QueryBuilder) => void): Knex.QueryBuilder =>
    db('alias_names')
      .modify((names: Knex.QueryBuilder) => {
        narrow(names, flags);
        condition(names);
      }, undefined)
      .count();
  // those found by their codes need but an index, so names are counted apart
  const [row] = await db
    .select({ revision: db.raw('(select coalesce(max(revision), 0) from alias_revisions)') })
    .select({ coded: counted((names) => void (coded && names.whereRaw(coded.sql, coded.values))) })
    .select({
      named: counted((names) => {
        if (!coded || !named) names.whereRaw('false');
        else names.whereRaw(named.sql, named.values).whereRaw(`not ${coded.sql}`, coded.values);
      }),
    });
  return { total: row.coded + row.named, revision: row.revision };
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
 * The numbers of a page of a segment of `size` rows, in an index alone: read from whichever end is nearer, or from a
 * sign before it.
 */
async function walk(db: Db, segment: Segment, size: number, page: Page, signposts: Signposts): Promise<number[]> {
  const wanted = Math.min(page.limit, size - page.offset);
  if (wanted <= 0) return [];
  const offset = page.order === 'asc' ? page.offset : size - page.offset - wanted;
  const rows = (): Knex.QueryBuilder => db('aliases').whereRaw(within(segment)).limit(wanted);
  const inOrder = (ids: number[], order: 'asc' | 'desc'): number[] => (order === page.order ? ids : ids.reverse());
  const fromEnd = offset > size / 2;
  const isDeep = Math.min(offset, size - offset) > NEAR;
  if (size > LONG) signposts.prepare(segment);
  const start = isDeep ? await signposts.before(segment, offset) : undefined;
  const direction = fromEnd && !start ? 'desc' : 'asc';
  const ordered = rows().orderBy(orderOf(segment).map((column) => ({ column, order: direction })));
  if (start) {
    const { sql, values } = fromSign(segment, start.sign);
    ordered.whereRaw(sql, values).offset(offset - start.rank);
  } else ordered.offset(fromEnd ? size - offset - wanted : offset);
  return inOrder(await ordered.pluck('id'), direction);
}

/** The numbers of a page of everything: first what says something in the column, then what says nothing. */
export async function pageOfAll(
  db: Db,
  { showEmptyOnly, showFullOnly }: Flags,
  { total, filled }: { total: number; filled: number },
  page: Page,
  signposts: Signposts,
): Promise<number[]> {
  const { sort, offset, limit } = page;
  const weighed = showFullOnly ? true : showEmptyOnly ? false : undefined;
  const segment = { sort, empty: false, weighed, followed: !timed.has(sort) };
  const first = await walk(db, segment, filled, page, signposts);
  if (first.length === limit || filled === total) return first;
  const rest = { ...page, offset: Math.max(0, offset - filled), limit: limit - first.length };
  return [...first, ...(await walk(db, { ...segment, empty: true }, total - filled, rest, signposts))];
}

type Found = (rows: Knex.QueryBuilder, key: string) => Knex.QueryBuilder;

/** Few: found by their names first, then sorted. */
const sortFound = (db: Db, found: Found, { sort, order, offset, limit }: Page): Promise<number[]> =>
  db
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

/** Many: met soon on the way along the sort's own index, unless they are all at its other end. */
const meetFound = (db: Db, found: Found, { sort, order, offset, limit }: Page, steps: number): Promise<number[]> =>
  found(
    db
      .from(
        byColumn(
          db('aliases').modify((rows: Knex.QueryBuilder) => order === 'desc' && void rows.whereNotNull(sort)),
          sort,
          order,
        )
          .select('id', 'ean', 'search_key', 'weighed')
          .limit(steps)
          .as('met'),
      )
      .offset(offset)
      .limit(limit),
    'search_key',
  ).pluck('id');

/** Many, and not met soon: found by their names, and their order taken from the index alone. */
async function pickFound(db: Db, found: Found, total: number, { sort, order, offset, limit }: Page): Promise<number[]> {
  const picked = (only: string): Knex.QueryBuilder =>
    // «is true» keeps the planner from making a join of it, after which it would have to sort
    db('aliases')
      .whereRaw(only)
      .whereRaw('(id in (?)) is true', [found(db('alias_names').select('id'), 'key')]);
  if (order === 'asc' || !nullable.has(sort)) {
    const fromEnd = offset > total / 2;
    const wanted = Math.min(limit, total - offset);
    const direction = fromEnd === (order === 'asc') ? 'desc' : 'asc';
    const from = fromEnd ? total - offset - wanted : offset;
    const ids = await byColumn(picked('true'), sort, direction).offset(from).limit(wanted).pluck('id');
    return fromEnd ? ids.reverse() : ids;
  }
  const first = await byColumn(picked(`${sort} is not null`), sort, order)
    .offset(offset)
    .limit(limit)
    .pluck('id');
  if (first.length === limit) return first;
  const [{ filled }] = await picked(`${sort} is not null`).count({ filled: '*' });
  const rest = byColumn(picked(`${sort} is null`), sort, order).offset(Math.max(0, offset - filled));
  return [...first, ...(await rest.limit(limit - first.length).pluck('id'))];
}

/** The numbers of a page of what was found. */
export async function pageOfFound(
  db: Db,
  search: Search | undefined,
  flags: Flags,
  total: number,
  page: Page,
): Promise<number[]> {
  if (page.offset >= total) return [];
  const found: Found = (rows, key) => {
    narrow(rows, flags);
    if (!search) return rows;
    const { sql, values } = conditionOf(search, key, 'ean');
    return rows.whereRaw(sql, values);
  };
  if (total <= SORTED) return sortFound(db, found, page);
  const all = await countWith(db, 'id', {});
  const steps = Math.ceil((3 * (page.offset + page.limit) * all) / total);
  if (steps <= MOST_STEPS) {
    const ids = await meetFound(db, found, page, steps);
    if (ids.length === page.limit) return ids;
  }
  return db.transaction(async (trx) => {
    await trx.raw(`set local work_mem = '${PICKED_MEMORY}'`);
    return pickFound(trx, found, total, page);
  });
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
