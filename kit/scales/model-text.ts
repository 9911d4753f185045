import type { ScaleModel } from './scale-model.ts';

const numbers = new Intl.NumberFormat('ru', { maximumFractionDigits: 2 });
const KILOGRAM = 1000;
/** What carries more is no scale for bottles, and its model covers many of different ranges. */
const MOST_SHOWN_G = 50_000;

const weightText = (grams: number): string =>
  grams >= KILOGRAM ? `${numbers.format(grams / KILOGRAM)}\u00a0кг` : `${numbers.format(grams)}\u00a0г`;

/** What a person should know of a scale: «шаг 0,1 г, предел около 3 кг», and that nobody has tried it. */
export function modelText({ stepG, mostG, isUntried }: Pick<ScaleModel, 'stepG' | 'mostG' | 'isUntried'>): string {
  const parts = [`шаг ${weightText(stepG)}`];
  if (mostG <= MOST_SHOWN_G) parts.push(`предел около ${weightText(mostG)}`);
  if (isUntried) parts.push('не проверены на живых весах');
  return parts.join(', ');
}
