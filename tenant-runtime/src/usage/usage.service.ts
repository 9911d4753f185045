import type { Knex } from '@ostatok/kit/node/db.ts';
import { InvalidInput, NotFound } from '@ostatok/kit/node/errors.ts';
import type { Usage, UsageLedger, UsageRow, UsageTrend } from '../../contract/usage.endpoints.ts';
import type { UsageQuery } from '../../contract/usage.ts';
import { lossOf } from '../counts/totals.ts';
import { fromThousandths } from '../items/exact.ts';
import { readBook } from '../recipes/book.ts';
import { type Book, createExpansion } from '../recipes/expansion.ts';
import { ledgerOf } from './ledger.ts';
import { factsOf } from './ledger-facts.ts';
import { selectDaysWithout, selectSold } from './sales.queries.ts';
import { pricePerUnit, type Sold, soldOf, takenOf } from './sold.ts';
import { daysBetween, lastDaySeen, nextDay } from './sold-days.ts';
import {
  countUnpaired,
  type PeriodRow,
  selectItemPeriod,
  selectPeriod,
  selectSeenAt,
  selectUsageCounts,
  type UsageCount,
} from './usage.queries.ts';
import { varianceOf } from './variance.ts';

const MOST_COUNTS = 100;
const MOST_INCOMPLETE = 50;
const TREND_PERIODS = 8;

interface UsageDeps {
  db: Knex;
  timezone: string;
  /** Returns feeds of sales that are not well and have brought nothing of a day. */
  behind: (lastDay: string) => Promise<Usage['sold']['behind']>;
}

export interface Period {
  from: UsageCount & { closed_at: Date };
  to: UsageCount & { closed_at: Date };
  first_day: string;
  last_day: string;
}

const roubles = (kopecks: number): number => Math.round(kopecks) / 100;
const begunIn = ({ recipes }: Book): string[] =>
  [...new Set([...recipes.values()].flat().map(({ valid_from }) => valid_from))].filter((day) => day !== '').sort();

/** The present costs of all that recipes use: a drink's money is shared among its items by them. */
const costsIn = ({ items }: Book): Map<number, number | null> =>
  new Map([...items].map(([id, { cost }]) => [id, cost]));

function rowOf(row: PeriodRow, sold: Sold): UsageRow {
  const own = sold.items.get(row.item_id);
  const { used, expected, variance, isCertain, share } = varianceOf(row, own ? takenOf(own) : null);
  const { item_id: id, name, category, group, unit, supplier, cost } = row;
  const difference = fromThousandths(variance);
  const price = own ? pricePerUnit(own) : null;
  return {
    item: { id, name, category, group, unit },
    supplier,
    opening: fromThousandths(row.opening),
    delivered: fromThousandths(row.delivered),
    added: fromThousandths(row.added),
    taken: fromThousandths(row.taken),
    sold: own ? fromThousandths(used) : null,
    waste: fromThousandths(row.waste),
    comp: fromThousandths(row.comp),
    transfer: fromThousandths(row.transfer),
    expected: fromThousandths(expected),
    counted: fromThousandths(row.counted),
    variance: difference,
    error: Math.round(row.error) / 1000,
    certain: isCertain,
    share: share === null ? null : Math.round(share * 1000) / 1000,
    cost: cost === null ? null : cost / 100,
    loss: lossOf({ difference, cost }),
    retail: price === null ? null : roubles(difference * price),
  };
}

/** The largest loss first: in money, then by amount. */
const worstFirst = (a: UsageRow, b: UsageRow): number =>
  (a.loss ?? 0) - (b.loss ?? 0) || a.variance - b.variance || a.item.id - b.item.id;

const sum = (values: (number | null)[]): number =>
  values.reduce<number>((all, value) => all + Math.round((value ?? 0) * 100), 0) / 100;

function totalsOf(rows: readonly UsageRow[], unpaired: number): Usage['totals'] {
  const certain = rows.filter((row) => row.certain);
  const short = certain.filter(({ variance }) => variance < 0);
  return {
    items: rows.length,
    unpaired,
    shortage: sum(short.map(({ loss }) => loss)),
    surplus: sum(certain.filter(({ variance }) => variance > 0).map(({ loss }) => loss)),
    used: sum(rows.map(({ cost, sold, taken }) => (cost === null ? null : cost * (sold ?? -taken)))),
    retail: sum(short.map(({ retail }) => retail)),
    withoutCost: certain.filter(({ variance, cost }) => variance !== 0 && cost === null).length,
  };
}

