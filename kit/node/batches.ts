import type { Knex } from 'knex';

let opened = 0;

/**
 * Reads the rows of a query in batches from one snapshot, so that a hundred thousand rows are never in memory at once.
 * The cursor is closed when the reader stops early, and ends with the transaction.
 */
export async function* inBatches<Row>(
  trx: Knex.Transaction,
  query: Knex.QueryBuilder | Knex.Raw,
  size: number,
): AsyncGenerator<Row[], void> {
  opened += 1;
  const name = `batches_${opened}`;
  await trx.raw('declare ?? no scroll cursor for ?', [name, query]);
  for (;;) {
    const { rows } = await trx.raw(`fetch forward ${Math.trunc(size)} from ??`, [name]);
    if (rows.length > 0) yield rows;
    if (rows.length < size) break;
  }
  await trx.raw('close ??', [name]);
}
