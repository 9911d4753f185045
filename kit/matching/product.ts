import { type ParsedName, type ReadWord, saidOf } from '../names/parse.ts';
import { type Product, sideOf } from './features.ts';
import { markOf } from './mark.ts';

/** What a product's record says beside its name. */
export interface ProductRecord {
  volumeMl: number | null;
  strength: number | null;
  /** The words of its category. */
  category: ReadWord[];
}

/** A product as names are compared with it. What its record says counts before what its name says. */
export function productOf(name: ParsedName, record: ProductRecord, rarity: (key: string) => number): Product {
  return {
    ...sideOf(name, rarity),
    volumeMl: record.volumeMl ?? name.measures.volumeMl,
    strength: record.strength ?? name.measures.strength,
    kinds: saidOf(record.category, 'kind'),
    colours: saidOf(record.category, 'colour'),
  };
}

/** Records of one product have one mark. */
export const productMark = ({ name, volumeMl }: Product): string => markOf(name, volumeMl);

const MIXED = new Set(['cocktail', 'hot']);

/** Tells whether a name is of a cocktail or another thing that no list of bottles has. */
export const isMixed = ({ words }: ParsedName): boolean => [...saidOf(words, 'kind')].some((kind) => MIXED.has(kind));
