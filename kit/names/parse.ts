import { type Letters, lettersOf } from './distance.ts';
import { type Term, type TermClass, termsOf } from './lexicon.ts';
import { type Measures, measuresOf } from './measures.ts';
import { keyOf, soundOf } from './sound.ts';
import { isNumber, joinInitials, shortenGrades, tidied } from './words.ts';

/** What a word does in a name: it is of the brand, says the variant or the kind, or says nothing of the drink. */
export type WordRole = 'name' | 'variant' | 'kind' | 'noise';

/** A word in all its readings, wherever it stands. */
export interface ReadWord {
  text: string;
  /** The word as it is looked up. */
  key: string;
  /** What it may sound like: as it is written, and as in French, without the last letters. */
  sounds: Letters[];
  terms: Term[];
  role: WordRole;
}

/** A word of a name. */
export interface NameWord extends ReadWord {
  /** Cut off with a full stop: «рез.». */
  isCut: boolean;
}

export interface ParsedName {
  measures: Measures;
  words: NameWord[];
}

const SILENT_ENDS: [RegExp, string][] = [
  [/er$/, 'e'],
  [/(?:e?aux?|ots?)$/, 'o'],
  [/(?:cs|[tdsxzp]+)$/, ''],
];
const SHORTEST_FRENCH = 5;

function soundsOf(word: string): Letters[] {
  if (isNumber(word)) return [];
  const sounds = [soundOf(word)];
  const silent = /^\p{Script=Latin}+$/u.test(word) && SILENT_ENDS.find(([ending]) => ending.test(word));
  if (silent && word.length >= SHORTEST_FRENCH) sounds.push(soundOf(word.replace(...silent)));
  return sounds.map(lettersOf);
}

const isIdle = ({ of }: Term): boolean => of === 'noise' || of === 'country';

function roleOf(terms: Term[]): WordRole {
  if (terms.length === 0) return 'name';
  if (terms.every(isIdle)) return 'noise';
  return terms.some(({ of }) => of === 'kind') ? 'kind' : 'variant';
}

/** Reads one word of a plain text. */
export function readWord(text: string): ReadWord {
  const terms = termsOf(text);
  return { text, key: keyOf(text), sounds: soundsOf(text), terms, role: roleOf(terms) };
}

/** Reads a name of a drink as people write it in lists and on menus. `read` may remember words that come often. */
export function parseName(name: string, read = readWord): ParsedName {
  const { measures, rest } = measuresOf(name);
  const tokens = joinInitials(shortenGrades(rest)).matchAll(/\d+(?:[.,]\d+)?|[\p{L}\p{M}]+(\.?)/gu);
  const words = [...tokens].map(([token, stop]): NameWord => {
    const isCut = stop === '.';
    return { ...read(tidied(isCut ? token.slice(0, -1) : token)), isCut };
  });
  return { measures, words };
}

/** Which of a class the words say: their colours, their kinds. */
export const saidOf = (words: ReadWord[], of: TermClass): Set<string> =>
  new Set(words.flatMap(({ terms }) => terms.filter((term) => term.of === of).map(({ is }) => is)));
