import type { Db, Knex } from '@ostatok/kit/node/db.ts';
import { byColumn, countWith, type Flags, narrow, nullable, type Page } from './list.queries.ts';
import { conditionOf, type Search } from './search.ts';

/** Up to so many found rows are sorted. */
const SORTED = 2000;
/** So many rows are looked at on the way along an index before another way is taken. */
const MOST_STEPS = 10_000;
/** The numbers of all that a search finds must fit: without room for them PostgreSQL would search them row by row. */
const PICKED_MEMORY = '64MB';

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
