import type { Entry } from './name-entries.ts';
import { codeOf, distance, distanceToBeginning, isNumber, type Sound, soundOf } from './spelling.ts';

/** What it costs that only the beginning of a word was typed. */
const BEGUN = 0.3;
/** Shorter words are looked for as they are. */
const MIN_CODE = 3;

export interface Word {
  text: string;
  code: string;
  cyrillic: boolean;
  /** Places of the names that hold it. */
  places: number[];
}

export const isCyrillic = (word: string): boolean => /^\p{Script=Cyrillic}/u.test(word);

/** A list may show what an answer may not take for granted. */
function allowance(code: string): number {
  if (code.length <= 3) return 0.4;
  if (code.length === 4) return 0.5;
  if (code.length <= 6) return 0.8;
  return code.length <= 8 ? 1.2 : 1.5;
}

/** How surely a word of a name is meant by what was typed: it is it, begins so, or holds it; undefined: it is not. */
function tierOf(typed: string, word: string): 0 | 1 | 2 | undefined {
  if (word.startsWith(typed)) return word.length === typed.length ? 0 : 1;
  return typed.length >= 3 && !isNumber(typed) && word.includes(typed) ? 2 : undefined;
}

/** The words of one code. */
interface SameCode {
  code: string;
  sound: Sound;
  cyrillic: Word[];
  other: Word[];
}

/** The words of names, each with where it stands: there are far fewer of them than names. */
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
        const alike = byCode.get(code) ?? { code, sound: soundOf(code), cyrillic: [], other: [] };
        alike[word.cyrillic ? 'cyrillic' : 'other'].push(word);
        byCode.set(code, alike);
      } else if (known.places.at(-1) !== place) known.places.push(place);
    });
  });
  // Lists, as each search goes through all of them for each of its words: an iterated map allocates for every entry.
  const [listed, codes] = [[...words.values()], [...byCode.values()]];

  return {
    /** The words that what was typed is, begins or is part of. */
    literally(typed: string): Map<string, { word: Word; cost: number }> {
      const found = new Map<string, { word: Word; cost: number }>();
      listed.forEach((word) => {
        const cost = tierOf(typed, word.text);
        if (cost !== undefined) found.set(word.text, { word, cost });
      });
      return found;
    },

    /** The words that sound like it, or begin so; `otherAlphabet`: only those that are not written in its own. */
    alike(typed: string, otherAlphabet: boolean): Map<string, { word: Word; cost: number }> {
      const found = new Map<string, { word: Word; cost: number }>();
      if (isNumber(typed)) return found;
      const code = words.get(typed)?.code ?? codeOf(typed);
      if (code.length < MIN_CODE) return found;
      const [wanted, limit] = [soundOf(code), allowance(code)];
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
