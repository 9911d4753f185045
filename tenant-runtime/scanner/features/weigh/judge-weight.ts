import { type Doubt, doubtOf, fullBeside, overfullDoubt } from '@ostatok/tenant-runtime/contract/plausibility.ts';
import { stockFacts } from '../../amount/stock-facts.ts';
import type { ItemNow } from '../../catalogue/use-item.ts';
import { exact } from '../../offline/operations.ts';
import { type InHand, weigh } from './weight.ts';

/** What a bottle's weight means for the item. */
export type Judgement =
  | { kind: 'failure'; failure: NonNullable<ReturnType<typeof weigh>['failure']> }
  /** `beside` full bottles are probably on the shelf too, because the stock has so many more. */
  | { kind: 'beside'; estimate: number; beside: number }
  | { kind: 'doubt'; estimate: number; doubt: Doubt }
  | { kind: 'plain'; estimate: number };

/** One bottle weighs the same within so many grams, or within two steps of the scale if those are more. */
const SAME_G = 3;

/** Questions a weight that another bottle of the item had: the same one may have been scanned once more. */
function sameBottleDoubt(
  { item }: ItemNow,
  { grams, stepG = 0 }: InHand,
  weights: readonly number[],
): Doubt | undefined {
  if (!weights.some((known) => Math.abs(known - grams) <= Math.max(SAME_G, 2 * stepG))) return undefined;
  return { question: `«${item.name}»: бутылку такого же веса уже записали. Это другая?` };
}

/** In a count nothing may be said of the stock. */
function doubtAbout({ item, quantity }: ItemNow, estimate: number, { isCount, weighed }: Series): Doubt | undefined {
  if (isCount) return doubtOf(stockFacts(item, null), { weighedFound: estimate });
  const facts = stockFacts(item, quantity);
  if (weighed === undefined) return doubtOf(facts, { weighed: estimate });
  return overfullDoubt(facts, estimate) ?? doubtOf(facts, { set: exact(weighed + estimate) });
}

interface Series {
  isCount: boolean;
  /** What is recorded of other bottles of the item in this series, if any were weighed. */
  weighed: number | undefined;
  /** The grams of these bottles. */
  weights: readonly number[];
}

export function judgeWeight(now: ItemNow, hand: InHand, series: Series): Judgement {
  const { failure, quantity: estimate } = weigh(now.item, hand);
  if (failure) return { kind: 'failure', failure };
  if (estimate === null) throw new Error('A weight gives a quantity or a failure');
  const facts = stockFacts(now.item, now.quantity);
  const beside = fullBeside(facts, estimate);
  const asksBeside = !series.isCount && series.weighed === undefined && now.item.volume_ml && beside > 0;
  if (asksBeside && !overfullDoubt(facts, estimate)) return { kind: 'beside', estimate, beside };
  const doubt = sameBottleDoubt(now, hand, series.weights) ?? doubtAbout(now, estimate, series);
  return doubt ? { kind: 'doubt', estimate, doubt } : { kind: 'plain', estimate };
}
