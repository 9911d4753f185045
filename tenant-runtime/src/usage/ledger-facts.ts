import type { Knex } from '@ostatok/kit/node/db.ts';
import { fromThousandths } from '../items/exact.ts';
import type { Expand } from '../recipes/expansion.ts';
import { type Fact, thousandths } from './ledger.ts';
import { type SoldRow, selectSoldByDay } from './sales.queries.ts';
import { billionths, servingOf } from './sold.ts';
import { seenFrom } from './sold-days.ts';
import { type MoveRow, type PeriodRow, type SeenRow, selectMoves, selectObservations } from './usage.queries.ts';

interface LedgerOrder {
  db: Knex;
  timezone: string;
  read: PeriodRow & SeenRow;
  counts: { from: { title: string }; to: { title: string } };
  /** All that was sold in the period. */
  sales: readonly SoldRow[];
  expand: Expand;
  days: { first: string; last: string };
}

function moveText({ delivery, note, user }: MoveRow): string {
  const parts = delivery ? [delivery.supplier, delivery.number && `№ ${delivery.number}`] : [user, note];
  return parts.filter(Boolean).join(', ');
}

/** Returns what happened to an item between two counts, each fact with its place in time. */
export async function factsOf({ db, timezone, read, counts, sales, expand, days }: LedgerOrder): Promise<Fact[]> {
  const { item_id, opened_at, closed_at } = read;
  const takes = sales.filter((row) => servingOf(row, expand)?.items.has(item_id));
  const [moves, seen, sold] = await Promise.all([
    selectMoves(db, item_id, opened_at, closed_at),
    selectObservations(db, item_id, opened_at, closed_at),
    selectSoldByDay(db, [...new Set(takes.map(({ till_dish_id }) => till_dish_id))], days.first, days.last),
  ]);
  const [start, end] = [opened_at.getTime(), closed_at.getTime()];
  const facts: Fact[] = [
    fact('opening', opened_at, counts.from.title, fromThousandths(read.opening), read.opening_error),
    ...moves
      // what was sold stands for what people wrote without a reason
      .filter(({ kind }) => kind !== 'taken' || takes.length === 0)
      .map((move) => fact(move.kind, move.at, moveText(move), move.delta)),
    ...seen.map(({ at, title, quantity, error }) => fact('observed', at, title ?? '', quantity, error)),
    ...sold.flatMap((row): Fact[] => {
      const each = servingOf(row, expand)?.items.get(item_id);
      if (each === undefined) return [];
      // whoever chose other days than the clock tells has placed them between the counts
      const order = Math.min(Math.max(seenFrom(row.day, timezone).getTime() - 1, start + 1), end - 1);
      const quantity = { digits: -billionths(row.quantity) * each, scale: 18 };
      return [{ kind: 'sold', at: row.day, order, text: `${row.name} × ${Number(row.quantity)}`, quantity }];
    }),
    {
      ...fact('counted', closed_at, counts.to.title, fromThousandths(read.counted), read.counted_error),
      order: end + 1,
    },
  ];
  return facts;
}

const fact = (kind: Fact['kind'], at: Date, text: string, quantity: string | number, error = 0): Fact => ({
  kind,
  at: at.toISOString(),
  order: at.getTime(),
  text,
  quantity: thousandths(quantity),
  error: error * 1000,
});
