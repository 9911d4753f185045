import { type NameWord, type ParsedName, saidOf } from '../names/parse.ts';
import { similarity } from '../names/similarity.ts';
import { isNumber } from '../names/words.ts';

/** How two names agree, each measure as a person would say it; 0 says nothing for or against. */
export interface Features {
  /** The share of the local name that the product's name has, by the rarity of the words. */
  said: number;
  /** The share of the product's name that the local name has. */
  others: number;
  /** The first word that names anything is in the other name: of both, on average. */
  brand: number;
  /** 1 for the same volume, below zero for another one. */
  volume: number;
  strength: number;
  kind: number;
  colour: number;
  sweetness: number;
  /** Flavours, grades and styles that only one of them has. */
  variant: number;
  /** Ages and other numbers: above zero for the same, below for one that the other lacks. */
  number: number;
  /** A word of the local name that other products have and this one lacks. */
  lacking: number;
}

/** A word of a name and how much it says. */
interface Weighed {
  word: NameWord;
  weight: number;
}

type Said = Record<'kind' | 'colour' | 'sweetness' | keyof typeof OF_VARIANT, Set<string>>;

/** A name as it is compared. */
export interface Side {
  name: ParsedName;
  words: Weighed[];
  said: Said;
  /** Flavours that are named, as «лайм»; «лимонный» may only describe what the brand is of, «амаретто» is a kind. */
  namedFlavours: Set<string>;
  numbers: Set<string>;
}

const BY_ROLE = { name: 1, variant: 0.6, kind: 0.1, noise: 0.02 } as const;
const OF_NUMBER = 0.3;
/** Kinds that make another product of a brand: a cola with it, a coffee. */
const MIXED = new Set(['soda', 'cocktail', 'hot']);
const OF_VARIANT = { flavour: 1, style: 1, grade: 0.5 } as const;
const SAID = ['kind', 'colour', 'sweetness', 'flavour', 'style', 'grade'] as const;

const ADJECTIVE = /(?:[ыио]й|[ая]я|[ое]е|ые|ие)$/;
const namedFlavoursOf = ({ words }: ParsedName): Set<string> =>
  saidOf(
    words.filter(({ text, role }) => role !== 'kind' && !ADJECTIVE.test(text)),
    'flavour',
  );

const numbersOf = ({ words, measures: { age } }: ParsedName): Set<string> =>
  new Set([...words.flatMap(({ text }) => (/^\d{1,4}$/.test(text) ? text : [])), ...(age ? [String(age)] : [])]);

/** `rarity` is how rare a word is among the catalogue's names: the logarithm of one in so many. */
export function sideOf(name: ParsedName, rarity: (key: string) => number): Side {
  const share = ({ text, role, terms }: NameWord): number => {
    if (isNumber(text)) return OF_NUMBER;
    return terms.some((term) => term.of === 'kind' && MIXED.has(term.is)) ? BY_ROLE.variant : BY_ROLE[role];
  };
  const words = name.words.map((word) => ({ word, weight: rarity(word.key) * share(word) }));
  const said = Object.fromEntries(SAID.map((of) => [of, saidOf(name.words, of)])) as Said;
  return {
    name,
    words,
    said,
    namedFlavours: namedFlavoursOf(name),
    numbers: numbersOf(name),
  };
}

/** What is compared with a local name: what its record gives, or else its name. */
export interface Product extends Side {
  volumeMl: number | undefined;
  strength: number | undefined;
  /** Kinds and colours that its record gives beside the name. */
  kinds: Set<string>;
  colours: Set<string>;
}

/** How well each word of either name is found in the other. */
interface Found {
  local: number[];
  product: number[];
}

const JOINED = 5;

/** Two words of one name may be one word of the other: «red bull», «редбулл». */
function findJoined(split: Weighed[], whole: Weighed[], ofSplit: number[], ofWhole: number[]): void {
  for (const [at, { word: next }] of split.slice(1).entries()) {
    const joined = (split[at]?.word.key ?? '') + next.key;
    if (joined.length < JOINED) continue;
    for (const [other, { word: candidate }] of whole.entries())
      if (candidate.key === joined) {
        ofSplit[at] = 1;
        ofSplit[at + 1] = 1;
        ofWhole[other] = 1;
      }
  }
}

function findEach(local: Weighed[], product: Weighed[]): Found {
  const alike = local.map((a) => product.map((b) => similarity(a.word, b.word)));
  const found: Found = {
    local: alike.map((row) => Math.max(0, ...row)),
    product: product.map((_, at) => Math.max(0, ...alike.map((row) => row[at] ?? 0))),
  };
  findJoined(local, product, found.local, found.product);
  findJoined(product, local, found.product, found.local);
  return found;
}

function shareFound(words: Weighed[], found: number[]): number {
  const all = words.reduce((sum, { weight }) => sum + weight, 0);
  return all === 0 ? 0 : words.reduce((sum, { weight }, at) => sum + weight * (found[at] ?? 0), 0) / all;
}

