import { billionthsOf } from './amounts.ts';
import type { Stated } from './collector.ts';
import { isFields, scalarOf } from './records.ts';

/**
 * Returns the grand total of an OLAP answer: of its `summary` it is the pair whose keys are none. The other pairs are of parts,
 * and none is a sale.
 */
export function statedInSummary(summary: unknown): Stated {
  for (const entry of Array.isArray(summary) ? summary : []) {
    const [keys, totals] = Array.isArray(entry) ? entry : [];
    if (!isFields(keys) || !isFields(totals) || Object.keys(keys).length > 0) continue;
    const amount = (name: string): bigint | undefined => billionthsOf(scalarOf(totals[name]), 'russian') ?? undefined;
    return { quantity: amount('DishAmountInt'), paid: amount('DishDiscountSumInt') };
  }
  return {};
}
