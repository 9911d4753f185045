import type { Unit } from '../../contract/items.ts';
import { fromThousandths, toThousandths } from '../items/exact.ts';

export interface Compared {
  unit: Unit;
  /** In the item's unit. */
  difference: number;
  /** Kopecks a unit; null: not known. */
  cost: number | null;
}

/** Kopecks, to the nearest, half a kopeck away from zero as PostgreSQL rounds: thousandths of a unit times kopecks a unit. */
const kopecks = (difference: number, cost: number): number =>
  Math.sign(difference) * Math.round((Math.abs(toThousandths(difference)) * cost) / 1000) || 0;

/** Roubles: below zero when stock is missing; null without a cost. */
export const lossOf = ({ difference, cost }: Pick<Compared, 'difference' | 'cost'>): number | null =>
  cost === null ? null : kopecks(difference, cost) / 100;

/** Shortage and surplus for each unit, for units do not add up. */
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

/** Roubles; rows that differ and have no cost are only counted. */
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
