import { UNIT_RATIO } from '../items/unit-change-sql.ts';

/**
 * What is still to come of each item: `item_id` and `quantity` in its unit, from orders that are open. What was ordered in
 * a unit that cannot be counted in the item's is left out.
 */
export const ON_ORDER = `
  select l.item_id, round(sum(greatest(l.quantity - coalesce(r.quantity, 0), 0) * ${UNIT_RATIO('l.unit', 'i.unit', 'i')}), 3) as quantity
    from order_lines l join orders o on o.id = l.order_id and o.state = 'sent'
    join items i on i.id = l.item_id
    left join (select order_id, place, sum(quantity) as quantity from order_receipts group by order_id, place) r
           on r.order_id = l.order_id and r.place = l.place
   group by l.item_id`;
