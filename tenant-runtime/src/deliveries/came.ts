import type { Came } from '../orders/receiving.ts';
import { worthOfLine } from './costs.ts';
import type { LineWithItem } from './deliveries.queries.ts';
import { stockThousandths } from './stock-changes.ts';

/** Adds up what the decided lines of a delivery bring of each item. */
export function cameOf(lines: readonly LineWithItem[]): Came[] {
  const items = new Map<number, Came>();
  for (const line of lines) {
    const { item_id, item_unit, factor, skipped } = line;
    if (skipped || item_id === null || item_unit === null || factor === null) continue;
    const before = items.get(item_id);
    const worth = line.worth ?? worthOfLine(line);
    items.set(item_id, {
      item: { id: item_id, name: line.item_name ?? '', unit: item_unit },
      thousandths: (before?.thousandths ?? 0) + stockThousandths(line, factor),
      worth: worth === null || before?.worth === null ? null : (before?.worth ?? 0) + worth,
    });
  }
  return [...items.values()].filter(({ thousandths }) => thousandths > 0);
}
