import { formatQuantity } from '@ostatok/kit/web/format.ts';
import type { OrderList } from '@ostatok/tenant-runtime/contract/reports.ts';

export type OrderRow = OrderList['rows'][number];

/** «6 бут.» where it comes in bottles, else «2,5 кг». */
export const amountOf = ({ bottles, order, item }: OrderRow): string =>
  bottles === null ? formatQuantity(order, item.unit) : `${formatQuantity(bottles)}\u00a0бут.`;

/** In the order they came, which is by category. */
export function byCategory(rows: readonly OrderRow[]): { category: string; rows: OrderRow[] }[] {
  const groups = new Map<string, OrderRow[]>();
  for (const row of rows) groups.set(row.item.category, [...(groups.get(row.item.category) ?? []), row]);
  return [...groups].map(([category, own]) => ({ category, rows: own }));
}

/** As one writes to a supplier: no stock, no prices. */
export function orderText(rows: readonly OrderRow[], title: string): string {
  const parts = byCategory(rows).map(({ category, rows: own }) => {
    const lines = own.map((row) => {
      const article = row.item.article ? ` (арт. ${row.item.article})` : '';
      return `${row.item.name}${article} — ${amountOf(row).replaceAll('\u00a0', ' ')}`;
    });
    return [category || 'Без категории', ...lines].join('\n');
  });
  return [title, ...parts].join('\n\n');
}
