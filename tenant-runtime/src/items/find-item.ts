import { normaliseEan } from '../../contract/ean.ts';
import { leavesNoDoubt } from './name-certainty.ts';
import { barcodesOf, type Entry, entryOf, type FoundItem, grouped, takesEach } from './name-entries.ts';
import { searchName } from './search-name.ts';
import { createNameSearch } from './search-names.ts';
import { codeOf, distance, isNumber, type Sound, soundOf, wordsOf } from './spelling.ts';
import { createWordForms } from './word-forms.ts';

export type { FoundItem };

export type Found =
  /**
   * `sure` is true for a whole name, a taught name, or whole words that only this item has and that can mean no other.
   */
  | { kind: 'one'; item: FoundItem; how: 'exact' | 'part' | 'spelling'; sure: boolean }
  | { kind: 'several'; items: FoundItem[] }
  | { kind: 'none'; nearest: FoundItem[] };

export interface Names {
  /** Returns items of exactly this name, including its signs; there are several only if their articles differ. */
  named(name: string): FoundItem[];
  /**
   * Searches by exact name, then by its beginning, by parts of words, and by spelling. It never guesses: close rivals
   * are returned as `several`.
   */
  find(name: string): Found;
  /** Returns items whose names hold all these words in either alphabet or, if there are none, similar names. */
  search(text: string): FoundItem[];
  /** Returns the names of these items only. */
  within(ids: ReadonlySet<number>): Names;
}

/** The cost above the cheapest candidate within which others are asked about. */
const MARGIN = 0.6;
/** The highest cost of all the words of a name together. */
const MAX_COST = 2;
/** The most letters in an item's name; a longer text cannot be part of one. */
const LONGEST_NAME = 200;
/** A name of more words is not searched by spelling. */
const MAX_WORDS = 12;
/** The number of longest words of an unknown name by which similar names are searched. */
const TELLING_WORDS = 5;
/** A misspelt part of a name counts as the name if it makes up this share of it; a smaller part is asked about. */
const TELLING_SHARE = 0.4;

/** The cost of a word's beginning, which is certainly meant but incomplete. */
const BEGUN = 0.3;
/** The cost of another form of a word: «огурцов» for «огурец». */
const INFLECTED = 0.3;

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

/** Returns how much a misspelt word may cost and still be accepted: nothing for three letters, little for four. */
function allowance(code: string): number {
  if (isNumber(code) || code.length <= 3) return 0;
  if (code.length === 4) return 0.4;
  if (code.length <= 6) return 0.5;
  return code.length <= 8 ? 1 : 1.5;
}

const begunCost = (code: string, known: string): number =>
  code.length >= 4 && known.startsWith(code) ? BEGUN : Number.POSITIVE_INFINITY;

/** A typed word and its code. */
interface Typed {
  word: string;
  code: string;
}

const typed = (word: string): Typed => ({ word, code: codeOf(word) });

interface Spelled {
  entry: Entry;
  cost: number;
  /** True if every word of the item's name is used. */
  full: boolean;
}

function remembering(costOf: (known: string) => number): (known: string) => number {
  const memory = new Map<string, number>();
  return (known) => {
    const cost = memory.get(known) ?? costOf(known);
    memory.set(known, cost);
    return cost;
  };
}

function chooseSpelled(candidates: Spelled[]): Spelled[] {
  const cheapest = (list: Spelled[]): number => Math.min(...list.map(({ cost }) => cost));
  const full = candidates.filter((candidate) => candidate.full);
  if (full.length === 0) {
    const limit = cheapest(candidates) + MARGIN;
    return candidates.filter(({ cost }) => cost <= limit);
  }
  const best = cheapest(full);
  return candidates.filter((candidate) =>
    candidate.full ? candidate.cost <= best + MARGIN : candidate.cost < best - 0.3,
  );
}

const byLength = (entries: Entry[]): FoundItem[] =>
  entries.map(({ item }) => item).sort((a, b) => a.name.length - b.name.length || a.id - b.id);

const several = (entries: Entry[], rivals: Entry[] = []): Found => ({
  kind: 'several',
  items: [...byLength(entries), ...byLength(rivals)],
});

function answer(entries: Entry[], how: 'exact' | 'part' | 'spelling', sure: boolean): Found {
  const [first] = entries;
  return first && entries.length === 1 ? { kind: 'one', item: first.item, how, sure } : several(entries);
}

function spelledAnswer(words: string[], candidates: Spelled[]): Found {
  const chosen = chooseSpelled(candidates);
  const [first] = chosen;
  const share = first ? words.join('').length / first.entry.words.filter((word) => !isNumber(word)).join('').length : 0;
  const telling = first && (first.full || first.cost === 0 || share >= TELLING_SHARE);
  const entries = chosen.map(({ entry }) => entry);
  const sure = first !== undefined && (first.full || candidates.length === 1) && leavesNoDoubt(words, first.entry);
  return telling ? answer(entries, 'spelling', sure) : several(entries);
}

