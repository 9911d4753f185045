import type { Knex } from '@ostatok/kit/node/db.ts';
import type { UsagePace } from '../../contract/usage.endpoints.ts';
import { fromThousandths, toThousandths } from '../items/exact.ts';
import { readBook } from '../recipes/book.ts';
import { createExpansion } from '../recipes/expansion.ts';
import { type PaceRow, selectFirstDay, selectPace } from './pace.queries.ts';
import { selectSold, selectSoldSpan } from './sales.queries.ts';
import { soldOf } from './sold.ts';

const DAY_MS = 24 * 3600_000;
const PACE_DAYS = 42;
/** A par is proposed only from so many days on. */
const LEAST_DAYS = 14;
/** Stock that nothing has moved for so many days lies dead. */
const DEAD_DAYS = 28;
/** A par lasts from one weekly delivery well into the next. */
const PAR_WEEKS = 1.5;

const dayBefore = (day: string, days: number): string =>
  new Date(Date.parse(day) - days * DAY_MS).toISOString().slice(0, 10);
const daysFrom = (first: string, last: string): number =>
  Math.round((Date.parse(last) - Date.parse(first)) / DAY_MS) + 1;

const perWeek = (gone: number, days: number): number => (days > 0 ? (gone / days) * 7 : 0);

/** Rounds up to whole bottles or pieces, or to a tenth of the unit; thousandths. */
function wholeOf({ unit, volume_ml }: PaceRow, thousandths: number): number {
  if (unit === 'шт') return Math.ceil(thousandths / 1000) * 1000;
  const step = unit === 'л' && volume_ml ? volume_ml : 100;
  return Math.ceil(thousandths / step) * step;
}

/** Says how fast items go by the last six weeks, which par that needs, and what lies dead. */
export async function paceOf(db: Knex, now: Date, timezone: string): Promise<UsagePace> {
  const today = new Intl.DateTimeFormat('sv-SE', { timeZone: timezone }).format(now);
  const yesterday = dayBefore(today, 1);
  const earliest = dayBefore(today, PACE_DAYS);
  const known = await selectFirstDay(db, timezone);
  const from = known !== null && known > earliest ? known : earliest;
  const days = known === null ? 0 : Math.max(0, daysFrom(from, yesterday));
  const [rows, book, span] = await Promise.all([
    selectPace(db, new Date(now.getTime() - PACE_DAYS * DAY_MS)),
    readBook(db),
    selectSoldSpan(db, from, yesterday),
  ]);
  // of days before the first export of a till and after its last nobody knows what was sold
  const soldDays = span ? daysFrom(span.first, span.last) : 0;
  const begins = [...new Set([...book.recipes.values()].flat().map(({ valid_from }) => valid_from))].filter(Boolean);
  const sold = soldOf(await selectSold(db, from, yesterday, begins.sort()), createExpansion(book), new Map());

  return {
    from,
    days,
    sold_days: soldDays,
    rows: rows.map((row) => {
      const { id, name, category, unit, cost } = row;
      const byRecipes = sold.items.get(id);
      // what a till has sold is not told a second time by the people who poured it
      const used = byRecipes ? Number(byRecipes.taken / 10n ** 12n) / 1000 : -toThousandths(row.taken);
      const usedDays = byRecipes ? soldDays : days;
      const lost = -toThousandths(row.lost);
      const gone = Math.max(0, used + lost);
      const weekly = Math.max(0, perWeek(used, usedDays) + perWeek(lost, days));
      const quantity = Number(row.quantity);
      return {
        item: { id, name, category, unit },
        quantity,
        weekly: Math.round(weekly) / 1000,
        lasts: weekly > 0 ? Math.max(0, Math.floor((toThousandths(quantity) / weekly) * 7)) : null,
        par: row.par === null ? null : Number(row.par),
        proposed: usedDays >= LEAST_DAYS && weekly > 0 ? fromThousandths(wholeOf(row, weekly * PAR_WEEKS)) : null,
        dead: days >= DEAD_DAYS && gone === 0 && quantity > 0,
        value: cost === null ? null : Math.round(quantity * cost) / 100,
      };
    }),
  };
}
