import { soundOf } from '@ostatok/kit/names/sound.ts';
import { wordsOf } from '@ostatok/kit/names/words.ts';
import type { Unit } from '../../contract/items.ts';
import { searchName } from '../search-name.ts';

export interface FoundItem {
  id: number;
  name: string;
  article: string | null;
  ean: string | null;
  /** Barcodes other than `ean`. */
  codes?: readonly string[];
  /** Names that users have taught the item. */
  taught?: readonly string[];
  /** What owners call the product that the item is, without its volume. */
  synonyms?: readonly string[] | undefined;
  /** The numbers of bottles or pieces in its cases. */
  packs?: readonly number[];
  unit: Unit;
  volumeMl: number | null;
}

export interface Entry {
  item: FoundItem;
  /** The normalised name. Two items may share it only with different articles. */
  plain: string;
  words: string[];
  codes: string[];
  key: string;
  compact: string;
}

/** Caches entries: parsing names takes most of the time of building an index, and of 10,000 few change. */
const known = new WeakMap<FoundItem, Entry>();

export function entryOf(item: FoundItem): Entry {
  const before = known.get(item);
  if (before) return before;
  const words = wordsOf(item.name);
  const entry = {
    item,
    plain: searchName(item.name),
    words,
    codes: words.map(soundOf),
    key: words.join(' '),
    compact: words.join(''),
  };
  known.set(item, entry);
  return entry;
}

export function grouped(entries: Entry[], keysOf: (entry: Entry) => Iterable<string>): Map<string, Entry[]> {
  const map = new Map<string, Entry[]>();
  for (const entry of entries) {
    for (const key of keysOf(entry)) {
      const same = map.get(key);
      if (same) same.push(entry);
      else map.set(key, [entry]);
    }
  }
  return map;
}

/** Tells whether each query word matches a different word of the item's name. */
export function takesEach(queries: string[], words: string[], fits: (query: string, word: string) => boolean): boolean {
  const free = [...words];
  return queries.every((query) => {
    const index = free.findIndex((word) => fits(query, word));
    if (index >= 0) free.splice(index, 1);
    return index >= 0;
  });
}

/** Returns every barcode of the item. */
export const barcodesOf = ({ ean, codes = [] }: FoundItem): string[] => [...(ean ? [ean] : []), ...codes];
