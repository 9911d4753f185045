import type { Unit } from '@ostatok/tenant-runtime/contract/items.ts';
import { MAX_QUANTITY } from '@ostatok/tenant-runtime/contract/limits.ts';

type ParsedQuantity = { value: number; error?: undefined } | { value?: undefined; error: string };

/** The factors from written units to the item's unit; only units that bar staff write. */
const conversions: Record<Unit, Record<string, number>> = {
  л: { л: 1, l: 1, мл: 0.001, ml: 0.001 },
  кг: { кг: 1, kg: 1, г: 0.001, гр: 0.001, g: 0.001 },
  шт: { шт: 1 },
};

/** Rounds to three decimals, which removes binary fraction errors of sums and differences. */
export const roundQuantity = (value: number): number => Math.round(value * 1000) / 1000 || 0;

function parseTerm(term: string, unit: Unit): ParsedQuantity {
  const match = /^([+-]?)(\d+(?:\.\d*)?|\.\d+)([a-zа-я]*)\.?$/.exec(term);
  const [, sign, digits, written] = match ?? [];
  if (digits === undefined) return { error: 'Введите число, например 0,7' };
  const factor = written ? new Map(Object.entries(conversions[unit])).get(written) : 1;
  if (factor === undefined) return { error: `Эта позиция считается в «${unit}»` };
  const exact = Number(digits) * factor;
  if (Math.abs(exact * 1000 - Math.round(exact * 1000)) > 1e-6) return { error: 'Не больше трёх знаков после запятой' };
  return { value: sign === '-' ? -exact : exact };
}

/**
 * Parses a typed quantity: a decimal comma or point, spaces between thousands, a unit («700 мл» for litres) and sums
 * («0,7 + 0,35»). Error texts are Russian and say how to correct the input.
 */
export function parseQuantity(text: string, unit: Unit): ParsedQuantity {
  const plain = text
    .toLowerCase()
    .replace(/\s|\u00a0/g, '')
    .replace(/[−–—]/g, '-')
    .replace(/,/g, '.');
  if (plain === '') return { error: 'Введите количество' };
  const terms = plain.match(/[+-]?[^+-]+/g);
  if (!terms || terms.join('') !== plain) return { error: 'Введите число, например 0,7' };
  let sum = 0;
  for (const term of terms) {
    const parsed = parseTerm(term, unit);
    if (parsed.value === undefined) return parsed;
    sum += parsed.value;
  }
  const value = roundQuantity(sum);
  return Math.abs(value) > MAX_QUANTITY ? { error: `Не больше ${MAX_QUANTITY.toLocaleString('ru-RU')}` } : { value };
}

/** Formats a number for a form field: «0,7»; an empty text for null. */
export const toFieldText = (value: number | null | undefined): string =>
  value === null || value === undefined ? '' : String(value).replace('.', ',');

/** Parses a form field for the API: null when empty, NaN when it is no number, which the schema then refuses. */
export function toFieldNumber(text: string): number | null {
  const plain = text.replace(/\s|\u00a0/g, '').replace(',', '.');
  return plain === '' ? null : Number(plain);
}
