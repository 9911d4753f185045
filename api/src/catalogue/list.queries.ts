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

/** Whoever opens a list as long as this may leap into its middle. */
const LONG = 20_000;
/** The sorts by which some rows say nothing. */
export const nullable = new Set(['brand', 'category', 'volume_ml', 'weight_empty_g', 'weight_full_g']);
/** The sorts of which revisions do not tell. */
const timed = new Set(['created_at', 'updated_at']);

/** Whoever opens a long list may order it by another column as well. */
const leapt = [
  ...['id', 'ean', 'brand', 'category', 'volume_ml', 'weight_empty_g', 'weight_full_g', 'description'],
  ...timed,
].flatMap((sort) =>
  [false, true]
    .filter((empty) => !empty || nullable.has(sort))
    .map((empty) => ({ sort, empty, followed: !timed.has(sort) })),
);

export function narrow(rows: Knex.QueryBuilder, { showEmptyOnly, showFullOnly, id }: Flags): void {
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

export const byColumn = (rows: Knex.QueryBuilder, sort: string, order: 'asc' | 'desc'): Knex.QueryBuilder =>
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
  const segment = { sort, empty: false, followed: !timed.has(sort), weighed };
  if (total > LONG) for (const each of [segment, ...leapt]) signposts.prepare({ ...each, weighed });
  const first = await walk(db, segment, filled, page, signposts);
  if (first.length === limit || filled === total) return first;
  const rest = { ...page, offset: Math.max(0, offset - filled), limit: limit - first.length };
  return [...first, ...(await walk(db, { ...segment, empty: true }, total - filled, rest, signposts))];
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
