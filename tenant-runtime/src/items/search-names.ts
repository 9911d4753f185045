import { normaliseEan } from '../../contract/ean.ts';
import { barcodesOf, type Entry, type FoundItem, takesEach } from './name-entries.ts';
import { searchName } from './search-name.ts';
import { codeOf, distance, distanceToBeginning, isNumber, type Sound, soundOf, wordsOf } from './spelling.ts';

/** Of all the words of a search together. */
const MAX_COST = 2;
/** How much costlier than the likest a name may be to be listed. */
const MARGIN = 0.8;
/** What it costs that only the beginning of a word was typed. */
const BEGUN = 0.3;
/** Shorter words are looked for as they are. */
const MIN_CODE = 3;
const MIN_BEGUN = 4;
/** Beyond this many words a search is not looked for by likeness. */
const MAX_WORDS = 8;

const same = (query: string, word: string): boolean => query === word;
/** A number too: it may be typed only in part, «0,3» of «0,33». */
const begins = (query: string, word: string): boolean => word.startsWith(query);
const within = (query: string, word: string): boolean =>
  isNumber(query) || query.length < 3 ? word.startsWith(query) : word.includes(query);

/** From the surest: each name is listed where it first fits. */
const rules: ((words: string[], entry: Entry) => boolean)[] = [
  (words, { key, compact }) => key.startsWith(words.join(' ')) || compact.startsWith(words.join('')),
  (words, entry) => takesEach(words, entry.words, same),
  (words, entry) => takesEach(words, entry.words, begins),
  (words, entry) => takesEach(words, entry.words, within),
];

/** A list may show what an answer may not take for granted. */
function allowance(code: string): number {
  if (code.length <= 3) return 0.4;
  if (code.length === 4) return 0.5;
  if (code.length <= 6) return 0.8;
  return code.length <= 8 ? 1.2 : 1.5;
}

const isCyrillic = (word: string): boolean => /^\p{Script=Cyrillic}/u.test(word);

interface Query {
  word: string;
  /** What each known code costs, where it resembles the word. */
  alike: Map<string, number>;
}

/** How much the name costs, each word of the search taking one of its words; undefined where one finds none. */
function costOf(queries: Query[], entry: Entry, otherAlphabet: boolean): number | undefined {
  const free = entry.words.map((_, index) => index);
  let sum = 0;
  for (const { word, alike } of queries) {
    const cost = (index: number): number => {
      const own = entry.words[index] ?? '';
      if (within(word, own)) return 0;
      if (otherAlphabet && isCyrillic(word) === isCyrillic(own)) return Number.POSITIVE_INFINITY;
      return alike.get(entry.codes[index] ?? '') ?? Number.POSITIVE_INFINITY;
    };
    const [best] = free.map((index) => ({ index, cost: cost(index) })).sort((a, b) => a.cost - b.cost);
    if (!best || !Number.isFinite(best.cost)) return undefined;
    sum += best.cost;
    free.splice(free.indexOf(best.index), 1);
  }
  return sum <= MAX_COST ? sum : undefined;
}

/** Lists what a person who is typing may mean, the surest first. */
export function createNameSearch(
  entries: readonly Entry[],
  byCode: ReadonlyMap<string, Entry[]>,
  sounds: readonly [string, Sound][],
) {
  const inOrder = [...entries].sort((a, b) => (a.plain < b.plain ? -1 : 1));
  const places = new Map(inOrder.map((entry, place) => [entry, place]));

  function alikeOf(word: string): Map<string, number> {
    const alike = new Map<string, number>();
    const code = codeOf(word);
    if (isNumber(word) || code.length < MIN_CODE) return alike;
    const [wanted, limit] = [soundOf(code), allowance(code)];
    for (const [known, sound] of sounds) {
      let cost = distance(wanted, sound, limit);
      if (code.length >= MIN_BEGUN && known.length > code.length) {
        cost = Math.min(cost, BEGUN + distanceToBeginning(wanted, sound, limit - BEGUN));
      }
      if (Number.isFinite(cost)) alike.set(known, cost);
    }
    return alike;
  }

  /** In the words themselves; a number may also be the beginning of a barcode, and anything that of an article. */
  function literally(text: string, words: string[]): Entry[] {
    const plain = searchName(text);
    const ean = normaliseEan(text);
    const digits = /^[\d\s-]{4,}$/.test(text) ? text.replace(/\D/g, '') : undefined;
    const hasCode = ({ item }: Entry): boolean =>
      barcodesOf(item).some((code) => code === ean || (digits !== undefined && code.startsWith(digits)));
    const tiers: Entry[][] = [...rules, undefined].map(() => []);
    for (const entry of inOrder) {
      const { article } = entry.item;
      const fitting = words.length > 0 ? rules.findIndex((fits) => fits(words, entry)) : -1;
      if (article?.toLowerCase() === plain) tiers[0]?.push(entry);
      else if (fitting >= 0) tiers[fitting]?.push(entry);
      else if (article?.toLowerCase().startsWith(plain) || hasCode(entry)) tiers.at(-1)?.push(entry);
    }
    return tiers.flat();
  }

  /** By sound: in the other alphabet alone where the words themselves were found. */
  function byLikeness(words: string[], found: Entry[]): Entry[] {
    if (words.length > MAX_WORDS) return [];
    const queries = words.map((word) => ({ word, alike: alikeOf(word) }));
    const telling = queries.filter(({ alike }) => alike.size > 0).sort((a, b) => b.word.length - a.word.length)[0];
    const listed = new Set(found);
    const possible = new Set([...(telling?.alike.keys() ?? [])].flatMap((code) => byCode.get(code) ?? []));
    const costs = [...possible].flatMap((entry) => {
      const cost = listed.has(entry) ? undefined : costOf(queries, entry, found.length > 0);
      return cost === undefined ? [] : [{ entry, cost }];
    });
    const cheapest = Math.min(...costs.map(({ cost }) => cost));
    return costs
      .filter(({ cost }) => cost <= cheapest + MARGIN)
      .sort((a, b) => a.cost - b.cost || (places.get(a.entry) ?? 0) - (places.get(b.entry) ?? 0))
      .map(({ entry }) => entry);
  }

  return (text: string): FoundItem[] => {
    const words = wordsOf(text);
    const plain = searchName(text);
    if (plain === '') return [];
    const found = literally(text, words);
    return [...found, ...byLikeness(words, found)].map(({ item }) => item);
  };
}
