import { toGtin } from '@ostatok/kit/names/barcode.ts';
import { volumeOf } from '@ostatok/kit/names/measures.ts';
import { keysOf } from '@ostatok/kit/names/sound.ts';
import { asRussian } from '@ostatok/kit/names/transliteration.ts';
import { joinInitials } from '@ostatok/kit/names/words.ts';
import { volumeWord } from './names.queries.ts';

/** A search as SQL compares it. */
export interface Search {
  /** Parts of words, each in its spellings: a name must contain one spelling of each. */
  words: string[][];
  /** Prefixes of a code; a code must begin with one of them. */
  codes: string[];
}

/** The digits of a case's code. */
const LONGEST = 14;

/** A UPC-A or EAN-8 may be typed, which the catalogue keeps with leading zeros. */
function codesOf(text: string): string[] {
  if (!/^[\d\s-]+$/.test(text)) return [];
  const digits = text.replace(/\D/g, '');
  const whole = toGtin(digits);
  if (whole !== undefined) return [whole];
  if (digits.length === 0 || digits.length > LONGEST) return [];
  const spelt = [digits, `0${digits}`, `00000${digits}`];
  return spelt.filter((code) => !spelt.some((other) => other !== code && code.startsWith(other)));
}

/** A shorter spelling would match too many names. */
const SHORTEST = 3;

/** A text of more words says nothing more of a bottle, and each word is looked for. */
const MOST_WORDS = 20;

/**
 * Returns each of the first words by its sound, and also by its sound as transliterated Russian. A volume is one word,
 * however it is written.
 */
function spellingsOf(text: string): string[][] {
  const { volumeMl, rest: words } = volumeOf(text);
  const rest = joinInitials(words);
  const others = keysOf(asRussian(rest));
  const known = new Map(
    keysOf(rest)
      .slice(0, MOST_WORDS)
      .map((word, at) => [word, others[at] ?? word]),
  );
  const spelt = [...known].map(([word, other]) => (other === word || other.length < SHORTEST ? [word] : [word, other]));
  return volumeMl === undefined ? spelt : [...spelt, [volumeWord(volumeMl)]];
}

/** Returns undefined for an empty text, which matches everything. A text without letters and digits matches nothing. */
export function searchOf(text: string | undefined): Search | undefined {
  if (!text) return undefined;
  const codes = codesOf(text);
  return { words: toGtin(text) === undefined ? spellingsOf(text) : [], codes };
}

/**
 * Returns a condition over the columns `key` and `ean`. Values hold only letters, digits and =, so nothing needs escaping.
 */
export function conditionOf({ words, codes }: Search, key: string, ean: string): { sql: string; values: string[] } {
  const named = words.map((spellings) => `(${spellings.map(() => `${key} like ?`).join(' or ')})`).join(' and ');
  const coded = codes.map(() => `${ean} like ?`);
  const either = [...(named ? [`(${named})`] : []), ...coded];
  return {
    sql: either.length > 0 ? `(${either.join(' or ')})` : 'false',
    values: [...words.flat().map((word) => `%${word}%`), ...codes.map((code) => `${code}%`)],
  };
}
