import { type Bits, emptyBits, setBit } from './bits.ts';
import { eachVarint, varintLength, withRoom, writeVarint } from './varints.ts';

const SPACE = 0x20;
/** The size of the cache of results: the next page repeats the same search. */
const KEPT = 64;

/** The distinct words of all names; a word's number is its place in the order of first occurrence. */
function createWords() {
  let text = new Uint8Array(1 << 16);
  /** The offset of each word in `text`; the last one is where the next word would begin. */
  let starts = new Int32Array(1 << 12);
  let count = 0;
  /** A hash table of word numbers plus one; 0 marks a free place. */
  let table = new Int32Array(1 << 14);

  function hashOf(bytes: Uint8Array, from: number, to: number): number {
    let hash = 0x811c9dc5;
    for (let at = from; at < to; at += 1) hash = Math.imul(hash ^ (bytes[at] as number), 0x01000193);
    return (hash ^ (hash >>> 15)) >>> 0;
  }

  function isWord(number: number, bytes: Uint8Array, from: number, to: number): boolean {
    const start = starts[number] as number;
    if ((starts[number + 1] as number) - start !== to - from) return false;
    for (let at = from; at < to; at += 1) if (text[start + at - from] !== bytes[at]) return false;
    return true;
  }

  /** Returns the word's place in the table, or the place where it would be. */
  function placeOf(bytes: Uint8Array, from: number, to: number): number {
    const mask = table.length - 1;
    let place = hashOf(bytes, from, to) & mask;
    while (table[place] !== 0 && !isWord((table[place] as number) - 1, bytes, from, to)) place = (place + 1) & mask;
    return place;
  }

  function enlargeTable(): void {
    table = new Int32Array(table.length * 2);
    for (let number = 0; number < count; number += 1)
      table[placeOf(text, starts[number] as number, starts[number + 1] as number)] = number + 1;
  }

  return {
    numberOf(bytes: Uint8Array, from: number, to: number): number {
      const place = placeOf(bytes, from, to);
      const known = table[place] as number;
      if (known > 0) return known - 1;
      const start = starts[count] as number;
      const end = start + to - from;
      text = withRoom(text, end);
      starts = withRoom(starts, count + 2);
      text.set(bytes.subarray(from, to), start);
      count += 1;
      starts[count] = end;
      table[place] = count;
      if (count * 2 > table.length) enlargeTable();
      return count - 1;
    },
    finish: () => ({ text: text.slice(0, starts[count]), starts: starts.slice(0, count + 1), count }),
  };
}

function contains(text: Uint8Array, from: number, to: number, part: Uint8Array): boolean {
  for (let at = from; at <= to - part.length; at += 1) {
    let same = 0;
    while (same < part.length && text[at + same] === part[same]) same += 1;
    if (same === part.length) return true;
  }
  return false;
}

/** Inverts the stream: for each word the slots of the names that have it, as differences. */
function turnOver(stream: Uint8Array, length: number, count: number): { steps: Uint8Array; from: Int32Array } {
  const from = new Int32Array(count + 1);
  const eachStep = (take: (word: number, step: number) => void): void => {
    const last = new Int32Array(count);
    let slot = 0;
    eachVarint(stream, 0, length, (value) => {
      if (value === 0) {
        slot += 1;
        return;
      }
      take(value - 1, slot - (last[value - 1] as number));
      last[value - 1] = slot;
    });
  };
  eachStep((word, step) => {
    from[word + 1] = (from[word + 1] as number) + varintLength(step);
  });
  for (let word = 0; word < count; word += 1) from[word + 1] = (from[word + 1] as number) + (from[word] as number);
  const steps = new Uint8Array(from[count] as number);
  const next = from.slice();
  eachStep((word, step) => {
    next[word] = writeVarint(steps, next[word] as number, step);
  });
  return { steps, from };
}

/** An inverted index: the distinct words, and for each the slots of the names that have it. */
export interface WordIndex {
  /** The number of names. */
  size: number;
  text: Uint8Array;
  starts: Int32Array;
  steps: Uint8Array;
  from: Int32Array;
}

/**
 * Builds an index that finds the names with a text within one of their words. Names consist of few distinct words, so a
 * search scans the words and then knows their names.
 */
export function createWordIndex() {
  const words = createWords();
  /** For each name the numbers of its words plus one, then 0. */
  let stream = new Uint8Array(1 << 16);
  let length = 0;
  let size = 0;

  return {
    /** Adds the name of the next slot: UTF-8 words separated by spaces. */
    add(bytes: Uint8Array, from: number, to: number): void {
      // a number takes at most five bytes, and a word with its space at least two
      stream = withRoom(stream, length + (to - from + 2) * 3);
      for (let start = from; start < to; ) {
        let end = start;
        while (end < to && bytes[end] !== SPACE) end += 1;
        if (end > start) length = writeVarint(stream, length, words.numberOf(bytes, start, end) + 1);
        start = end + 1;
      }
      stream[length] = 0;
      length += 1;
      size += 1;
    },

    finish(): WordIndex {
      const { text, starts, count } = words.finish();
      const { steps, from } = turnOver(stream, length, count);
      stream = new Uint8Array();
      return { size, text, starts, steps, from };
    },
  };
}

/** Returns the set of names that contain a text; the caller must not change it. */
export type FindNames = (part: string) => Bits;

export function createFinder({ size, text, starts, steps, from }: WordIndex): FindNames {
  const kept = new Map<string, Bits>();

  function find(part: string): Bits {
    const found = emptyBits(size);
    const bytes = Buffer.from(part);
    for (let word = 0; word < starts.length - 1; word += 1) {
      if (!contains(text, starts[word] as number, starts[word + 1] as number, bytes)) continue;
      let slot = 0;
      eachVarint(steps, from[word] as number, from[word + 1] as number, (step) => {
        slot += step;
        setBit(found, slot);
      });
    }
    return found;
  }

  return (part) => {
    const found = kept.get(part) ?? find(part);
    kept.delete(part);
    kept.set(part, found);
    const [oldest] = kept.keys();
    if (kept.size > KEPT && oldest !== undefined) kept.delete(oldest);
    return found;
  };
}
