import { isNumber, wordsOf } from '@ostatok/kit/names/words.ts';
import { type Entry, takesEach } from './name-entries.ts';

/** The fewest letters of a word by which a part of a synonym is recognised. */
const MIN_LETTERS = 3;

const isSame = (query: string, word: string): boolean => query === word;
const isTelling = (word: string): boolean => !isNumber(word) && word.length >= MIN_LETTERS;
const keyOf = (words: readonly string[]): string => [...words].sort().join(' ');
const spokenOf = ({ words }: Entry): string => words.filter((word) => !isNumber(word)).join(' ');

/** Indexes what owners call the products that the items are. Synonyms come without the volume of the bottle. */
export function createSynonymIndex(entries: readonly Entry[]) {
  const synonyms = entries.flatMap((entry) =>
    (entry.item.synonyms ?? []).map((name) => ({ entry, words: wordsOf(name) })),
  );
  const byKey = new Map<string, Set<Entry>>();
  for (const { entry, words } of synonyms) {
    if (words.length === 0) continue;
    const same = byKey.get(keyOf(words)) ?? new Set();
    byKey.set(keyOf(words), same.add(entry));
  }
  const byWord = Map.groupBy(
    synonyms.flatMap((synonym) => synonym.words.map((word) => ({ word, synonym }))),
    ({ word }) => word,
  );

  return {
    /**
     * Returns the items of which this is a whole synonym, in any order of its words, and the items that are named like
     * them but for numbers: a synonym without a volume may mean any of these bottles.
     */
    called(words: readonly string[]): Entry[] {
      const called = [...(byKey.get(keyOf(words)) ?? [])];
      const spoken = new Set(called.map(spokenOf).filter(Boolean));
      const alike = spoken.size === 0 ? [] : entries.filter((entry) => spoken.has(spokenOf(entry)));
      return [...new Set([...called, ...alike])];
    },
    /** Returns the items of which this is a whole synonym with a number that is in their own names: «жамесон 0.7». */
    calledWithNumber(words: readonly string[]): Entry[] {
      const number = byKey.size > 0 ? words.findLast(isNumber) : undefined;
      if (number === undefined) return [];
      const called = byKey.get(keyOf(words.toSpliced(words.lastIndexOf(number), 1))) ?? [];
      return [...called].filter((entry) => entry.words.includes(number));
    },
    /** Returns the items of which a synonym holds each of these words whole. */
    holding(words: string[]): Entry[] {
      const telling = words.find(isTelling);
      const holding = telling === undefined ? [] : (byWord.get(telling) ?? []);
      return [
        ...new Set(holding.flatMap(({ synonym }) => (takesEach(words, synonym.words, isSame) ? synonym.entry : []))),
      ];
    },
  };
}
