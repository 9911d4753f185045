import type { CountTotals } from '../../contract/counts.endpoints.ts';
import type { Unit } from '../../contract/items.ts';
import { differenceOf } from './count-view.ts';
import { moneyTotals, unitTotals } from './totals.ts';

interface ClosedLine {
  unit: Unit;
  cost: number | null;
  counted: string | null;
  book: string | null;
  expected: string | null;
}

/** Returns by how much counted lines differ from what they are compared with. */
export function comparedTotals(lines: readonly ClosedLine[]): Pick<CountTotals, 'differing' | 'units' | 'money'> {
  const compared = lines.flatMap((line) => {
    const difference = differenceOf(line);
    return difference === null ? [] : [{ unit: line.unit, cost: line.cost, difference }];
  });
  return {
    differing: compared.filter(({ difference }) => difference !== 0).length,
    units: unitTotals(compared),
    money: moneyTotals(compared),
  };
}
