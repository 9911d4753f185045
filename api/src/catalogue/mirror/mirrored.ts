import type { Search } from '../search.ts';
import { addBits, type Bits, clearBit, countBits, emptyBits, fullBits, hasBit, keepCommon, setBit } from './bits.ts';
import { createFinder, type FindNames, type WordIndex } from './word-index.ts';

/** A request for a page of a list. Ids that have changed since the mirror was read are left out. */
export interface Question {
  sort: string;
  order: 'asc' | 'desc';
  search?: Search;
  weighed?: boolean;
  changed: number[];
  /** The first place wanted, and the place after the last. */
  from: number;
  to: number;
}

export interface Answer {
  total: number;
  ids: number[];
}

/** An order of all aliases; nulls come last. */
export interface Order {
  slots: Int32Array;
  /** How many are not null. */
  filled: number;
}

/** Aliases by ascending id; a slot is a place in that order. */
export interface Names {
  ids: Int32Array;
  /** GTIN-13 as numbers. */
  eans: Float64Array;
  weighed: Bits;
  words: WordIndex;
}

const CODE_LENGTH = 13;

export function slotOf(ids: Int32Array, id: number): number | undefined {
  // without gaps in the ids it would be at this place, so it cannot be after it
  let high = Math.min(ids.length - 1, id - (ids[0] ?? 0));
  if (ids[high] === id) return high;
  let low = 0;
  while (low <= high) {
    const middle = (low + high) >>> 1;
    const there = ids[middle] as number;
    if (there === id) return middle;
    if (there < id) low = middle + 1;
    else high = middle - 1;
  }
  return undefined;
}

function addCodes({ eans }: Names, found: Bits, code: string): void {
  const unit = 10 ** (CODE_LENGTH - code.length);
  const [least, most] = [Number(code) * unit, (Number(code) + 1) * unit];
  for (let slot = 0; slot < eans.length; slot += 1) {
    const ean = eans[slot] as number;
    if (ean >= least && ean < most) setBit(found, slot);
  }
}

function foundBy(names: Names, find: FindNames, { words, codes }: Search): Bits {
  const spelt = (spellings: string[]): Bits => {
    const either = emptyBits(names.ids.length);
    for (const spelling of spellings) addBits(either, find(spelling));
    return either;
  };
  const [first, ...others] = words;
  const found = first === undefined ? emptyBits(names.ids.length) : spelt(first);
  for (const word of others) keepCommon(found, spelt(word));
  for (const code of codes) addCodes(names, found, code);
  return found;
}

/** Returns undefined when every alias matches. */
function hitsOf(names: Names, find: FindNames, { search, weighed, changed }: Question): Bits | undefined {
  if (!search && weighed === undefined && changed.length === 0) return undefined;
  const hits = search ? foundBy(names, find, search) : fullBits(names.ids.length);
  if (weighed !== undefined) keepCommon(hits, names.weighed, weighed);
  for (const id of changed) {
    const slot = slotOf(names.ids, id);
    if (slot !== undefined) clearBit(hits, slot);
  }
  return hits;
}

/** Returns the ids of the matching aliases on the requested page, in the requested direction. */
function walk({ ids }: Names, hits: Bits | undefined, order: Order | undefined, asked: Question): number[] {
  const found: number[] = [];
  let passed = 0;
  function pass(start: number, end: number): void {
    const step = start < end ? 1 : -1;
    for (let place = start; place !== end && passed < asked.to; place += step) {
      const slot = order ? (order.slots[place] as number) : place;
      if (hits && !hasBit(hits, slot)) continue;
      if (passed >= asked.from) found.push(ids[slot] as number);
      passed += 1;
    }
  }
  const filled = order?.filled ?? ids.length;
  if (asked.order === 'asc') pass(0, ids.length);
  else {
    pass(filled - 1, -1);
    if (filled < ids.length) pass(ids.length - 1, filled - 1);
  }
  return found;
}

/** Lists of aliases as they were at one revision. */
export function createMirrored(names: Names) {
  const orders = new Map<string, Order>();
  const find = createFinder(names.words);
  return {
    names,
    orders: orders as ReadonlyMap<string, Order>,
    addOrder: (sort: string, order: Order): void => void orders.set(sort, order),

    answer(asked: Question): Answer {
      const order = orders.get(asked.sort);
      if (!order && asked.sort !== 'id') throw new Error(`no order by ${asked.sort}`);
      const hits = hitsOf(names, find, asked);
      const total = hits ? countBits(hits) : names.ids.length;
      return { total, ids: asked.from < total ? walk(names, hits, order, asked) : [] };
    },
  };
}
export type Mirrored = ReturnType<typeof createMirrored>;