const answered = ({ id, title, closed_at, lines }: UsageCount) => ({
  id,
  title,
  closed_at: closed_at?.toISOString() ?? '',
  lines,
});

export function createUsage({ db, timezone, behind }: UsageDeps) {
  /** Returns the counts of a period and the days sold in it. Throws NotFound, InvalidInput. */
  async function periodOf({ from, to, sold_from, sold_to }: UsageQuery): Promise<Period> {
    const ids = [from, to];
    const [counts, seen] = await Promise.all([selectUsageCounts(db, { ids }), selectSeenAt(db, ids)]);
    const [first, last] = ids.map((id) => counts.find((count) => count.id === id));
    if (!first?.closed_at || !last?.closed_at) throw new NotFound('Такого закрытого подсчёта нет');
    if (first.closed_at >= last.closed_at) {
      throw new InvalidInput('Первый подсчёт закрыт не раньше второго', { to: 'Выберите более поздний подсчёт' });
    }
    // a count is often closed hours after its last entry
    const first_day = sold_from ?? nextDay(lastDaySeen(seen.get(from) ?? first.closed_at, timezone));
    const last_day = sold_to ?? lastDaySeen(seen.get(to) ?? last.closed_at, timezone);
    return {
      from: { ...first, closed_at: first.closed_at },
      to: { ...last, closed_at: last.closed_at },
      first_day,
      last_day,
    };
  }

  async function soldBetween({ first_day, last_day }: Period, reading: Promise<Book>) {
    const book = await reading;
    const sales = await selectSold(db, first_day, last_day, begunIn(book));
    return soldOf(sales, createExpansion(book), costsIn(book));
  }

  async function reportOf(period: Period, reading: Promise<Book>): Promise<Usage> {
    const { from, to, first_day, last_day } = period;
    const [read, unpaired, sold, missing, feedsBehind] = await Promise.all([
      selectPeriod(db, from.id, to.id),
      countUnpaired(db, from.id, to.id),
      soldBetween(period, reading),
      selectDaysWithout(db, daysBetween(first_day, last_day)),
      behind(last_day),
    ]);
    const rows = read.map((row) => rowOf(row, sold)).sort(worstFirst);
    return {
      from: answered(from),
      to: answered(to),
      sold: {
        first_day,
        last_day,
        missing,
        behind: feedsBehind,
        paid: roubles(sold.paid),
        unmatched: { dishes: sold.unmatched.dishes, paid: roubles(sold.unmatched.paid) },
        incomplete: sold.incomplete
          .slice(0, MOST_INCOMPLETE)
          .map(({ paid, ...dish }) => ({ ...dish, paid: roubles(paid) })),
      },
      rows,
      totals: totalsOf(rows, unpaired),
    };
  }

  return {
    counts: async () => ({ counts: (await selectUsageCounts(db, { limit: MOST_COUNTS })).map(answered) }),

    between: async (query: UsageQuery): Promise<Usage> => reportOf(await periodOf(query), readBook(db)),

    /** Sums what lies between each of the last counts and the one before it, the oldest first. */
    async trend(): Promise<{ periods: UsageTrend[] }> {
      const counts = await selectUsageCounts(db, { limit: TREND_PERIODS + 1 });
      const book = readBook(db);
      const periods: UsageTrend[] = [];
      for (const [at, later] of counts.entries()) {
        const earlier = counts[at + 1];
        if (!earlier) break;
        const { from, to, rows, totals } = await reportOf(await periodOf({ from: earlier.id, to: later.id }), book);
        // counts of different items have nothing between them
        if (rows.length === 0) continue;
        const { shortage, surplus, used, items } = totals;
        periods.unshift({ from, to, items, shortage, surplus, used });
      }
      await book;
      return { periods };
    },

    /** Throws NotFound if the counts do not have the item. */
    async ledger(itemId: number, query: UsageQuery): Promise<UsageLedger> {
      const { from, to, first_day, last_day } = await periodOf(query);
      const [read, book] = await Promise.all([selectItemPeriod(db, from.id, to.id, itemId), readBook(db)]);
      if (!read) throw new NotFound('В этих подсчётах позиции нет');
      const expand = createExpansion(book);
      const days = { first: first_day, last: last_day };
      const sales = await selectSold(db, first_day, last_day, begunIn(book));
      const sold = soldOf(sales, expand, costsIn(book));
      const facts = await factsOf({ db, timezone, read, counts: { from, to }, sales, expand, days });
      return { row: rowOf(read, sold), ...ledgerOf(facts) };
    },
  };
}
export type UsageReports = ReturnType<typeof createUsage>;
