import { normaliseEan } from '@ostatok/kit/names/barcode.ts';
import { wordsOf } from '@ostatok/kit/names/words.ts';
import { searchName } from '../search-name.ts';
import { createBeginnings } from './beginnings.ts';
import { barcodesOf, type Entry, type FoundItem } from './name-entries.ts';
import { createVocabulary, type Word } from './vocabulary.ts';

/** The highest cost of all the words of a search together. */
const MAX_COST = 2;
/** The cost above the likeliest name within which a name is listed. */
const MARGIN = 0.8;
/** A search of more words is not done by likeness. */
const MAX_WORDS = 8;
/** The fewest digits that may begin a barcode. */
const MIN_DIGITS = 4;

/**
 * Tiers from the surest: the name begins so, holds these words, holds words that begin so or contain it; an article or
 * barcode begins so.
 */
const NAME = 0;
const WORDS = 1;
const CODE = 4;

type Fits = Map<string, { word: Word; cost: number }>;

const placesIn = (fits: Fits): number => {
  let places = 0;
  for (const { word } of fits.values()) places += word.places.length;
  return places;
};

/** Returns the places of the rarest word: every name that holds all the words is among them. */
function rarest(queries: Fits[]): Iterable<Word> {
  let [least = new Map() as Fits] = queries;
  for (const fits of queries) if (placesIn(fits) < placesIn(least)) least = fits;
  return [...least.values()].map(({ word }) => word);
}

/** The used words of the current name. One list serves all names, because a search looks at thousands. */
const taken: number[] = [];

const sum = (a: number, b: number): number => a + b;

/**
 * Returns the total cost of the query's words, each using the cheapest free word of the name; undefined if one of them
 * matches none.
 */
function costOf(queries: Fits[], words: string[], together: (a: number, b: number) => number): number | undefined {
  taken.length = 0;
  let total = 0;
  for (const fits of queries) {
    let [best, at] = [Number.POSITIVE_INFINITY, -1];
    for (let index = 0; index < words.length; index += 1) {
      const cost = taken.includes(index) ? undefined : fits.get(words[index] as string)?.cost;
      if (cost !== undefined && cost < best) [best, at] = [cost, index];
    }
    if (at < 0) return undefined;
    taken.push(at);
    total = together(total, best);
  }
  return total;
}

/** Lists the names that a user who is typing may mean, the surest first. */
export function createNameSearch(entries: readonly Entry[]) {
  const names = [...entries].sort((a, b) => (a.plain < b.plain ? -1 : 1));
  const vocabulary = createVocabulary(names);
  const compacts = createBeginnings(names.map(({ compact }, place) => [compact, place]));
  const articles = createBeginnings(
    names.flatMap(({ item }, place) => (item.article ? [[item.article.toLowerCase(), place]] : [])),
  );
  const barcodes = createBeginnings(names.flatMap(({ item }, place) => barcodesOf(item).map((code) => [code, place])));

  /** Returns the tiers of names that match by their own letters and digits. */
  function literally(text: string, words: string[], queries: Fits[]): Map<number, number> {
    const tiers = new Map<number, number>();
    const note = (place: number, tier: number): void => {
      if (tier < (tiers.get(place) ?? Number.POSITIVE_INFINITY)) tiers.set(place, tier);
    };
    for (const { places } of rarest(queries)) {
      for (const place of places) {
        const tier = costOf(queries, names[place]?.words ?? [], Math.max);
        if (tier !== undefined) note(place, WORDS + tier);
      }
    }
    const [plain, compact] = [searchName(text), words.join('')];
    if (compact) for (const [, place] of compacts(compact)) note(place, NAME);
    for (const [article, place] of articles(plain)) note(place, article === plain ? NAME : CODE);
    noteBarcodes(text, note);
    return tiers;
  }

  function noteBarcodes(text: string, note: (place: number, tier: number) => void): void {
    const digits = text.replace(/[\s-]/g, '');
    if (digits.length < MIN_DIGITS || /\D/.test(digits)) return;
    const whole = normaliseEan(digits);
    for (const [, place] of barcodes(digits)) note(place, CODE);
    if (whole) for (const [code, place] of barcodes(whole)) if (code === whole) note(place, CODE);
  }

  /**
   * Finds names by sound, the likeliest first. If the letters themselves were found, only the other alphabet is
   * searched.
   */
  function byLikeness(words: string[], literal: Fits[], tiers: Map<number, number>): Entry[] {
    if (words.length === 0 || words.length > MAX_WORDS) return [];
    const queries = words.map((typed): Fits => vocabulary.alike(typed, tiers.size > 0));
    // Names that match by letters only have already been found.
    if (queries.every((fits) => fits.size === 0)) return [];
    queries.forEach((fits, index) => {
      for (const [key, { word }] of literal[index] ?? []) fits.set(key, { word, cost: 0 });
    });
    const found = new Map<number, number>();
    for (const { places } of rarest(queries)) {
      for (const place of places) {
        if (tiers.has(place) || found.has(place)) continue;
        const cost = costOf(queries, names[place]?.words ?? [], sum);
        if (cost !== undefined && cost <= MAX_COST) found.set(place, cost);
      }
    }
    const cheapest = Math.min(...new Set(found.values()));
    return [...found]
      .filter(([, cost]) => cost <= cheapest + MARGIN)
      .sort(([a, costA], [b, costB]) => costA - costB || a - b)
      .flatMap(([place]) => names[place] ?? []);
  }

  return (text: string): FoundItem[] => {
    const words = wordsOf(text);
    if (searchName(text) === '') return [];
    const literal = words.map((typed) => vocabulary.literally(typed));
    const tiers = literally(text, words, literal);
    const found = [...tiers]
      .sort(([a, tierA], [b, tierB]) => tierA - tierB || a - b)
      .flatMap(([place]) => names[place] ?? []);
    return [...found, ...byLikeness(words, literal, tiers)].map(({ item }) => item);
  };
}
