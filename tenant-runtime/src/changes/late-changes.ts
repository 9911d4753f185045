import type { Doubt, StockFacts } from '../../contract/plausibility.ts';
import { amountText } from '../../contract/plausibility.ts';
import { fromThousandths, toThousandths } from '../items/exact.ts';

/** The contents of an item's log after the time of a change that arrives late. */
export interface LaterChanges {
  /**
   * The sum of later differences, without reverses of changes logged before that time, because no stock was moved by
   * them.
   */
  moved: string;
  /** The change's own time by the tenant's clock, for a text. */
  timeText: string;
  /** The newest later statement of the stock that has not been undone. */
  statement: Statement | null;
}

/** A record that states the whole stock of an item. */
export interface Statement {
  after: string;
  /** Its own time by the tenant's clock, for a text. */
  timeText: string;
  by: string | null;
  isCount: boolean;
}

/** Returns the thousandths to add to a late «= Стало», so that what others recorded after it is kept. */
export const shiftOf = (later: LaterChanges | undefined): number => (later ? toThousandths(later.moved) : 0);

function stateOf(statement: Statement, { unit, quantity }: StockFacts): string {
  const { after, timeText, by, isCount } = statement;
  const stock = quantity === null ? 'остаток записан заново' : `записано «стало ${amountText(Number(after), unit)}»`;
  return isCount ? `в ${timeText} подсчётом ${stock}` : `в ${timeText} ${stock}${by ? ` (${by})` : ''}`;
}

const nowText = ({ quantity, unit }: StockFacts): string =>
  quantity === null ? '' : `, сейчас ${amountText(quantity, unit)}`;

/**
 * Returns a doubt if a late statement of the stock contradicts later records: it is older than another statement, or
 * less than what went after it. `set` is undefined for a weighing.
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

/** Returns why a change is not undone: its reverse would move a stock that somebody has stated since. */
export const refusalOfUndo = (item: StockFacts, statement: Statement): string =>
  `«${item.name}»: после этой записи ${stateOf(statement, item)}. Отмена испортила бы остаток: отмените сначала ту запись или напишите, сколько есть`;
