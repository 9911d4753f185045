import type { AliasFilter } from '@ostatok/api/contract/catalogue.ts';
import { inBatches } from '@ostatok/kit/node/batches.ts';
import type { Db, Knex } from '@ostatok/kit/node/db.ts';
import type { AliasRow } from './alias-row.ts';

export type Flags = Pick<AliasFilter, 'showEmptyOnly' | 'showFullOnly' | 'id'>;

/** The rows of `aliases`, or of `alias_name_words`, that the flags leave. */
export function narrow(rows: Knex.QueryBuilder, { showEmptyOnly, showFullOnly, id }: Flags, of: string): void {
  if (showEmptyOnly) rows.whereRaw(`not ${of}.weighed`);
  if (showFullOnly) rows.whereRaw(`${of}.weighed`);
  if (id) rows.whereRaw(`${of}.id = any(?)`, [id]);
}

/** Reads the count from the table that follows every change. */
export async function countAliases(db: Db, { showEmptyOnly, showFullOnly, id }: Flags): Promise<number> {
  if (id) {
    const [{ n }] = await db('aliases')
      .modify((rows: Knex.QueryBuilder) => narrow(rows, { showEmptyOnly, showFullOnly, id }, 'aliases'))
      .count({ n: '*' });
    return n;
  }
  const row = await db('alias_counts').where({ of: 'id' }).first();
  const { total, weighed } = row ?? { total: 0, weighed: 0 };
  return showFullOnly ? weighed : showEmptyOnly ? total - weighed : total;
}

/** Sorts by columns that may be null; rows without a value come last in either order. */
export const nullable = new Set(['brand', 'category', 'volume_ml', 'weight_empty_g', 'weight_full_g']);

/** Sorts by columns in which every row has another value. */
const unique = new Set(['id', 'ean']);

/** The columns that put the rows in one order. */
export const columnsOf = (sort: string): string[] => (unique.has(sort) ? [sort] : [sort, 'id']);

interface Order {
  sort: string;
  order: 'asc' | 'desc';
}

/** The rows in an order that the sort's index has: rows without a value are last only when it ascends. */
const inOrder = (rows: Knex.QueryBuilder, { sort, order }: Order): Knex.QueryBuilder =>
  rows.orderBy(columnsOf(sort).map((column) => ({ column: `aliases.${column}`, order })));

/** The order of a search's hits: the likeliest first. */
export const BY_RANK = 'rank';

/** Yields a whole listing in its order, in batches; `hits` are the ids of a search with the place of each. */
export async function* aliasesInBatches(
  trx: Knex.Transaction,
  hits: Knex.QueryBuilder | undefined,
  flags: Flags,
  by: Order,
  size: number,
): AsyncGenerator<AliasRow[], void> {
  const rows = (): Knex.QueryBuilder =>
    trx('aliases').modify((all: Knex.QueryBuilder) => {
      narrow(all, flags, 'aliases');
      if (hits) all.select('aliases.*').join(hits.clone().as('hits'), 'hits.id', 'aliases.id');
    });
  if (hits && by.sort === BY_RANK) {
    yield* inBatches<AliasRow>(trx, rows().orderBy('place'), size);
    return;
  }
  if (by.order === 'asc' || !nullable.has(by.sort)) {
    yield* inBatches<AliasRow>(trx, inOrder(rows(), by), size);
    return;
  }
  yield* inBatches<AliasRow>(trx, inOrder(rows().whereNotNull(`aliases.${by.sort}`), by), size);
  yield* inBatches<AliasRow>(trx, inOrder(rows().whereNull(`aliases.${by.sort}`), { ...by, sort: 'id' }), size);
}
