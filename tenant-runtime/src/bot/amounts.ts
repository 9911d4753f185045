import { MAX_QUANTITY, type Unit } from '../../contract/items.ts';
import type { Measure } from './grammar/measures.ts';

/**
 * One signed quantity as written, kept exactly: `micros` is millionths, or `null` if it has more digits than are
 * kept.
 */
export interface Amount {
  micros: number | null;
  measure: Measure | undefined;
  text: string;
  /** Set when the amount was computed from two numbers, as in «2х0,7»; it has to be confirmed. */
  worked?: true;
}

export type Refusal = 'unit' | 'precision' | 'range' | 'zero' | 'minus' | 'volume' | 'pack';
type Converted = { delta: number } | { refusal: Refusal; text: string };

/** The fields of an item that conversion needs. */
export interface Measured {
  unit: Unit;
  volumeMl: number | null;
  /** The numbers of bottles or pieces in the item's cases, where they are known. */
  packs?: readonly number[];
}

/**
 * Returns the factor from a measure to the item's unit as a fraction, or the name of the missing fact, or undefined if
 * the two do not fit.
 */
function factorOf(measure: Measure | undefined, item: Measured): [number, number] | 'volume' | 'pack' | undefined {
  if (measure === undefined) return [1, 1];
  if (measure === 'case') return caseFactor(item);
  if (measure === 'ten' || measure === 'dozen')
    return item.unit === 'шт' ? [measure === 'ten' ? 10 : 12, 1] : undefined;
  if (item.unit === 'шт') return measure === 'piece' || measure === 'bottle' ? [1, 1] : undefined;
  if (item.unit === 'кг') return measure === 'kg' ? [1, 1] : measure === 'g' ? [1, 1000] : undefined;
  if (measure === 'l') return [1, 1];
  if (measure === 'ml') return [1, 1000];
  if (measure === 'cl') return [1, 100];
  if (measure !== 'bottle' && measure !== 'carton') return undefined;
  return item.volumeMl === null ? 'volume' : [item.volumeMl, 1000];
}

function caseFactor(item: Measured): ReturnType<typeof factorOf> {
  if (item.unit === 'кг') return undefined;
  const [pack, ...others] = new Set(item.packs ?? []);
  if (pack === undefined || others.length > 0) return 'pack';
  const bottle = factorOf('bottle', item);
  return Array.isArray(bottle) ? [pack * bottle[0], bottle[1]] : bottle;
}

/** Adds up `amounts` in the item's unit, exact to three decimals. */
function sumOf(
  amounts: Amount[],
  item: Measured,
): { thousandths: number; text: string } | { refusal: Refusal; text: string } {
  let total = 0;
  for (const { micros, measure, text } of amounts) {
    const factor = factorOf(measure, item);
    if (!factor) return { refusal: 'unit', text };
    if (!Array.isArray(factor)) return { refusal: factor, text };
    if (micros === null) return { refusal: 'precision', text };
    const [numerator, denominator] = [micros * factor[0], 1000 * factor[1]];
    if (Math.abs(numerator) > MAX_QUANTITY * 1000 * denominator) return { refusal: 'range', text };
    if (numerator % denominator !== 0) return { refusal: 'precision', text };
    total += numerator / denominator;
  }
  const text = amounts.map((amount) => amount.text).join(' ');
  return Math.abs(total) > MAX_QUANTITY * 1000 ? { refusal: 'range', text } : { thousandths: total, text };
}

/** Converts amounts to a change of stock, which must not be zero. */
export function toDelta(amounts: Amount[], item: Measured): Converted {
  const sum = sumOf(amounts, item);
  if ('refusal' in sum) return sum;
  return sum.thousandths === 0 ? { refusal: 'zero', text: sum.text } : { delta: sum.thousandths / 1000 };
}

/** Converts amounts to the quantity found in a count, where zero is allowed and a minus is not. */
export function toFound(amounts: Amount[], item: Measured): Converted {
  const minus = amounts.find(({ micros }) => micros !== null && micros < 0);
  if (minus) return { refusal: 'minus', text: minus.text };
  const sum = sumOf(amounts, item);
  return 'refusal' in sum ? sum : { delta: sum.thousandths / 1000 };
}