/** Builds an immutable index of the tenant's names. Building it for 10,000 items takes some 100 ms, a search a few. */
export function createNames(items: Iterable<FoundItem>): Names {
  const entries = [...items].map(entryOf);
  const byPlain = grouped(entries, ({ plain }) => [plain]);
  const byKey = grouped(entries, ({ key }) => (key ? [key] : []));
  const byCompact = grouped(entries, ({ compact }) => (compact ? [compact] : []));
  const byEan = grouped(entries, ({ item }) => barcodesOf(item));
  const byCode = grouped(entries, ({ codes }) => new Set(codes));
  const byTaught = grouped(
    entries,
    ({ item: { taught = [] } }) => new Set(taught.map((name) => wordsOf(name).join(' '))),
  );
  const sounds: [string, Sound][] = [...byCode.keys()]
    .filter((code) => !isNumber(code))
    .map((code) => [code, soundOf(code)]);
  const searchAll = createNameSearch(entries);
  let forms: ReturnType<typeof createWordForms> | undefined;
  /** Returns the words of names that may be forms of this one. Most indexes are never asked for them. */
  function formsOf(word: string): ReadonlySet<string> {
    forms ??= createWordForms(new Set(entries.flatMap(({ words }) => words)));
    return forms(word);
  }

  function exactly(name: string, words: string[]): Entry[] | undefined {
    const ean = words.length === 1 ? normaliseEan(words[0] ?? '') : null;
    return (
      byPlain.get(searchName(name)) ??
      byKey.get(words.join(' ')) ??
      byCompact.get(words.join('')) ??
      (ean ? byEan.get(ean) : undefined)
    );
  }

  /** Returns the cost of each known code for one word, within `limit`, and of its other forms. */
  function costs({ word, code }: Typed, limit: number): Map<string, number> {
    const found = new Map([...formsOf(word)].map((form) => [codeOf(form), INFLECTED]));
    const wanted = soundOf(code);
    for (const [known, sound] of sounds) {
      const cost = known === code ? 0 : Math.min(begunCost(code, known), distance(wanted, sound, limit));
      if (Number.isFinite(cost)) found.set(known, Math.min(cost, found.get(known) ?? cost));
    }
    return found;
  }

  /** Returns the cost of each of these codes for one word. */
  function costsAmong({ word, code }: Typed): (known: string) => number {
    const inflected = new Set([...formsOf(word)].map(codeOf));
    return (known) => {
      if (code === known) return 0;
      if (isNumber(code) || isNumber(known)) return Number.POSITIVE_INFINITY;
      const cost = Math.min(begunCost(code, known), distance(soundOf(code), soundOf(known), allowance(code)));
      return inflected.has(known) ? Math.min(cost, INFLECTED) : cost;
    };
  }

  /** Searches the longest word among all items, and the other words among the items found. */
  function spelledAs(words: string[]): Spelled[] {
    const [longest, ...others] = words
      .map(typed)
      .sort((a, b) => Number(isNumber(a.code)) - Number(isNumber(b.code)) || b.code.length - a.code.length);
    if (longest === undefined || isNumber(longest.code)) return [];
    const first = costs(longest, allowance(longest.code));
    const costOfEach = [
      (known: string): number => first.get(known) ?? Number.POSITIVE_INFINITY,
      ...others.map((other) => remembering(costsAmong(other))),
    ];
    const possible = new Set([...first.keys()].flatMap((code) => byCode.get(code) ?? []));
    return [...possible].flatMap((entry) => {
      const free = [...entry.codes];
      let cost = 0;
      for (const costOf of costOfEach) {
        const best = free.reduce((a, b) => (costOf(b) < costOf(a) ? b : a), free[0] ?? '');
        cost += free.length > 0 ? costOf(best) : Number.POSITIVE_INFINITY;
        if (cost > MAX_COST) return [];
        free.splice(free.indexOf(best), 1);
      }
      return [{ entry, cost, full: free.length === 0 }];
    });
  }

  /** Finds a whole name written as one word: «редбулл», «джекдэниелс». */
  function spelledTogether(words: string[]): Spelled[] {
    const code = codeOf(words.join(''));
    if (code.length < 6 || code.length > 25 || words.some(isNumber)) return [];
    const wanted = soundOf(code);
    const limit = allowance(code);
    return entries.flatMap((entry) => {
      const together = entry.codes.join('');
      if (together.length + 4 < code.length) return [];
      const begun = begunCost(code, together);
      const cost = Math.min(
        begun,
        Math.abs(together.length - code.length) > 4 ? begun : distance(wanted, soundOf(together), limit),
      );
      return Number.isFinite(cost) ? [{ entry, cost, full: together.length <= code.length + 2 }] : [];
    });
  }

  /** Finds suggestions for "did you mean" by the share of letters that resemble a word of the item's name. */
  function nearest(words: string[]): FoundItem[] {
    const scores = new Map<Entry, number>();
    const longest = words.filter((word) => !isNumber(word)).sort((a, b) => b.length - a.length);
    const telling = longest.slice(0, TELLING_WORDS).map(typed);
    const letters = telling.reduce((sum, { code }) => sum + code.length, 0);
    for (const { word, code } of telling) {
      const best = new Map<Entry, number>();
      for (const [known, cost] of costs({ word, code }, Math.min(code.length * 0.3, 2))) {
        const likeness = (code.length - cost) / letters;
        for (const entry of byCode.get(known) ?? []) best.set(entry, Math.max(best.get(entry) ?? 0, likeness));
      }
      // Slang keeps the beginning of a name: «джемик» is «Джемесон».
      const beginning = code.slice(0, Math.max(3, Math.ceil(code.length * 0.6)));
      for (const [known, alike] of byCode) {
        if (code.length < 4 || !known.startsWith(beginning)) continue;
        const likeness = beginning.length / letters;
        for (const entry of alike) best.set(entry, Math.max(best.get(entry) ?? 0, likeness));
      }
      for (const [entry, likeness] of best) scores.set(entry, (scores.get(entry) ?? 0) + likeness);
    }
    const rank = ([entry, score]: [Entry, number]): number => score - entry.compact.length / 1000;
    return [...scores]
      .filter(([, score]) => score >= 0.25)
      .sort((a, b) => rank(b) - rank(a))
      .slice(0, 3)
      .map(([entry]) => entry.item);
  }

  /** Finds an item by a taught name. If other items are called so too, the user is asked. */
  function byTaughtName(words: string[]): Found | undefined {
    const taught = byTaught.get(words.join(' '));
    if (!taught) return undefined;
    const rivals = entries.filter((entry) => !taught.includes(entry) && takesEach(words, entry.words, same));
    return rivals.length > 0 ? several(taught, rivals) : answer(taught, 'exact', true);
  }

  /** Returns other items whose names hold these words in another form: «льда» is «Лёд» as well as «Кубик льда». */
  function inflectedOf(words: string[], fitting: Entry[]): Entry[] {
    const wanted = new Map(words.map((word) => [word, formsOf(word)]));
    const isForm = (word: string, known: string): boolean => word === known || wanted.get(word)?.has(known) === true;
    return entries.filter((entry) => !fitting.includes(entry) && takesEach(words, entry.words, isForm));
  }

  /** Returns other items that whole words of this name may mean, because their words begin or sound alike. */
  const rivalsOf = (words: string[], found: Entry): Entry[] => {
    const begun = entries.filter((entry) => entry !== found && takesEach(words, entry.words, begins));
    const sounding = spelledAs(words).map(({ entry }) => entry);
    return [...new Set([...begun, ...sounding])].filter((entry) => entry !== found);
  };

  function find(name: string): Found {
    const words = wordsOf(name);
    const exact = exactly(name, words);
    if (exact) return answer(exact, 'exact', true);
    const taught = byTaughtName(words);
    if (taught) return taught;
    if (words.length === 0 || name.length > LONGEST_NAME) return { kind: 'none', nearest: [] };
    for (const fits of partRules) {
      const fitting = entries.filter((entry) => fits(words, entry));
      const [first] = fitting;
      if (!first) continue;
      // A single letter may begin one name today and two tomorrow, so the user is asked.
      if (fitting.length > 1 || words.join('').length === 1) return several(fitting, inflectedOf(words, fitting));
      const rivals = rivalsOf(words, first);
      return rivals.length > 0 ? several(fitting, rivals) : answer(fitting, 'part', leavesNoDoubt(words, first));
    }
    if (words.length > MAX_WORDS) return { kind: 'none', nearest: [] };
    const apart = spelledAs(words);
    const candidates = apart.length > 0 ? apart : spelledTogether(words);
    if (candidates.length > 0) return spelledAnswer(words, candidates);
    return { kind: 'none', nearest: nearest(words) };
  }

  return {
    named: (name) => (byPlain.get(searchName(name)) ?? []).map(({ item }) => item),

    find,
    within: (ids) => createNames(entries.flatMap(({ item }) => (ids.has(item.id) ? item : []))),
    search(text) {
      const listed = searchAll(text);
      if (listed.length > 0) return listed;
      const found = find(text);
      return found.kind === 'one' ? [found.item] : found.kind === 'several' ? found.items : found.nearest;
    },
  };
}
