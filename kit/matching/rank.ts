import type { Features } from './features.ts';

/** `belowHalf` and `aboveHalf` are what the odds of the likeliest product are raised to, see `calibrated`. */
export type Weights = Record<keyof Features | 'none' | 'noneOfMixed' | 'belowHalf' | 'aboveHalf', number>;

/** What is compared with a local name: a product, in one or several rows of the catalogue. */
export interface Compared {
  features: Features;
  /** Rows of one product have one mark. */
  product: string;
}

export const scoreOf = (features: Features, weights: Weights): number =>
  Object.entries(features).reduce((sum, [name, value]) => sum + value * weights[name as keyof Features], 0);

/** The likeliest product is right more often than its share of the scores says, as those of its kin are near to it. */
function calibrated(share: number, { belowHalf, aboveHalf }: Weights): number {
  const power = share < 0.5 ? belowHalf : aboveHalf;
  const [odds, against] = [share ** power, (1 - share) ** power];
  return odds / (odds + against);
}

/**
 * Returns how probable each row is to be the local name's product, from 0 to 1: the rows of one product share one
 * probability. What is left of 1 is the probability of none of them. `isMixed` says that the name is of a cocktail or
 * another thing that no list of bottles has.
 */
export function probabilities(rows: Compared[], isMixed: boolean, weights: Weights): number[] {
  const none = weights.none + (isMixed ? weights.noneOfMixed : 0);
  const scores = rows.map(({ features }) => scoreOf(features, weights));
  const highest = Math.max(none, ...scores);
  const shares = scores.map((score) => Math.exp(score - highest));
  const whole = Math.exp(none - highest) + shares.reduce((sum, share) => sum + share, 0);
  const byProduct = new Map<string, number>();
  for (const [at, { product }] of rows.entries())
    byProduct.set(product, (byProduct.get(product) ?? 0) + (shares[at] ?? 0) / whole);
  const [likeliest, most] = [...byProduct].reduce((best, one) => (one[1] > best[1] ? one : best), ['', 0]);
  const first = calibrated(most, weights);
  const ofOthers = most < 1 ? (1 - first) / (1 - most) : 0;
  return rows.map(({ product }) => (product === likeliest ? first : (byProduct.get(product) ?? 0) * ofOthers));
}
