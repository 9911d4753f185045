import { type Decimal, decimalOf } from '@ostatok/kit/node/decimal.ts';
import type { Expand } from '../recipes/expansion.ts';
import type { SoldRow } from './sales.queries.ts';

/** Quantities of recipes are billionths, and so are those of sales. */
const SCALE = 18;
const BILLION = 1_000_000_000n;

export const billionths = (text: string): bigint => {
  const { digits, scale } = decimalOf(text) ?? { digits: 0n, scale: 0 };
  return scale <= 9 ? digits * 10n ** BigInt(9 - scale) : digits / 10n ** BigInt(scale - 9);
};

/** What one serving of a till dish takes: billionths of items' units. */
interface Serving {
  items: ReadonlyMap<number, bigint>;
  hasQuestions: boolean;
}

const NOTHING: Serving = { items: new Map(), hasQuestions: false };

export function servingOf(row: SoldRow, expand: Expand): Serving | undefined {
  if (row.ignored) return NOTHING;
  if (row.item_id !== null) {
    // nobody has said how much of the item is in a serving
    if (row.factor === null) return undefined;
    return { items: new Map([[row.item_id, billionths(row.factor)]]), hasQuestions: false };
  }
  if (row.dish_id === null) return undefined;
  const { items, questions } = expand(row.dish_id, row.size ?? '', row.day);
  return { items, hasQuestions: questions.length > 0 };
}

/** What sold dishes took of one item, and the kopecks that this brought in. */
export interface SoldItem {
  taken: bigint;
  /** Of it, what is known to have brought in something, and how much. */
  priced: bigint;
  paid: number;
}

export interface Sold {
  items: ReadonlyMap<number, SoldItem>;
  /** Kopecks. */
  paid: number;
  unmatched: { dishes: number; paid: number };
  incomplete: { dish_id: number; name: string; paid: number }[];
}

/** Shares what a serving brought in among its items by what they cost; null where a cost is missing. */
function sharesOf(
  items: ReadonlyMap<number, bigint>,
  costs: ReadonlyMap<number, number | null>,
): Map<number, number> | null {
  if (items.size === 1) return new Map([...items.keys()].map((id) => [id, 1]));
  const worths = [...items].map(([id, quantity]) => [id, Number(quantity) * (costs.get(id) ?? Number.NaN)] as const);
  const whole = worths.reduce((sum, [, worth]) => sum + worth, 0);
  return whole > 0 ? new Map(worths.map(([id, worth]) => [id, worth / whole])) : null;
}

/** Adds up what was sold into items. `costs` are kopecks a unit. */
export function soldOf(rows: readonly SoldRow[], expand: Expand, costs: ReadonlyMap<number, number | null>): Sold {
  const items = new Map<number, SoldItem>();
  const incomplete = new Map<number, { dish_id: number; name: string; paid: number }>();
  const unmatched = new Map<number, number>();
  let paidInAll = 0;
  for (const row of rows) {
    const paid = Number(row.paid);
    paidInAll += paid;
    const serving = servingOf(row, expand);
    if (!serving) {
      unmatched.set(row.till_dish_id, (unmatched.get(row.till_dish_id) ?? 0) + paid);
      continue;
    }
    if (serving.hasQuestions && row.dish_id !== null) {
      const before = incomplete.get(row.dish_id)?.paid ?? 0;
      incomplete.set(row.dish_id, { dish_id: row.dish_id, name: row.name, paid: before + paid });
    }
    const servings = billionths(row.quantity);
    const shares = serving.hasQuestions ? null : sharesOf(serving.items, costs);
    for (const [id, each] of serving.items) {
      const item = items.get(id) ?? { taken: 0n, priced: 0n, paid: 0 };
      const taken = servings * each;
      item.taken += taken;
      if (shares) {
        item.priced += taken;
        item.paid += paid * (shares.get(id) ?? 0);
      }
      items.set(id, item);
    }
  }
  const left = [...unmatched.values()];
  return {
    items,
    paid: paidInAll,
    unmatched: { dishes: left.length, paid: left.reduce((sum, paid) => sum + paid, 0) },
    incomplete: [...incomplete.values()].sort((a, b) => b.paid - a.paid),
  };
}

export const takenOf = ({ taken }: Pick<SoldItem, 'taken'>): Decimal => ({ digits: taken, scale: SCALE });

/** Kopecks that a unit of the item brought in; null where that is not known. */
export function pricePerUnit({ priced, paid }: SoldItem): number | null {
  const units = Number(priced / BILLION) / 1e9;
  return units > 0 ? paid / units : null;
}
