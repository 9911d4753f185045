import type { Unit } from '../../contract/items.ts';
import { fromThousandths, toThousandths } from '../items/exact.ts';

export interface Compared {
  unit: Unit;
  /** The difference in the item's unit. */
  difference: number;
  /** Kopecks per unit; null if unknown. */
  cost: number | null;
}

/** Returns kopecks, thousandths of a unit times kopecks per unit, rounded half away from zero like PostgreSQL. */
const kopecks = (difference: number, cost: number): number =>
  Math.sign(difference) * Math.round((Math.abs(toThousandths(difference)) * cost) / 1000) || 0;

/** Returns roubles: below zero when stock is missing, null without a cost. */
export const lossOf = ({ difference, cost }: Pick<Compared, 'difference' | 'cost'>): number | null =>
  cost === null ? null : kopecks(difference, cost) / 100;

/** Sums shortage and surplus for each unit separately, because units do not add up. */
export function unitTotals(rows: readonly Compared[]): { unit: Unit; shortage: number; surplus: number }[] {
  const totals = new Map<Unit, { shortage: number; surplus: number }>();
  for (const { unit, difference } of rows) {
    const total = totals.get(unit) ?? { shortage: 0, surplus: 0 };
    if (difference < 0) total.shortage += toThousandths(difference);
    else total.surplus += toThousandths(difference);
    totals.set(unit, total);
  }
  return [...totals].map(([unit, { shortage, surplus }]) => ({
    unit,
    shortage: fromThousandths(shortage),
    surplus: fromThousandths(surplus),
  }));
}

/** Sums roubles; rows that differ and have no cost are only counted. */
export function moneyTotals(rows: readonly Compared[]): { shortage: number; surplus: number; withoutCost: number } {
  let shortage = 0;
  let surplus = 0;
  let withoutCost = 0;
  for (const { difference, cost } of rows) {
    if (difference === 0) continue;
    if (cost === null) withoutCost += 1;
    else if (difference < 0) shortage += kopecks(difference, cost);
    else surplus += kopecks(difference, cost);
  }
  return { shortage: shortage / 100, surplus: surplus / 100, withoutCost };
}
