import { toGtin13 } from '@ostatok/api/contract/catalogue.ts';
import { asRussian, toSearchKey } from './search-key.ts';

/** What somebody looks for, as SQL compares it. */
export interface Search {
  /** Parts of words, each by its spellings: a name has to have one of each. */
  words: string[][];
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

/** What is left of fewer letters is in too many names. */
const SHORTEST = 3;
const wordsOf = (text: string): string[] => toSearchKey(text).split(' ').filter(Boolean);

/** Each word as it sounds, and, where it may be Russian by the rules of a passport, as that sounds. */
function spellingsOf(text: string): string[][] {
  const others = wordsOf(asRussian(text));
  const known = new Map(wordsOf(text).map((word, at) => [word, others[at] ?? word]));
  return [...known].map(([word, other]) => (other === word || other.length < SHORTEST ? [word] : [word, other]));
}

/** undefined: everything. Of a text without a letter or a digit nothing is found. */
export function searchOf(text: string | undefined): Search | undefined {
  if (!text) return undefined;
  const codes = codesOf(text);
  return { words: toGtin13(text) === undefined ? spellingsOf(text) : [], codes };
}

/** As a condition over the columns `key` and `ean`; letters and digits alone, so nothing in it needs escaping. */
export function conditionOf({ words, codes }: Search, key: string, ean: string): { sql: string; values: string[] } {
  const named = words.map((spellings) => `(${spellings.map(() => `${key} like ?`).join(' or ')})`).join(' and ');
  const coded = codes.map(() => `${ean} like ?`);
  const either = [...(named ? [`(${named})`] : []), ...coded];
  return {
    sql: either.length > 0 ? `(${either.join(' or ')})` : 'false',
    values: [...words.flat().map((word) => `%${word}%`), ...codes.map((code) => `${code}%`)],
  };
}
