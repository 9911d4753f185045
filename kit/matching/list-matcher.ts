import { type ParsedName, parseName, readWord } from '../names/parse.ts';
import { remember } from '../names/remember.ts';
import { wordsOf } from '../names/words.ts';
import { isContradicted } from './agreement.ts';
import { type Features, featuresOf, type Product, sideOf } from './features.ts';
import { markOf } from './mark.ts';
import { isMixed, productOf } from './product.ts';
import { probabilities, scoreOf } from './rank.ts';
import { rarityOf } from './rarity.ts';
import weights from './weights.json' with { type: 'json' };
import { createWordIndex, type Substitute } from './word-index.ts';

/** A product of the list. */
export interface ListedProduct {
  id: number;
  name: string;
  /** What else it is called. */
  otherNames: readonly string[];
  volumeMl: number | null;
  category: string;
}

/** A product that a name may mean. */
export interface ListMatch {
  id: number;
  /** How probable it is, from 0 to 1; products that differ in nothing that the name says share one. */
  confidence: number;
  features: Features;
}

/** One of the names of a product. */
interface ListedName {
  product: ListedProduct;
  /** What tells the product from others, without its volume. */
  mark: string;
  parsed: ParsedName;
}

/** A product with the name of it that agrees best. */
interface Candidate {
  listed: ListedName;
  volumeMl: number | undefined;
  features: Features;
}

/** Names that are compared in all features. */
const COMPARED = 30;
/** A text of more words says nothing more of a bottle. */
const MOST_WORDS = 20;
/** Words lead to names until they have led to so many, the rarest first. */
const MOST_READ = 1500;
/** What a word says of what is looked for, by its role. */
const SHARES = { name: 1, variant: 0.7, kind: 0.3, noise: 0.1 } as const;
/** A name that says less of what is looked for was not meant. */
const LEAST_SAID = 0.35;
/** Words of a shorter list are weighed as if it were so long: that only one of ten has a word says little. */
const LEAST_TOTAL = 1000;
/** The most words, and products, that are kept read. */
const REMEMBERED_WORDS = 20_000;
const REMEMBERED_PRODUCTS = 4000;

/** A word of the text with what may stand for it in the list. */
interface Lead extends Substitute {
  weight: number;
}

/** Returns the places that the words lead to, those first that have most of what is looked for. */
function likeliestPlaces(leads: Lead[]): number[] {
  const scores = new Map<number, number>();
  let read = 0;
  for (const { places, weight } of leads.toSorted((a, b) => a.places.length - b.places.length)) {
    if (read > 0 && read + places.length > MOST_READ) break;
    read += places.length;
    for (const place of places) scores.set(place, (scores.get(place) ?? 0) + weight);
  }
  const ranked = [...scores].toSorted((a, b) => b[1] - a[1] || a[0] - b[0]);
  return ranked.slice(0, COMPARED).map(([place]) => place);
}

function listedNames(products: readonly ListedProduct[], read: typeof readWord): ListedName[] {
  return products.flatMap((product) => {
    const own = parseName(product.name, read);
    const mark = markOf(own, undefined);
    const others = product.otherNames.map((name) => parseName(name, read));
    return [own, ...others].map((parsed) => ({ product, mark, parsed }));
  });
}

/** Finds what names mean among the products of a list, such as a venue's items. */
export function createListMatcher(products: readonly ListedProduct[]) {
  const read = remember(REMEMBERED_WORDS, readWord);
  const listed = listedNames(products, read);
  const index = createWordIndex(listed.map(({ parsed }) => parsed.words));
  const total = Math.max(listed.length, LEAST_TOTAL);
  const mostRarity = rarityOf(1, total);
  const rarity = (key: string): number => rarityOf(index.count(key) || Math.sqrt(total), total);
  const compared = new Map<number, Product>();

  function productAt(place: number, { product, parsed }: ListedName): Product {
    const known = compared.get(place);
    if (known) return known;
    const category = wordsOf(product.category).map(read);
    const made = productOf(parsed, { volumeMl: product.volumeMl, strength: null, category }, rarity);
    if (compared.size >= REMEMBERED_PRODUCTS) compared.clear();
    compared.set(place, made);
    return made;
  }

  /** Compares a name with the likeliest products, each by the name of it that agrees best. */
  function candidatesOf(local: ParsedName): Candidate[] {
    const substitutes = local.words.map((word) => index.substitutes(word));
    const known = substitutes.map((some) => Math.max(0, ...some.map(({ likeness }) => likeness)));
    const leads = local.words.flatMap((word, at) => {
      const share = SHARES[word.role];
      return (substitutes[at] ?? []).map(({ places, likeness }) => ({
        places,
        likeness,
        weight: rarityOf(places.length, total) * share * likeness,
      }));
    });
    const joined = index.joined(local.words);
    const places = likeliestPlaces([...leads, { places: joined, likeness: 1, weight: mostRarity }]);
    const side = sideOf(local, rarity);
    const best = new Map<number, Candidate>();
    for (const place of places) {
      const name = listed[place] as ListedName;
      const product = productAt(place, name);
      const features = featuresOf(side, product, known, mostRarity);
      const before = best.get(name.product.id);
      if (!before || scoreOf(features, weights) > scoreOf(before.features, weights))
        best.set(name.product.id, { listed: name, volumeMl: product.volumeMl, features });
    }
    return [...best.values()];
  }

  return {
    /** Returns the products that a name may mean, the most probable first; `volumeMl` is said beside the name. */
    match(text: string, volumeMl?: number | null): ListMatch[] {
      const name = parseName(text, read);
      const measures = volumeMl ? { ...name.measures, volumeMl } : name.measures;
      const candidates = candidatesOf({ measures, words: name.words.slice(0, MOST_WORDS) });
      const isVolumeSaid = measures.volumeMl !== undefined;
      const rows = candidates.map(({ listed: { mark }, volumeMl, features }) => ({
        features,
        product: isVolumeSaid ? `${mark} ${volumeMl ?? ''}` : mark,
      }));
      const confidence = probabilities(rows, isMixed(name), weights);
      return candidates
        .map(({ listed: { product }, features }, at) => ({ id: product.id, confidence: confidence[at] ?? 0, features }))
        .filter(({ features }) => features.said >= LEAST_SAID && !isContradicted(features))
        .toSorted((a, b) => b.confidence - a.confidence);
    },
  };
}