/** How well the word is found that names the brand: the first one, or else the heaviest. */
function brandFound(words: Weighed[], found: number[]): number {
  const first = words.findIndex(({ word }) => word.role === 'name' && !isNumber(word.text) && word.key.length > 1);
  const heaviest = words.reduce((best, { weight }, at) => (weight > (words[best]?.weight ?? -1) ? at : best), 0);
  return found[first >= 0 ? first : heaviest] ?? 0;
}

const SAME_ML = 10;
const OTHER_VOLUME = -1.3;
function volumes({ volumeMl: local, pack = 1 }: ParsedName['measures'], product: number | undefined): number {
  if (local === undefined || product === undefined) return 0;
  return Math.abs(local - product) <= SAME_ML || local * pack === product ? 1 : OTHER_VOLUME;
}

const SAME_STRENGTH = 0.6;
/** A difference of so many per cent of alcohol makes another product for certain. */
const OTHER_STRENGTH = 4;
function strengths(local: number | undefined, product: number | undefined): number {
  if (!local || !product) return 0;
  const beyond = Math.abs(local - product) - SAME_STRENGTH;
  return beyond <= 0 ? 0.25 : -Math.min(1, 0.3 + beyond / OTHER_STRENGTH);
}

const FAMILIES = [
  ['vodka', 'whisky', 'gin', 'rum', 'tequila', 'brandy', 'liqueur'],
  ['wine', 'sparkling', 'fortified', 'vermouth'],
  ['beer', 'cider'],
  ['water', 'juice', 'soda', 'syrup', 'hot'],
];
const familyOf = (kind: string): number => FAMILIES.findIndex((family) => family.includes(kind));

function kinds(local: Set<string>, product: Set<string>): number {
  if (local.size === 0 || product.size === 0) return 0;
  if ([...local].some((kind) => product.has(kind))) return 0.5;
  const near = [...local].some((kind) => [...product].some((other) => familyOf(kind) === familyOf(other)));
  return near ? -0.3 : -1;
}

const lackedBy = (some: Set<string>, other: Set<string>): string[] => [...some].filter((one) => !other.has(one));

/** Colours that a label never leaves out. */
const DECISIVE = new Set(['rose', 'dark', 'gold', 'silver', 'black', 'blue', 'green']);

function colours(local: Set<string>, product: Set<string>, known: Set<string>): number {
  const extra = lackedBy(product, local).length;
  const lacked = lackedBy(local, new Set([...product, ...known]));
  const differ = lacked.length > 0 && lacked.length === local.size && product.size > 0 ? 0.5 : 0;
  return -Math.min(2, differ + extra + (lacked.some((colour) => DECISIVE.has(colour)) ? 1 : 0));
}

function sweetness(local: Set<string>, product: Set<string>): number {
  if (local.size === 0 || product.size === 0) return 0;
  return [...local].some((one) => product.has(one)) ? 0 : -1;
}

/** What a flavour counts that is named and not the product's. */
const OF_NAMED = 3;

function variants({ said: local, namedFlavours }: Side, { said: product }: Side): number {
  const named = lackedBy(namedFlavours, product.flavour).length * OF_NAMED;
  const differing = Object.entries(OF_VARIANT).reduce((sum, [name, weight]) => {
    const [a, b] = [local[name as keyof Said], product[name as keyof Said]];
    return sum + (lackedBy(a, b).length + lackedBy(b, a).length) * weight;
  }, 0);
  return -Math.min(2, (differing + named) / 2);
}

const SAME_NUMBER = 1.3;
const LACKED_NUMBER = 0.8;
function numbers(local: Set<string>, product: Set<string>): number {
  const [lacked, extra] = [lackedBy(local, product).length, lackedBy(product, local).length];
  const same = local.size > lacked ? SAME_NUMBER : 0;
  return same - Math.min(2, lacked) * LACKED_NUMBER - Math.min(2, extra);
}

/**
 * Compares a local name with a product. `known` is how surely the catalogue has each word of the local name, from 0 to
 * 1; `most` is the rarity of a word that nothing has.
 */
export function featuresOf(local: Side, product: Product, known: number[], most: number): Features {
  const found = findEach(local.words, product.words);
  const lacking = local.words.map(({ weight }, at) => weight * Math.max(0, (known[at] ?? 0) - (found.local[at] ?? 0)));
  return {
    said: shareFound(local.words, found.local),
    others: shareFound(product.words, found.product),
    brand: (brandFound(local.words, found.local) + brandFound(product.words, found.product)) / 2,
    volume: volumes(local.name.measures, product.volumeMl),
    strength: strengths(local.name.measures.strength, product.strength),
    kind: kinds(local.said.kind, new Set([...product.said.kind, ...product.kinds])),
    colour: colours(local.said.colour, product.said.colour, product.colours),
    sweetness: sweetness(local.said.sweetness, product.said.sweetness),
    variant: variants(local, product),
    number: numbers(local.numbers, product.numbers),
    lacking: -Math.max(0, ...lacking) / most,
  };
}
