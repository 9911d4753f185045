import { formatQuantity } from '@ostatok/kit/web/format.ts';
import type { OrderList } from '@ostatok/tenant-runtime/contract/reports.endpoints.ts';

export type OrderRow = OrderList['rows'][number];

/** Formats «6 бут.» for an item that comes in bottles, otherwise «2,5 кг». */
export const amountOf = ({ bottles, order, item }: OrderRow): string =>
  bottles === null ? formatQuantity(order, item.unit) : `${formatQuantity(bottles)}\u00a0бут.`;

/** Groups the rows in their given order, which is by category. */
export function byCategory(rows: readonly OrderRow[]): { category: string; rows: OrderRow[] }[] {
  const groups = new Map<string, OrderRow[]>();
  for (const row of rows) groups.set(row.item.category, [...(groups.get(row.item.category) ?? []), row]);
  return [...groups].map(([category, own]) => ({ category, rows: own }));
}

/** Writes the order as a message to a supplier, without stock and prices. */
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
