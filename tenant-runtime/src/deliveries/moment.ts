/** A time at which somebody saw how much of an item there was. */
export interface Statement {
  item_id: number;
  item_name: string;
  at: Date;
  /** The count, or else the change by which somebody stated a quantity. */
  count_id: number | null;
  change_id: string | null;
  title: string | null;
  is_open: boolean;
}

/** The day of a delivery by the tenant's clock; a day that is still to come is today. */
export interface DeliveryDay {
  starts: Date;
  noon: Date;
  is_today: boolean;
}

export interface Given {
  received_at?: Date | undefined;
  counted?: 'before' | 'after' | undefined;
}

const SECOND_MS = 1000;
const earlier = (one: Date, other: Date): Date => (one < other ? one : other);

/**
 * Returns when the goods came, or the statements that have to be placed before or after it first. The document tells a
 * day only: what was counted earlier is certainly before the delivery, and what was counted that day or later is not
 * certain. `statements` are in the order of their times.
 */
export function momentOf(
  { received_at, counted }: Given,
  { starts, noon, is_today }: DeliveryDay,
  statements: readonly Statement[],
  now: Date,
): { at: Date } | { ask: Statement[] } {
  if (received_at) return { at: earlier(received_at, now) };
  const touching = statements.filter(({ at }) => at >= starts);
  const [first] = touching;
  const last = touching.at(-1);
  if (!first || !last) return { at: is_today ? now : earlier(noon, now) };
  if (!counted) return { ask: touching };
  if (counted === 'after') return { at: earlier(new Date(last.at.getTime() + SECOND_MS), now) };
  return { at: earlier(noon, new Date(first.at.getTime() - SECOND_MS)) };
}

/**
 * Returns, by item, the first statement after a moment that the stock rests on: whoever made it had the goods in sight.
 * Open counts are not among them: they take the goods in when they close.
 */
export function firstAfter(statements: readonly Statement[], at: Date): Map<number, Statement> {
  const found = new Map<number, Statement>();
  for (const statement of statements) {
    if (!statement.is_open && statement.at > at && !found.has(statement.item_id))
      found.set(statement.item_id, statement);
  }
  return found;
}
