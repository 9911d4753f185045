import { distance, distanceToBeginning, type Letters, lettersOf } from '@ostatok/kit/names/distance.ts';
import { soundOf } from '@ostatok/kit/names/sound.ts';
import { isNumber } from '@ostatok/kit/names/words.ts';
import type { Entry } from './name-entries.ts';

/** The cost of a word of which only the beginning was typed. */
const BEGUN = 0.3;
/** Words with shorter codes are searched only literally. */
const MIN_CODE = 3;

export interface Word {
  text: string;
  code: string;
  cyrillic: boolean;
  /** The places of the names that hold the word. */
  places: number[];
}

export const isCyrillic = (word: string): boolean => /^\p{Script=Cyrillic}/u.test(word);

/**
 * Returns how much a word may cost; the allowance is larger than for an answer, because a list may show uncertain
 * matches.
 */
function allowance(code: string): number {
  if (code.length <= 3) return 0.4;
  if (code.length === 4) return 0.5;
  if (code.length <= 6) return 0.8;
  return code.length <= 8 ? 1.2 : 1.5;
}

/**
 * Returns how surely the typed text means a word of a name: equal, its beginning, or a part of it; undefined if none of
 * these.
 */
function tierOf(typed: string, word: string): 0 | 1 | 2 | undefined {
  if (word.startsWith(typed)) return word.length === typed.length ? 0 : 1;
  return typed.length >= 3 && !isNumber(typed) && word.includes(typed) ? 2 : undefined;
}

/** All words with one code. */
interface SameCode {
  code: string;
  sound: Letters;
  cyrillic: Word[];
  other: Word[];
}

/** Indexes the words of names with their places; there are far fewer words than names. */
export function createVocabulary(names: readonly Entry[]) {
  const words = new Map<string, Word>();
  const byCode = new Map<string, SameCode>();
  names.forEach((entry, place) => {
    entry.words.forEach((text, index) => {
      const code = entry.codes[index] ?? '';
      const known = words.get(text);
      if (!known) {
        const word = { text, code, cyrillic: isCyrillic(text), places: [place] };
        words.set(text, word);
        if (isNumber(text)) return;
        const alike = byCode.get(code) ?? { code, sound: lettersOf(code), cyrillic: [], other: [] };
        alike[word.cyrillic ? 'cyrillic' : 'other'].push(word);
        byCode.set(code, alike);
      } else if (known.places.at(-1) !== place) known.places.push(place);
    });
  });
  // Lists are used because each search scans all of them for each of its words, and iterating a map allocates for every
  // entry.
  const [listed, codes] = [[...words.values()], [...byCode.values()]];

  return {
    /** Returns the words that equal, begin with or contain the typed text. */
    literally(typed: string): Map<string, { word: Word; cost: number }> {
      const found = new Map<string, { word: Word; cost: number }>();
      listed.forEach((word) => {
        const cost = tierOf(typed, word.text);
        if (cost !== undefined) found.set(word.text, { word, cost });
      });
      return found;
    },

    /**
     * Returns the words that sound like the typed text or begin so; `otherAlphabet` leaves out those in its own
     * alphabet.
     */
    alike(typed: string, otherAlphabet: boolean): Map<string, { word: Word; cost: number }> {
      const found = new Map<string, { word: Word; cost: number }>();
      if (isNumber(typed)) return found;
      const code = words.get(typed)?.code ?? soundOf(typed);
      if (code.length < MIN_CODE) return found;
      const [wanted, limit] = [lettersOf(code), allowance(code)];
      const skipped = otherAlphabet ? (isCyrillic(typed) ? 'cyrillic' : 'other') : undefined;
      codes.forEach(({ code: known, sound, cyrillic, other }) => {
        if (skipped === 'cyrillic' ? other.length === 0 : skipped === 'other' && cyrillic.length === 0) return;
        let cost = distance(wanted, sound, limit);
        if (known.length > code.length) cost = Math.min(cost, BEGUN + distanceToBeginning(wanted, sound, limit));
        if (!Number.isFinite(cost)) return;
        if (skipped !== 'cyrillic') for (const word of cyrillic) found.set(word.text, { word, cost });
        if (skipped !== 'other') for (const word of other) found.set(word.text, { word, cost });
      });
      return found;
    },
  };
}
