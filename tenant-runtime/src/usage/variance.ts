import { type Decimal, roundedTo } from '@ostatok/kit/node/decimal.ts';

/** What is known of one item between two counts. Quantities are thousandths of its unit, each with its own sign. */
export interface ItemPeriod {
  opening: number;
  counted: number;
  delivered: number;
  /** What people wrote themselves without a reason: what came, and what went (below zero). */
  added: number;
  taken: number;
  /** By reason; what went is below zero. */
  waste: number;
  comp: number;
  transfer: number;
  /** By how much the two counts may be wrong themselves. */
  error: number;
}

export interface Variance {
  /** What is taken for used: sold × recipe, or else what people wrote themselves. */
  used: number;
  expected: number;
  /** counted − expected: below zero when stock is missing. */
  variance: number;
  /** Whether the variance is larger than what its own figures may be wrong by. */
  isCertain: boolean;
  /** The variance as a share of what really went; null where nothing went. */
  share: number | null;
}

/**
 * Returns what should be there and what is missing. `sold` is what sold dishes take by their recipes, in units, or null
 * where no dish that was sold has the item. Where dishes with the item were sold, what people wrote themselves
 * without a reason is not taken off as well: it is mostly the same bottle told twice.
 */
export function varianceOf(item: ItemPeriod, sold: Decimal | null): Variance {
  const used = sold ? Number(roundedTo(3, sold)) : -item.taken;
  const moved = item.delivered + item.added + item.waste + item.comp + item.transfer;
  const expected = item.opening + moved - used;
  const variance = item.counted - expected;
  const gone = item.opening + moved - item.counted;
  return {
    used,
    expected,
    variance,
    isCertain: Math.abs(variance) > item.error,
    share: gone > 0 ? variance / gone : null,
  };
}
