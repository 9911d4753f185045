/** Whether nobody has said what a dish is, or how much of the item is in a serving; the dish is `d`. */
export const OPEN = '(not d.ignored and d.dish_id is null and (d.item_id is null or d.factor is null))';

export const STATE = `(case when d.ignored then 'ignored' when ${OPEN} then 'open' else 'decided' end)`;
