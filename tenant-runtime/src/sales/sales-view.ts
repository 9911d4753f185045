import type { SalesFileView, SalesSource, TillDish } from '../../contract/sales.endpoints.ts';
import type { SalesTotals } from '../tables.ts';
import { servingFactor } from './factor.ts';
import type { KindSums, ListedFile, ListedSource } from './sales.queries.ts';
import type { ItemOfDish, ListedTillDish } from './till-dishes.queries.ts';

export const roubles = (kopecks: number): number => kopecks / 100;
const numberOf = (text: string | null): number | null => (text === null ? null : Number(text));

const totalsView = ({ quantity, paid, listed, cost }: SalesTotals) => ({
  quantity: numberOf(quantity),
  paid: numberOf(paid),
  listed: numberOf(listed),
  cost: numberOf(cost),
});

export const kindView = ({ kind, quantity, paid }: KindSums) => ({
  kind,
  quantity: Number(quantity),
  paid: roubles(paid),
});

export const sourceView = ({ created_at, removed_at, apart_from, ...source }: ListedSource): SalesSource => source;

const timeText = (at: Date | null): string | null => at?.toISOString() ?? null;

export const fileView = (row: ListedFile): SalesFileView => ({
  id: row.id,
  key: row.key,
  source: { id: row.source_id, name: row.source_name },
  source_unsure: row.source_unsure,
  feed: row.feed_id === null || row.feed_name === null ? null : { name: row.feed_name, fetched: row.is_fetched },
  kind: row.kind,
  file: row.file,
  status: row.status,
  superseded: row.superseded,
  from: row.from_day,
  to: row.to_day,
  rows: row.rows,
  totals: { stated: totalsView(row.totals.stated), summed: totalsView(row.totals.summed) },
  warnings: row.warnings,
  created_at: row.created_at.toISOString(),
  applied_at: timeText(row.applied_at),
  removed_at: timeText(row.removed_at),
});

/** Shows a dish; the serving of a proposed item is what it would be taken with. */
export function tillDishView(row: ListedTillDish, items: ReadonlyMap<number, ItemOfDish>): TillDish {
  const { item_id, item_name, item_unit } = row;
  const hasItem = item_id !== null && item_name !== null && item_unit !== null;
  return {
    id: row.id,
    source_id: row.source_id,
    code: row.code,
    name: row.name,
    size: row.size,
    group: row.group,
    unit: row.unit,
    quantity: Number(row.quantity),
    paid: roubles(row.paid),
    last_day: row.last_day,
    state: row.state,
    dish: row.dish_id !== null && row.dish_name !== null ? { id: row.dish_id, name: row.dish_name } : null,
    item: hasItem ? { id: item_id, name: item_name, unit: item_unit } : null,
    factor: numberOf(row.factor),
    proposals: (row.proposals ?? []).flatMap((proposal) => {
      const item = items.get(proposal.item_id);
      return item ? [{ ...proposal, factor: servingFactor(row, item) }] : [];
    }),
  };
}
