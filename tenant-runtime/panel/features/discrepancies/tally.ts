import type { Discrepancies } from '@ostatok/tenant-runtime/contract/reports.endpoints.ts';

export type Row = Discrepancies['rows'][number];

const sortKeys = ['name', 'difference', 'loss'] as const;
export type SortKey = (typeof sortKeys)[number];

const collator = new Intl.Collator('ru', { numeric: true, sensitivity: 'base' });
const byName = (a: Row, b: Row): number => collator.compare(a.item.name, b.item.name);

const byDifference = (a: Row, b: Row): number => Math.abs(b.difference) - Math.abs(a.difference) || byName(a, b);
const byLoss = (a: Row, b: Row): number => Math.abs(b.loss ?? 0) - Math.abs(a.loss ?? 0) || byDifference(a, b);

/**
 * Sorts by absolute difference or loss, the largest first; by loss, rows without a price follow, sorted by difference.
 */
export function sortedRows(rows: readonly Row[], sort: SortKey): Row[] {
  return [...rows].sort(sort === 'name' ? byName : sort === 'loss' ? byLoss : byDifference);
}

/** A chart measures in roubles or in one unit, because litres and pieces do not add up. */
export type Measure = 'money' | 'л' | 'кг' | 'шт';

export const measuresOf = (rows: readonly Row[]): Measure[] => [
  ...(rows.some(({ loss }) => loss) ? (['money'] as const) : []),
  ...(['л', 'кг', 'шт'] as const).filter((unit) => rows.some((row) => row.item.unit === unit && row.difference !== 0)),
];

/** Sums shortage (zero or negative) and surplus by category, the largest shortage first. */
export function byCategory(
  rows: readonly Row[],
  measure: Measure,
): { name: string; shortage: number; surplus: number }[] {
  const sums = new Map<string, { shortage: number; surplus: number }>();
  for (const { item, difference, loss } of rows) {
    const value = measure === 'money' ? (loss ?? 0) : item.unit === measure ? difference : 0;
    if (value === 0) continue;
    const sum = sums.get(item.category) ?? { shortage: 0, surplus: 0 };
    sum[value < 0 ? 'shortage' : 'surplus'] += value;
    sums.set(item.category, sum);
  }
  const round = (value: number): number => Math.round(value * 1000) / 1000;
  return [...sums]
    .map(([name, { shortage, surplus }]) => ({ name, shortage: round(shortage), surplus: round(surplus) }))
    .sort((a, b) => a.shortage - b.shortage || b.surplus - a.surplus);
}
