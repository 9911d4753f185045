import type { Knex } from '@ostatok/kit/node/db.ts';
import type { Unit } from '../../contract/items.ts';

/** The condition for an item, by the SQL of its id, that somebody has counted in a count that is still open. */
export const COUNTED_NOW = (item: string): string =>
  `exists (select from count_entries e join counts n on n.id = e.count_id and n.status = 'open'
            where e.item_id = ${item} and e.voided_at is null)`;

/**
 * How many of the unit `to` are in one of the unit `from`, a unit that nobody has noted being `to`; null where that cannot
 * be known. `item` is the SQL name of the item, whose bottle ties pieces to litres.
 */
export const UNIT_RATIO = (from: string, to: string, item: string): string =>
  `case when coalesce(${from}, ${to}) = ${to} then 1.0
        when ${from} = 'шт' and ${to} = 'л' then ${item}.volume_ml / 1000.0
        when ${from} = 'л' and ${to} = 'шт' then 1000.0 / ${item}.volume_ml end`;

/** Tables with quantities in the unit of their item that people have said, and which of them are still to be used. */
const SAID: [table: string, column: string, which?: string][] = [
  ['till_dishes', 'factor'],
  ['recipe_lines', 'quantity'],
  ['recipe_names', 'factor'],
  ['delivery_lines', 'factor', `exists (select from deliveries d where d.id = delivery_id and d.status = 'draft')`],
];

/** Forgets what was said of the items in the unit that they had before: it is asked anew. Returns how much of it there was. */
export async function forgetQuantities(trx: Knex.Transaction, itemIds: readonly number[]): Promise<number> {
  if (itemIds.length === 0) return 0;
  let forgotten = 0;
  for (const [table, column, which = 'true'] of SAID) {
    const { rowCount } = await trx.raw(
      `update ${table} set ${column} = null where item_id = any(?) and ${column} is not null and ${which}`,
      [[...itemIds]],
    );
    forgotten += rowCount;
  }
  return forgotten;
}

/** Returns the open orders that wait for items in a unit of which nothing can be counted in the item's own. */
export async function selectOrdersInOtherUnits(
  trx: Knex.Transaction,
  itemIds: readonly number[],
): Promise<{ order_id: number; name: string; unit: Unit }[]> {
  const { rows } = await trx.raw(
    `select l.order_id, i.name, l.unit from order_lines l
       join orders o on o.id = l.order_id and o.state = 'sent'
       join items i on i.id = l.item_id
      where l.item_id = any(?) and (${UNIT_RATIO('l.unit', 'i.unit', 'i')}) is null
      order by l.order_id, l.place`,
    [[...itemIds]],
  );
  return rows;
}
