import { distance, lettersOf } from '@ostatok/kit/names/distance.ts';
import { soundOf } from '@ostatok/kit/names/sound.ts';
import { isNumber } from '@ostatok/kit/names/words.ts';
import type { Entry, FoundItem } from './name-entries.ts';
import type { NameIndex } from './name-index.ts';

/** The cost above the cheapest candidate within which others are asked about. */
const MARGIN = 0.6;
/** The highest cost of all the words of a name together. */
const MAX_COST = 2;
/** The number of longest words of an unknown name by which similar names are searched. */
const TELLING_WORDS = 5;

/** The cost of a word's beginning, which is certainly meant but incomplete. */
const BEGUN = 0.3;
/** The cost of another form of a word: «огурцов» for «огурец». */
const INFLECTED = 0.3;

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

const typed = (word: string): Typed => ({ word, code: soundOf(word) });

/** An item that misspelt words may mean. */
export interface Spelled {
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

/** Returns the candidates that are about as cheap as the cheapest. */
export function chooseSpelled(candidates: Spelled[]): Spelled[] {
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

/** Returns the cost of each known code for one word, within `limit`, and of its other forms. */
function costs({ formsOf, sounds }: NameIndex, { word, code }: Typed, limit: number): Map<string, number> {
  const found = new Map([...formsOf(word)].map((form) => [soundOf(form), INFLECTED]));
  const wanted = lettersOf(code);
  for (const [known, sound] of sounds) {
    const cost = known === code ? 0 : Math.min(begunCost(code, known), distance(wanted, sound, limit));
    if (Number.isFinite(cost)) found.set(known, Math.min(cost, found.get(known) ?? cost));
  }
  return found;
}

/** Returns the cost of each of these codes for one word. */
function costsAmong({ formsOf }: NameIndex, { word, code }: Typed): (known: string) => number {
  const inflected = new Set([...formsOf(word)].map(soundOf));
  return (known) => {
    if (code === known) return 0;
    if (isNumber(code) || isNumber(known)) return Number.POSITIVE_INFINITY;
    const cost = Math.min(begunCost(code, known), distance(lettersOf(code), lettersOf(known), allowance(code)));
    return inflected.has(known) ? Math.min(cost, INFLECTED) : cost;
  };
}

/** Searches the longest word among all items, and the other words among the items found. */
export function spelledAs(index: NameIndex, words: string[]): Spelled[] {
  const [longest, ...others] = words
    .map(typed)
    .sort((a, b) => Number(isNumber(a.code)) - Number(isNumber(b.code)) || b.code.length - a.code.length);
  if (longest === undefined || isNumber(longest.code)) return [];
  const first = costs(index, longest, allowance(longest.code));
  const costOfEach = [
    (known: string): number => first.get(known) ?? Number.POSITIVE_INFINITY,
    ...others.map((other) => remembering(costsAmong(index, other))),
  ];
  const possible = new Set([...first.keys()].flatMap((code) => index.byCode.get(code) ?? []));
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
export function spelledTogether({ entries }: NameIndex, words: string[]): Spelled[] {
  const code = soundOf(words.join(''));
  if (code.length < 6 || code.length > 25 || words.some(isNumber)) return [];
  const wanted = lettersOf(code);
  const limit = allowance(code);
  return entries.flatMap((entry) => {
    const together = entry.codes.join('');
    if (together.length + 4 < code.length) return [];
    const begun = begunCost(code, together);
    const cost = Math.min(
      begun,
      Math.abs(together.length - code.length) > 4 ? begun : distance(wanted, lettersOf(together), limit),
    );
    return Number.isFinite(cost) ? [{ entry, cost, full: together.length <= code.length + 2 }] : [];
  });
}

/** Finds suggestions for "did you mean" by the share of letters that resemble a word of the item's name. */
export function nearest(index: NameIndex, words: string[]): FoundItem[] {
  const scores = new Map<Entry, number>();
  const longest = words.filter((word) => !isNumber(word)).sort((a, b) => b.length - a.length);
  const telling = longest.slice(0, TELLING_WORDS).map(typed);
  const letters = telling.reduce((sum, { code }) => sum + code.length, 0);
  for (const { word, code } of telling) {
    const best = new Map<Entry, number>();
    for (const [known, cost] of costs(index, { word, code }, Math.min(code.length * 0.3, 2))) {
      const likeness = (code.length - cost) / letters;
      for (const entry of index.byCode.get(known) ?? []) best.set(entry, Math.max(best.get(entry) ?? 0, likeness));
    }
    // Slang keeps the beginning of a name: «джемик» is «Джемесон».
    const beginning = code.slice(0, Math.max(3, Math.ceil(code.length * 0.6)));
    for (const [known, alike] of index.byCode) {
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
