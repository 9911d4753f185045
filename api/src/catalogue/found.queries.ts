import type { Db, Knex } from '@ostatok/kit/node/db.ts';
import { BY_RANK, countAliases, type Flags, narrow } from './list.queries.ts';
import type { Search } from './search.ts';
import { hasPart, MOST_WORDS, type Word, wordsLike, wordsWith } from './words.queries.ts';

/** Totals are exact and hits are sorted up to here. */
export const DEEPEST = 10_000;
/** Hits that are read; a name that has several of the words is hit by each of them. */
const MOST_HITS = DEEPEST * 1.2;

/** What the words of a search are among the catalogue's. */
interface Term {
  spellings: string[];
  words: Word[];
  /** No word of the catalogue has the text: these are words that are written nearly so. */
  isMistyped: boolean;
}

async function termOf(db: Db, spellings: string[]): Promise<Term> {
  const words = await wordsWith(db, spellings);
  if (words.length > 0) return { spellings, words, isMistyped: false };
  return { spellings, words: await wordsLike(db, spellings), isMistyped: true };
}

const namesOf = ({ words }: Term): number => words.reduce((sum, { names }) => sum + names, 0);

/** How names are found: by the words of one term, in their order, among which the other terms choose. */
export interface Plan {
  words: string[];
  others: { sql: string; values: unknown[] }[];
  codes: string[];
}

/** What PostgreSQL spends on a name that is looked at, and on one more word of it, when it reads a name in an index in 1. */
const LOOKED_AT = 40;
const PER_WORD = 0.1;

/** Whether it is quicker to let the index choose among the names of the leading term than to look at them. */
function isQuickerByIndex(lead: Term, other: Term, total: number): boolean {
  const [names, others] = [namesOf(lead), namesOf(other)];
  const looks = Math.min(names, (MOST_HITS * total) / others);
  return names + others + PER_WORD * other.words.length * Math.min(names, others) < LOOKED_AT * looks;
}

function chooses(lead: Term, other: Term, total: number): Plan['others'][number] {
  // too many words are not all known
  const isByIndex = other.isMistyped || (other.words.length < MOST_WORDS && isQuickerByIndex(lead, other, total));
  return isByIndex
    ? { sql: 'n.words && ?::text[]', values: [other.words.map(({ word }) => word)] }
    : hasPart(other.spellings, 'n.words');
}

/** The rarest term leads, so that the fewest names are looked at. */
export async function planSearch(db: Db, { words, codes }: Search): Promise<Plan> {
  const terms: Term[] = [];
  for (const spellings of words) terms.push(await termOf(db, spellings));
  const [lead, ...others] = terms.toSorted((a, b) => namesOf(a) - namesOf(b));
  if (!lead) return { words: [], others: [], codes };
  const total = others.length > 0 ? await countAliases(db, {}) : 0;
  return {
    words: lead.words.map(({ word }) => word),
    others: others.map((other) => chooses(lead, other, total)),
    codes,
  };
}

/**
 * The place of a hit as one number, which is sorted quickly: by the rank of its word, then by its number of words, then
 * by its id, which `idOf` reads back.
 */
const PLACE = '(w.rank << 48) | (cardinality(n.words)::bigint << 32) | n.id as place';
const idOf = (place: string): string => `(${place} & 4294967295)::integer`;

/** The places of a search's hits: codes come first, then names in the words' order. */
function hitsOf(db: Db, { words, others, codes }: Plan, flags: Flags, most: number): Knex.QueryBuilder {
  const named = db('alias_name_words as n')
    .select('n.id', 'n.words')
    .whereRaw('n.words @> array[w.word]')
    .modify((rows: Knex.QueryBuilder) => {
      for (const { sql, values } of others) rows.whereRaw(sql, values as string[]);
      narrow(rows, flags, 'n');
    })
    // also keeps the planner from reading all names at once for all words
    .limit(most);
  const byName = db
    .select(db.raw(PLACE))
    .from(db.raw('unnest(?::text[]) with ordinality as w(word, rank) cross join lateral ? as n', [words, named]));
  if (codes.length === 0) return byName;
  // in the order of an index that has all of it, so that the first ones are always the same; a whole code is itself, and a
  // part of one means the product
  const byCode = codes.map((code) =>
    db('aliases as a')
      .select(db.raw('(case when a.ean = ? then a.id else coalesce(a.product_id, a.id) end)::bigint as place', [code]))
      .whereLike('a.ean', `${code}%`)
      .modify((rows: Knex.QueryBuilder) => narrow(rows, flags, 'a'))
      .orderBy('a.ean')
      .limit(most),
  );
  return db.unionAll([...byCode, byName], true);
}

/** The first place of each alias, in no order. */
const placed = (hits: Knex.QueryBuilder): Knex.QueryBuilder =>
  hits.groupByRaw(idOf('place')).select(hits.client.raw('min(place) as place'));

export interface FoundPage {
  ids: number[];
  /** Of the hits, 10,000 at most. */
  total: number;
  beyond: { isMore?: true };
}

/** Returns a page of a search's hits; of more than 10,000 the first ones. */
export async function findPage(
  db: Db,
  plan: Plan,
  flags: Flags,
  { sort, order, offset, limit }: { sort: string; order: 'asc' | 'desc'; offset: number; limit: number },
): Promise<FoundPage> {
  const found = placed(db.from('hits')).orderBy('place').limit(DEEPEST);
  const ids = db.from('found').select(db.raw(`${idOf('place')} as id`));
  const page =
    sort === BY_RANK
      ? ids.orderBy('place')
      : db('aliases')
          .select('id')
          // as an array, so that so many are not looked for by reading a whole index
          .whereRaw('id = any(array(?))', [ids])
          .orderBy([
            { column: sort, order, nulls: 'last' },
            { column: 'id', order },
          ]);
  const [row] = await db
    .withMaterialized('hits', hitsOf(db, plan, flags, MOST_HITS).limit(MOST_HITS))
    .withMaterialized('found', found)
    .select({
      hits: db.raw('(select count(*) from hits)'),
      total: db.raw('(select count(*) from found)'),
      ids: db.raw('array(?)', [page.offset(offset).limit(limit)]),
    });
  const isMore = row.hits >= MOST_HITS || (row.hits > DEEPEST && row.total === DEEPEST);
  return { ids: row.ids, total: row.total, beyond: isMore ? { isMore } : {} };
}

/** More than any catalogue has. */
const EVERY = 1_000_000_000;

/** All hits of a search, in any number, each with its place. */
export const everyHit = (db: Db, plan: Plan, flags: Flags): Knex.QueryBuilder =>
  placed(db.from(hitsOf(db, plan, flags, EVERY).as('hits'))).select(db.raw(`${idOf('place')} as id`));
