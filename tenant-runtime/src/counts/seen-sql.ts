/**
 * By how much an entry of a count may be wrong, in the item's unit. A scale errs by two grams. Who counts by eye judges an
 * opened bottle to a twentieth of it, and whole bottles exactly; litres of no known bottle and kilograms to fifty
 * thousandths.
 */
const WEIGHED_G = 2;
const BY_EYE = 0.05;

const BOTTLE_L = '(i.volume_ml / 1000.0)';
const IS_WHOLE = `mod(e.quantity, case when i.unit = 'л' and i.volume_ml > 0 then ${BOTTLE_L} else 1 end) = 0`;
const WEIGHED = `case i.unit
  when 'кг' then ${WEIGHED_G} / 1000.0
  when 'л' then ${WEIGHED_G} / 1000.0 / coalesce(i.density_g_per_ml, 1)
  else coalesce(${WEIGHED_G} / nullif(i.weight_full_g - i.weight_empty_g, 0), ${BY_EYE}) end`;
const JUDGED = `case when i.unit = 'л' and i.volume_ml > 0 then ${BY_EYE} * ${BOTTLE_L} else ${BY_EYE} end`;

/** The square of the error of the entry \`e\` of the item \`i\`; errors of several entries add up as squares. */
export const SQUARED_ERROR = `power(case when e.entry = 'weighed' then ${WEIGHED} when ${IS_WHOLE} then 0 else ${JUDGED} end, 2)`;

/** By item, the last entry of the newest round of the count \`:countId\`, and the error of that round. */
export const LAST_ROUNDS = `
  select distinct on (r.item_id) r.item_id, r.at, sqrt(r.error)::float8 as error
    from (select e.item_id, e.round, max(e.at) as at, sum(${SQUARED_ERROR}) as error
            from count_entries e join items i on i.id = e.item_id
           where e.count_id = :countId and e.voided_at is null
           group by e.item_id, e.round) r
   order by r.item_id, r.round desc`;
