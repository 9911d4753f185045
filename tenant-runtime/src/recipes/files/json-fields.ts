import { decimalOf, decimalText } from '@ostatok/kit/node/decimal.ts';
import { oneLine } from '@ostatok/kit/node/one-line.ts';
import { badPlace, refused } from './refusals.ts';

export type Fields = Record<string, unknown>;

export const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
export const listOf = (value: unknown): Fields[] => (Array.isArray(value) ? value.filter(isFields) : []);

export function parsed(text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\ufeff/, ''));
  } catch {
    throw refused('bad_json');
  }
}

/** Returns the first of the fields that is a text or a number, as a text. */
export function textIn(from: Fields, ...names: string[]): string | null {
  for (const name of names) {
    const value = from[name];
    if (typeof value === 'number' && Number.isFinite(value)) return plainText(value);
    if (typeof value === 'string' && oneLine(value) !== '') return oneLine(value);
  }
  return null;
}

/** Small numbers are written without an exponent. */
const plainText = (value: number): string => (Math.abs(value) < 1e-6 && value !== 0 ? value.toFixed(9) : String(value));

const DECIMALS = 6;
const MAX_AMOUNT = 1_000_000;

/** Returns an amount as a decimal text; null where none is given, and for nothing. */
export function amountOfText(text: string | null, place: string): string | null {
  const value = text === null ? undefined : decimalOf(text);
  if (!value) return null;
  if (value.digits < 0n) throw badPlace(place, `количество меньше нуля («${text}»)`);
  const amount = decimalText(DECIMALS, value);
  if (Number(amount) > MAX_AMOUNT) throw badPlace(place, `количество «${text}» слишком большое`);
  return amount === '0' ? null : amount;
}
