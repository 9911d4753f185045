import type { Knex } from '@ostatok/kit/node/db.ts';
import type { Unit } from '../../contract/items.ts';
import type { BookChange } from '../tables.ts';

/** Adds to what lines were compared with. */
export const addToBooks = async (trx: Knex.Transaction, changes: readonly BookChange[]): Promise<void> =>
  void (await trx.raw(
    `update count_lines l set book = l.book + c.quantity
       from (select count_id, item_id, sum(quantity) as quantity
               from unnest(?::int[], ?::int[], ?::numeric[]) as given(count_id, item_id, quantity) group by 1, 2) c
      where l.count_id = c.count_id and l.item_id = c.item_id`,
    [
      changes.map(({ count_id }) => count_id),
      changes.map(({ item_id }) => item_id),
      changes.map(({ quantity }) => quantity),
    ],
  ));

/** Returns the lines of a closed count as its closing has left them. */
export const selectClosedLines = (
  trx: Knex.Transaction,
  countId: number,
): Promise<
  { unit: Unit; counted: string | null; book: string | null; expected: string | null; cost: number | null }[]
> => trx('count_lines').where({ count_id: countId }).select('unit', 'counted', 'book', 'expected', 'cost');
