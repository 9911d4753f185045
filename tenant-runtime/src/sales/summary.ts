import { decimalOf, decimalText } from '@ostatok/kit/node/decimal.ts';
import type { DayKind, DishKind } from './sales.queries.ts';
import { kindView } from './sales-view.ts';
import type { ListedTillDish } from './till-dishes.queries.ts';
import { REFUND_GIVES_BACK, USES_STOCK } from './uses-stock.ts';

const SCALE = 9;
const exact = (quantity: string): bigint => {
  const { digits, scale } = decimalOf(quantity) ?? { digits: 0n, scale: 0 };
  return digits * 10n ** BigInt(SCALE - scale);
};

/** Returns servings that have left the stock; a refund is below zero, and brings back only what was not made. */
function usedOf(kinds: readonly DishKind[]): number {
  const used = kinds
    .filter(({ kind, source_kind }) =>
      kind === 'refund' ? REFUND_GIVES_BACK.includes(source_kind) : USES_STOCK.includes(kind),
    )
    .reduce((sum, { quantity }) => sum + exact(quantity), 0n);
  return Number(decimalText(SCALE, { digits: used, scale: SCALE }));
}

function groupedBy<T, K>(rows: readonly T[], keyOf: (row: T) => K): Map<K, T[]> {
  const groups = new Map<K, T[]>();
  for (const row of rows) {
    const group = groups.get(keyOf(row));
    if (group) group.push(row);
    else groups.set(keyOf(row), [row]);
  }
  return groups;
}

/** Puts sums of kinds together by day and by dish. */
export function summaryOf(days: readonly DayKind[], sold: readonly DishKind[], dishes: readonly ListedTillDish[]) {
  const byDish = groupedBy(sold, ({ till_dish_id }) => till_dish_id);
  return {
    days: [...groupedBy(days, ({ day }) => day)].map(([day, kinds]) => ({ day, kinds: kinds.map(kindView) })),
    dishes: dishes.map(({ id, name, size, state, dish_id, item_id, factor }) => {
      const kinds = byDish.get(id) ?? [];
      return {
        id,
        name,
        size,
        state,
        dish_id,
        item_id,
        factor: factor === null ? null : Number(factor),
        kinds: kinds.map(kindView),
        used: usedOf(kinds),
      };
    }),
  };
}
