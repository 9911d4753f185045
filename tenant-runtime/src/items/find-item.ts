import { isNumber, wordsOf } from '@ostatok/kit/names/words.ts';
import { searchName } from '../search-name.ts';
import { answer, type Found, several } from './found.ts';
import { byPartOfSynonym, bySynonym, byTaughtName } from './further-names.ts';
import { leavesNoDoubt } from './name-certainty.ts';
import { type Entry, type FoundItem, takesEach } from './name-entries.ts';
import { createNameIndex, exactly, type NameIndex } from './name-index.ts';
import { createNameSearch } from './search-names.ts';
import { chooseSpelled, nearest, type Spelled, spelledAs, spelledTogether } from './spelled-names.ts';

export type { Found, FoundItem };

export interface Names {
  /** Returns items of exactly this name, including its signs; there are several only if their articles differ. */
  named(name: string): FoundItem[];
  /**
   * Searches by exact name, then by taught names and synonyms, by its beginning, by parts of words, and by spelling. It
   * never guesses: close rivals are returned as `several`.
   */
  find(name: string): Found;
  /** Returns items whose names hold all these words in either alphabet or, if there are none, similar names. */
  search(text: string): FoundItem[];
  /** Returns the names of these items only. */
  within(ids: ReadonlySet<number>): Names;
}

/** The most letters in an item's name; a longer text cannot be part of one. */
const LONGEST_NAME = 200;
/** A name of more words is not searched by spelling. */
const MAX_WORDS = 12;
/** A misspelt part of a name counts as the name if it makes up this share of it; a smaller part is asked about. */
const TELLING_SHARE = 0.4;

const same = (query: string, word: string): boolean => query === word;
const begins = (query: string, word: string): boolean => (isNumber(query) ? query === word : word.startsWith(query));
const within = (query: string, word: string): boolean =>
  isNumber(query) ? query === word : query.length >= 3 ? word.includes(query) : word.startsWith(query);

/** Tells whether the words begin the name. Numbers have to be complete: «кола 0» is not «Кола 0,33». */
function beginsName(words: string[], { key, compact }: Entry): boolean {
  if (isNumber(words.at(-1) ?? '')) return false;
  return key.startsWith(words.join(' ')) || compact.startsWith(words.join(''));
}

/** Rules for a name and its parts, the surest first; the first rule that any item fits decides. */
const partRules: ((words: string[], entry: Entry) => boolean)[] = [
  (words, entry) => words.every((word, index) => entry.words[index] === word),
  (words, entry) => beginsName(words, entry) || takesEach(words, entry.words, same),
  (words, entry) => takesEach(words, entry.words, begins),
  (words, entry) => takesEach(words, entry.words, within),
];

function spelledAnswer(words: string[], candidates: Spelled[]): Found {
  const chosen = chooseSpelled(candidates);
  const [first] = chosen;
  const share = first ? words.join('').length / first.entry.words.filter((word) => !isNumber(word)).join('').length : 0;
  const telling = first && (first.full || first.cost === 0 || share >= TELLING_SHARE);
  const entries = chosen.map(({ entry }) => entry);
  const sure = first !== undefined && (first.full || candidates.length === 1) && leavesNoDoubt(words, first.entry);
  return telling ? answer(entries, 'spelling', sure) : several(entries);
}

/** Returns other items whose names hold these words in another form: «льда» is «Лёд» as well as «Кубик льда». */
function inflectedOf({ entries, formsOf }: NameIndex, words: string[], fitting: Entry[]): Entry[] {
  const wanted = new Map(words.map((word) => [word, formsOf(word)]));
  const isForm = (word: string, known: string): boolean => word === known || wanted.get(word)?.has(known) === true;
  return entries.filter((entry) => !fitting.includes(entry) && takesEach(words, entry.words, isForm));
}

/** Returns other items that whole words of this name may mean, because their words begin or sound alike. */
function rivalsOf(index: NameIndex, words: string[], found: Entry): Entry[] {
  const begun = index.entries.filter((entry) => entry !== found && takesEach(words, entry.words, begins));
  const sounding = spelledAs(index, words).map(({ entry }) => entry);
  return [...new Set([...begun, ...sounding])].filter((entry) => entry !== found);
}

function find(index: NameIndex, name: string): Found {
  const words = wordsOf(name);
  const exact = exactly(index, name, words);
  if (exact) return answer(exact, 'exact', true);
  const called = byTaughtName(index, words) ?? bySynonym(index, words);
  if (called) return called;
  if (words.length === 0 || name.length > LONGEST_NAME) return { kind: 'none', nearest: [] };
  for (const fits of partRules) {
    const fitting = index.entries.filter((entry) => fits(words, entry));
    const [first] = fitting;
    if (!first) continue;
    // A single letter may begin one name today and two tomorrow, so the user is asked.
    if (fitting.length > 1 || words.join('').length === 1) return several(fitting, inflectedOf(index, words, fitting));
    const rivals = rivalsOf(index, words, first);
    return rivals.length > 0 ? several(fitting, rivals) : answer(fitting, 'part', leavesNoDoubt(words, first));
  }
  return words.length > MAX_WORDS ? { kind: 'none', nearest: [] } : findAlike(index, words);
}

/** Finds items that no own name tells: by a part of what owners call the product, and by spelling. */
function findAlike(index: NameIndex, words: string[]): Found {
  const apart = spelledAs(index, words);
  const candidates = apart.length > 0 ? apart : spelledTogether(index, words);
  const chosen = chooseSpelled(candidates).map(({ entry }) => entry);
  const part = byPartOfSynonym(index, words, chosen);
  if (part) return part;
  if (candidates.length > 0) return spelledAnswer(words, candidates);
  return { kind: 'none', nearest: nearest(index, words) };
}

/** Builds an immutable index of the tenant's names. Building it for 10,000 items takes some 100 ms, a search a few. */
export function createNames(items: Iterable<FoundItem>): Names {
  const index = createNameIndex(items);
  const searchAll = createNameSearch(index.entries);
  return {
    named: (name) => (index.byPlain.get(searchName(name)) ?? []).map(({ item }) => item),
    find: (name) => find(index, name),
    within: (ids) => createNames(index.entries.flatMap(({ item }) => (ids.has(item.id) ? item : []))),
    search(text) {
      const listed = searchAll(text);
      const called = index.synonyms.called(wordsOf(text)).map(({ item }) => item);
      if (listed.length + called.length > 0) return [...new Set([...listed, ...called])];
      const found = find(index, text);
      return found.kind === 'one' ? [found.item] : found.kind === 'several' ? found.items : found.nearest;
    },
  };
}
