import type { Knex } from '@ostatok/kit/node/db.ts';
import { reasons } from '../../contract/changes.ts';
import type { Discrepancies, Losses, OrderList } from '../../contract/reports.endpoints.ts';
import type { DiscrepanciesQuery, LossesQuery } from '../../contract/reports.ts';
import { lossOf, moneyTotals, unitTotals } from '../counts/totals.ts';
import { fromThousandths, toThousandths } from '../items/exact.ts';
import { orderOf } from './order.ts';
import {
  type BelowParRow,
  type ComparedRow,
  countUnknown,
  countWithoutPar,
  selectBelowPar,
  selectDiscrepancies,
  selectLosses,
} from './reports.queries.ts';

/** Adds money in kopecks, so that the sum is exact. */
function moneyOf(sums: (number | null)[]): { sum: number; withoutCost: number } {
  const kopecks = sums.reduce<number>((total, sum) => total + Math.round((sum ?? 0) * 100), 0);
  return { sum: kopecks / 100, withoutCost: sums.filter((sum) => sum === null).length };
}

type Difference = ComparedRow & { difference: number; loss: number | null };

/** Adds the difference in place, because 10,000 rows are compared while a user waits. */
function withDifference(row: ComparedRow): Difference {
  const difference = fromThousandths(toThousandths(row.quantity) - toThousandths(row.expected));
  return Object.assign(row, { difference, loss: lossOf({ difference, cost: row.cost }) });
}

/**
 * Compares by code units: a locale's order takes five times as long, and here it only keeps equal rows in a fixed
 * order.
 */
const byName = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/**
 * Sorts by money, because litres and pieces are not comparable; rows without a price follow by amount. Equal rows are
 * sorted by name.
 */
const largestFirst = (a: Difference, b: Difference): number =>
  Math.abs(b.loss ?? 0) - Math.abs(a.loss ?? 0) ||
  Math.abs(b.difference) - Math.abs(a.difference) ||
  byName(a.name, b.name) ||
  a.id - b.id;

function orderRow(row: BelowParRow): OrderList['rows'][number] {
  const { id, name, article, category, unit, volume_ml, quantity, par, on_order, supplier_id } = row;
  const { order, pack, packs } = orderOf(row);
  const cost = row.price ?? row.cost;
  return {
    item: { id, name, article, category, unit, volume_ml },
    supplier: supplier_id === null ? null : { id: supplier_id, name: row.supplier_name ?? '' },
    quantity: Number(quantity),
    par: Number(par),
    on_order: Number(on_order),
    order,
    pack,
    packs,
    cost: cost === null ? null : cost / 100,
    sum: lossOf({ difference: order, cost }),
  };
}

export function createReports({ db, timezone }: { db: Knex; timezone: string }) {
  return {
    async discrepancies(query: DiscrepanciesQuery): Promise<Discrepancies> {
      const [selected, unknown] = await Promise.all([selectDiscrepancies(db, query), countUnknown(db, query)]);
      const compared = selected.map(withDifference).sort(largestFirst);
      return {
        rows: compared.map(({ id, name, category, group, unit, expected, quantity, difference, cost, loss }) => ({
          item: { id, name, category, group, unit },
          expected: Number(expected),
          quantity: Number(quantity),
          difference,
          cost: cost === null ? null : cost / 100,
          loss,
        })),
        totals: {
          items: compared.length,
          units: unitTotals(compared),
          money: moneyTotals(compared),
          unknown,
        },
      };
    },

    async order(): Promise<OrderList> {
      const [selected, withoutPar] = await Promise.all([selectBelowPar(db), countWithoutPar(db)]);
      const needed = selected.map(orderRow).filter(({ order }) => order > 0);
      const totals = { items: needed.length, ...moneyOf(needed.map(({ sum }) => sum)), withoutPar };
      return { rows: needed, totals: { ...totals, ordered: selected.length - needed.length } };
    },

    async losses(query: LossesQuery): Promise<Losses> {
      const selected = await selectLosses(db, query, timezone);
      const rows = selected.map(({ reason, quantity, changes, cost, ...item }) => ({
        item,
        reason,
        quantity: Number(quantity),
        changes,
        cost: cost === null ? null : cost / 100,
        sum: lossOf({ difference: Number(quantity), cost }),
      }));
      const totals = reasons.flatMap((reason) => {
        const own = rows.filter((row) => row.reason === reason);
        const changes = own.reduce((total, row) => total + row.changes, 0);
        return own.length === 0 ? [] : { reason, changes, ...moneyOf(own.map(({ sum }) => sum)) };
      });
      return { rows, totals };
    },
  };
}
export type Reports = ReturnType<typeof createReports>;
