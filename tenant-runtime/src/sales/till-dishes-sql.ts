/** The item that a person chose for the till's dish `d`; null where there is none, or it is deleted. */
export const ITEM = '(select i.id from items i where i.id = d.item_id and i.deleted_at is null)';

/**
 * The dish whose recipe says what the till's dish `d` takes: the one that a person chose, or else the one of the same name,
 * whichever of the two files came first.
 */
export const DISH = `coalesce(d.dish_id, case when ${ITEM} is null and not d.ignored then
  (select x.id from dishes x where lower(x.name) = lower(d.name) and x.removed_at is null) end)`;

/** Whether nobody has said what a dish is, or how much of the item is in a serving; the dish is `d`. */
export const OPEN = `(not d.ignored and ${DISH} is null and (${ITEM} is null or d.factor is null))`;

export const STATE = `(case when d.ignored then 'ignored' when ${OPEN} then 'open' else 'decided' end)`;
