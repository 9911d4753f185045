import type { UsageRow } from '@ostatok/tenant-runtime/contract/usage.endpoints.ts';

export const views = [
  { value: 'items', label: 'По позициям' },
  { value: 'categories', label: 'По категориям' },
  { value: 'suppliers', label: 'По поставщикам' },
] as const;
export type View = (typeof views)[number]['value'];

export interface GroupSum {
  name: string;
  items: number;
  /** Roubles at cost, of what is certain. */
  shortage: number;
  surplus: number;
  used: number;
}

const used = ({ cost, sold, taken }: UsageRow): number => (cost ?? 0) * (sold ?? -taken);
const whole = (kopecks: number): number => Math.round(kopecks) / 100;

/** Sums rows by category or supplier, the largest shortage first. */
export function groupedBy(rows: readonly UsageRow[], view: Exclude<View, 'items'>): GroupSum[] {
  const sums = new Map<string, GroupSum>();
  for (const row of rows) {
    const name = view === 'categories' ? row.item.category : (row.supplier ?? '');
    const sum = sums.get(name) ?? { name, items: 0, shortage: 0, surplus: 0, used: 0 };
    const loss = row.certain ? (row.loss ?? 0) * 100 : 0;
    sum.items += 1;
    sum.used += used(row) * 100;
    sum[loss < 0 ? 'shortage' : 'surplus'] += loss;
    sums.set(name, sum);
  }
  return [...sums.values()]
    .map((sum) => ({ ...sum, shortage: whole(sum.shortage), surplus: whole(sum.surplus), used: whole(sum.used) }))
    .sort((a, b) => a.shortage - b.shortage || b.used - a.used);
}

/** Formats «2,4 %». */
export const percent = (share: number): string =>
  `${(Math.abs(share) * 100).toLocaleString('ru-RU', { maximumFractionDigits: 1 })} %`;
