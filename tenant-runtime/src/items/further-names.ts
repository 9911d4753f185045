import { answer, type Found, several } from './found.ts';
import { isTeachable } from './name-certainty.ts';
import { type Entry, takesEach } from './name-entries.ts';
import type { NameIndex } from './name-index.ts';

const same = (query: string, word: string): boolean => query === word;

/** Returns other items whose own names hold these words. */
const holdersOf = (index: NameIndex, words: string[], found: Entry[]): Entry[] =>
  index.entries.filter((entry) => !found.includes(entry) && takesEach(words, entry.words, same));

/** Finds an item by a taught name. If other items are called so too, the user is asked. */
export function byTaughtName(index: NameIndex, words: string[]): Found | undefined {
  const taught = index.byTaught.get(words.join(' '));
  if (!taught) return undefined;
  const rivals = holdersOf(index, words, taught);
  return rivals.length > 0 ? several(taught, rivals) : answer(taught, 'exact', true);
}

/** Finds an item by what owners call its product. If several or the names of others hold these words, the user is asked. */
export function bySynonym(index: NameIndex, words: string[]): Found | undefined {
  const { called, calledWithNumber } = index.synonyms;
  const whole = called(words);
  const found = whole.length > 0 ? whole : calledWithNumber(words);
  if (found.length === 0) return undefined;
  const rivals = holdersOf(index, words, found);
  if (rivals.length > 0) return several(found, rivals);
  return answer(found, whole.length > 0 ? 'exact' : 'part', isTeachable(words.join(' ')));
}

/**
 * Asks about items of which synonyms hold these words, and about others that the misspelt words may mean: few items have
 * synonyms, so a part of one that only this item has is no proof. Undefined where no synonym holds them.
 */
export function byPartOfSynonym(index: NameIndex, words: string[], spelled: Entry[]): Found | undefined {
  const holding = index.synonyms.holding(words);
  if (holding.length === 0) return undefined;
  const others = spelled.filter((entry) => !holding.includes(entry));
  return others.length > 0 ? several(holding, others) : answer(holding, 'spelling', false);
}
