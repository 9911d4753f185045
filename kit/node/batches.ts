import type { Knex } from 'knex';

let opened = 0;

/**
 * The rows of a query as they are at its beginning, so many at a time: what is read of a hundred thousand never lies in
 * memory at once. The cursor is closed when the reader stops early, and goes with the transaction.
 */
export async function* inBatches<Row>(
  trx: Knex.Transaction,
  query: Knex.QueryBuilder | Knex.Raw,
  size: number,
): AsyncGenerator<Row[], void> {
  opened += 1;
  const name = `portions_${opened}`;
  await trx.raw('declare ?? no scroll cursor for ?', [name, query]);
  for (;;) {
    const { rows } = await trx.raw(`fetch forward ${Math.trunc(size)} from ??`, [name]);
    if (rows.length > 0) yield rows;
    if (rows.length < size) break;
  }
  await trx.raw('close ??', [name]);
}
