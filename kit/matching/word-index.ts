import type { NameWord } from '../names/parse.ts';
import { similarity } from '../names/similarity.ts';
import { isNumber } from '../names/words.ts';

/** A word of the list that may stand for a word of a text. */
export interface Substitute {
  /** The places of the names that have it. */
  places: readonly number[];
  /** How surely it stands for it, from 0 to 1. */
  likeness: number;
}

/** A word of the list with the places of the names that have it. */
interface Known {
  word: NameWord;
  places: number[];
}

/** A shorter word has too many that are alike. */
const SHORTEST_MISTYPED = 4;
const SHORTEST_CONSONANTS = 3;
/** Words that share fewer of their trigrams are others. */
const LEAST_SHARED = 0.3;
const MOST_COMPARED = 40;
const LEAST_LIKENESS = 0.5;
/** The most words whose substitutes are kept. */
const REMEMBERED = 20_000;

const ALIKE: Record<string, string> = {
  p: 'b',
  v: 'b',
  f: 'b',
  k: 'g',
  j: 'g',
  t: 'd',
  z: 's',
  c: 's',
  n: 'm',
  r: 'l',
};
const consonantsOf = (key: string): string =>
  key.replace(/[aeiouyh]/g, '').replace(/[pvfkjtzcnr]/g, (letter) => ALIKE[letter] ?? letter);

function trigramsOf(key: string): Set<string> {
  const padded = ` ${key} `;
  return new Set(Array.from({ length: padded.length - 2 }, (_, at) => padded.slice(at, at + 3)));
}

function addTo<T>(map: Map<string, T[]>, key: string, value: T): void {
  const values = map.get(key);
  if (values) values.push(value);
  else map.set(key, [value]);
}

const isMistypable = ({ text, key }: NameWord): boolean => !isNumber(text) && key.length >= SHORTEST_MISTYPED;

/** Each two words that stand side by side, as one. */
const joinedKeys = (words: readonly NameWord[]): string[] =>
  words.slice(1).map(({ key }, at) => (words[at]?.key ?? '') + key);

function knownWords(names: readonly (readonly NameWord[])[]): Known[] {
  const byText = new Map<string, Known>();
  for (const [place, words] of names.entries())
    for (const word of new Map(words.map((one) => [one.text, one])).values()) {
      const known = byText.get(word.text);
      if (known) known.places.push(place);
      else byText.set(word.text, { word, places: [place] });
    }
  return [...byText.values()];
}

/** Finds words by trigrams of their keys, and by their consonants. */
function createLookAlikes(words: Known[]) {
  const byTrigram = new Map<string, Known[]>();
  const byConsonants = new Map<string, Known[]>();
  for (const known of words) {
    for (const trigram of trigramsOf(known.word.key)) addTo(byTrigram, trigram, known);
    const consonants = consonantsOf(known.word.key);
    if (consonants.length >= SHORTEST_CONSONANTS) addTo(byConsonants, consonants, known);
  }
  return (key: string): Known[] => {
    const trigrams = [...trigramsOf(key)];
    const counts = new Map<Known, number>();
    for (const known of trigrams.flatMap((trigram) => byTrigram.get(trigram) ?? []))
      counts.set(known, (counts.get(known) ?? 0) + 1);
    const alike = [...counts]
      .map(([known, count]) => ({ known, shared: (2 * count) / (trigrams.length + known.word.key.length) }))
      .filter(({ shared }) => shared >= LEAST_SHARED)
      .toSorted((a, b) => b.shared - a.shared)
      .slice(0, MOST_COMPARED);
    return [...new Set([...alike.map(({ known }) => known), ...(byConsonants.get(consonantsOf(key)) ?? [])])];
  };
}

/** Finds the words of a list of names by how they are written or sound. */
export function createWordIndex(names: readonly (readonly NameWord[])[]) {
  const words = knownWords(names);
  const byKey = new Map<string, Known[]>();
  for (const known of words) addTo(byKey, known.word.key, known);
  const lookAlikes = createLookAlikes(words.filter(({ word }) => isMistypable(word)));
  const byJoined = new Map<string, number[]>();
  for (const [place, name] of names.entries()) for (const key of joinedKeys(name)) addTo(byJoined, key, place);
  const remembered = new Map<string, Substitute[]>();

  function find(word: NameWord): Substitute[] {
    const same = byKey.get(word.key) ?? [];
    const others = same.length === 0 && isMistypable(word) ? lookAlikes(word.key) : [];
    const found = [...same, ...others].map(({ word: other, places }) => ({
      places,
      likeness: similarity(word, other),
    }));
    return [...found, { places: byJoined.get(word.key) ?? [], likeness: 1 }].filter(
      ({ places, likeness }) => places.length > 0 && likeness >= LEAST_LIKENESS,
    );
  }

  return {
    /** Returns the words of the list that may stand for this one. */
    substitutes(word: NameWord): Substitute[] {
      const id = word.isCut ? `${word.text}.` : word.text;
      const known = remembered.get(id);
      if (known) return known;
      const found = find(word);
      if (remembered.size >= REMEMBERED) remembered.clear();
      remembered.set(id, found);
      return found;
    },
    /** Returns the places of names that have as one word each two words of this name. */
    joined: (name: readonly NameWord[]): number[] =>
      joinedKeys(name).flatMap((key) => (byKey.get(key) ?? []).flatMap(({ places }) => places)),
    /** Returns how many names have a word of this key. */
    count: (key: string): number => (byKey.get(key) ?? []).reduce((sum, { places }) => sum + places.length, 0),
  };
}
