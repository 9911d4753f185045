import type { Doubt, StockFacts } from '../../contract/plausibility.ts';
import { amountText } from '../../contract/plausibility.ts';
import { fromThousandths, toThousandths } from '../items/exact.ts';

/** What the log holds of an item after the time of a change that arrives late. */
export interface LaterChanges {
  /** The sum of later differences. A reverse of what was logged before that time is left out: the shelf never moved. */
  moved: string;
  /** The change's own time by the venue's clock, for a person. */
  timeText: string;
  /** The newest later statement of how much there is, that nobody has taken back. */
  statement: { after: string; timeText: string; by: string | null; isCount: boolean } | null;
}

/** Thousandths that a late «= Стало» has to be moved by, so that what others recorded after it survives. */
export const shiftOf = (later: LaterChanges | undefined): number => (later ? toThousandths(later.moved) : 0);

function stateOf(statement: NonNullable<LaterChanges['statement']>, { unit, quantity }: StockFacts): string {
  const { after, timeText, by, isCount } = statement;
  const stock = quantity === null ? 'остаток записан заново' : `записано «стало ${amountText(Number(after), unit)}»`;
  return isCount ? `в ${timeText} подсчётом ${stock}` : `в ${timeText} ${stock}${by ? ` (${by})` : ''}`;
}

const nowText = ({ quantity, unit }: StockFacts): string =>
  quantity === null ? '' : `, сейчас ${amountText(quantity, unit)}`;

/**
 * Whether a statement of how much there was, which arrives late, contradicts what was recorded meanwhile: it is older than
 * another one, or less than what went after it. `set` is undefined of a weighing.
 */
export function doubtOfLate(
  set: number | undefined,
  item: StockFacts,
  later: LaterChanges | undefined,
): Doubt | undefined {
  if (!later) return undefined;
  const stated = set === undefined ? 'взвешивание' : `«стало ${amountText(set, item.unit)}»`;
  const own = `«${item.name}»: ваше ${stated} от ${later.timeText}`;
  if (later.statement) {
    return {
      question: `${own} старше: ${stateOf(later.statement, item)}${nowText(item)}. Всё же записать ${stated}?`,
    };
  }
  const left = toThousandths(set ?? 0) + shiftOf(later);
  if (left >= 0 || set === undefined || item.quantity === null) return undefined;
  const gone = amountText(fromThousandths(-shiftOf(later)), item.unit);
  return { question: `${own}, а после него списано ещё ${gone}. Записать ${stated} как остаток на сейчас?` };
}
