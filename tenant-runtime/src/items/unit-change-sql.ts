import type { Knex } from '@ostatok/kit/node/db.ts';

/** The condition for an item, by the SQL of its id, that somebody has counted in a count that is still open. */
export const COUNTED_NOW = (item: string): string =>
  `exists (select from count_entries e join counts n on n.id = e.count_id and n.status = 'open'
            where e.item_id = ${item} and e.voided_at is null)`;

/** Tables with quantities in the unit of their item that people have said, and which of them are still to be used. */
const SAID: [table: string, column: string, which?: string][] = [
  ['till_dishes', 'factor'],
  ['recipe_lines', 'quantity'],
  ['recipe_names', 'factor'],
  ['delivery_lines', 'factor', `exists (select from deliveries d where d.id = delivery_id and d.status = 'draft')`],
];

/** Forgets what was said of the items in the unit that they had before: it is asked anew. */
export async function forgetQuantities(trx: Knex.Transaction, itemIds: readonly number[]): Promise<void> {
  if (itemIds.length === 0) return;
  for (const [table, column, which = 'true'] of SAID)
    await trx.raw(
      `update ${table} set ${column} = null where item_id = any(?) and ${column} is not null and ${which}`,
      [[...itemIds]],
    );
}
