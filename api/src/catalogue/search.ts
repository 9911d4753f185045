import { toGtin13 } from '@ostatok/api/contract/catalogue.ts';
import { toSearchKey } from './search-key.ts';

/** What somebody looks for, as SQL compares it. */
export interface Search {
  /** Parts of words: a name has to have them all. */
  words: string[];
  /** Beginnings of a code, one of which it has to have. */
  codes: string[];
}

/** A code may be typed as a UPC-A or an EAN-8, which the catalogue keeps with zeros before them. */
function codesOf(text: string): string[] {
  if (!/^[\d\s-]+$/.test(text)) return [];
  const digits = text.replace(/\D/g, '');
  const whole = toGtin13(digits);
  if (whole !== undefined) return [whole];
  if (digits.length === 0 || digits.length > 13) return [];
  const spelt = [digits, `0${digits}`, `00000${digits}`];
  return spelt.filter((code) => !spelt.some((other) => other !== code && code.startsWith(other)));
}

/** undefined: everything. Of a text without a letter or a digit nothing is found. */
export function searchOf(text: string | undefined): Search | undefined {
  if (!text) return undefined;
  const codes = codesOf(text);
  const words = toGtin13(text) === undefined ? toSearchKey(text).split(' ').filter(Boolean) : [];
  return { words: [...new Set(words)], codes };
}

/** As a condition over the columns `key` and `ean`; letters and digits alone, so nothing in it needs escaping. */
export function conditionOf({ words, codes }: Search, key: string, ean: string): { sql: string; values: string[] } {
  const named = words.map(() => `${key} like ?`).join(' and ');
  const coded = codes.map(() => `${ean} like ?`);
  const either = [...(named ? [`(${named})`] : []), ...coded];
  return {
    sql: either.length > 0 ? `(${either.join(' or ')})` : 'false',
    values: [...words.map((word) => `%${word}%`), ...codes.map((code) => `${code}%`)],
  };
}
