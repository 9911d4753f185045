import { type Bits, emptyBits, setBit } from './bits.ts';
import { eachVarint, varintLength, withRoom, writeVarint } from './varints.ts';

const SPACE = 0x20;
/** Sets of names kept: what somebody looks for is looked for again with the next page. */
const KEPT = 64;

/** Every word that names have, once; a word's number is its place in the order in which they were met. */
function createWords() {
  let text = new Uint8Array(1 << 16);
  /** Where each begins; the last is where the next one would. */
  let starts = new Int32Array(1 << 12);
  let count = 0;
  /** Numbers and one, by hashes; 0: free. */
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

  /** Where the word stands in the table, or would. */
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

/** For each word the slots of the names that have it, as steps from one to the next. */
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

/** The words that names are made of, and for each of them the slots of the names that have it. */
export interface WordIndex {
  /** How many names there are. */
  size: number;
  text: Uint8Array;
  starts: Int32Array;
  steps: Uint8Array;
  from: Int32Array;
}

/**
 * Made of the names one after another, to find which have a text within one of their words. Names are made of few
 * different words: those are looked through, and the names of each are known.
 */
export function createWordIndex() {
  const words = createWords();
  /** Of each name the numbers of its words and one, then 0. */
  let stream = new Uint8Array(1 << 16);
  let length = 0;
  let size = 0;

  return {
    /** The name of the next slot: words with spaces between them, in UTF-8. */
    add(bytes: Uint8Array, from: number, to: number): void {
      // no number takes more than five bytes, and no word less than two with its space
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

/** The names that have a text; not to be changed by who asks. */
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
