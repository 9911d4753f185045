/** The event by which a count was last closed: their order is the order in which closings were written. */
export const CLOSING = (countId: string): string =>
  `(select max(id) from count_events where kind = 'closed' and count_id = ${countId})`;
