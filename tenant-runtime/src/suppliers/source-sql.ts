import { UNIT_RATIO } from '../items/unit-change-sql.ts';

/** The line `l` of the posted delivery `d` has brought an item, and what a unit of it cost in kopecks. */
export const BROUGHT = `delivery_lines l join deliveries d on d.id = l.delivery_id and d.status = 'posted' and l.cost_seq is not null`;
/**
 * The same for the lines of one item, of which the newest is wanted: `offset 0` keeps the planner from reading all
 * deliveries for each item.
 */
export const BROUGHT_OF_ITEM = `delivery_lines l cross join lateral (
  select e.supplier_id, e.received_at from deliveries e where e.id = l.delivery_id and e.status = 'posted' offset 0) d`;
/** How many units of the item `i` are in one of the unit that it was brought in. */
const RATIO = UNIT_RATIO('l.stock_unit', 'i.unit', 'i');
/** Kopecks for a unit of the item `i`; null where it was brought in one that tells nothing of it. */
export const PRICE = `round(l.worth / nullif(l.stock_quantity, 0) / (${RATIO}))::bigint`;

/**
 * Joins to an item `i` its supplier `s`: whom a person has named, or else who brought it last; and `last`, how it came
 * from them.
 */
export const ITEM_SOURCE = `
  left join item_suppliers own on own.item_id = i.id
  left join lateral (
    select d.supplier_id, coalesce(l.unit, l.counted_in) as unit, l.factor * (${RATIO}) as factor, l.quantity, l.packs, l.in_pack, ${PRICE} as price from ${BROUGHT_OF_ITEM}
     where l.item_id = i.id and l.cost_seq is not null and (own.supplier_id is null or d.supplier_id = own.supplier_id)
     order by l.cost_seq desc limit 1) last on true
  left join suppliers s on s.id = coalesce(own.supplier_id, last.supplier_id) and s.removed_at is null`;
