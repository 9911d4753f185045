import type { Alias } from '@ostatok/api/contract/catalogue.endpoints.ts';
import { type Features, featuresOf, sideOf } from '@ostatok/kit/matching/features.ts';
import { markOf } from '@ostatok/kit/matching/mark.ts';
import { isMixed, productMark, productOf } from '@ostatok/kit/matching/product.ts';
import { probabilities } from '@ostatok/kit/matching/rank.ts';
import weights from '@ostatok/kit/matching/weights.json' with { type: 'json' };
import { type NameWord, type ParsedName, parseName, readWord } from '@ostatok/kit/names/parse.ts';
import { remember } from '@ostatok/kit/names/remember.ts';
import { keysOf } from '@ostatok/kit/names/sound.ts';
import { asRussian } from '@ostatok/kit/names/transliteration.ts';
import { wordsOf } from '@ostatok/kit/names/words.ts';
import type { Catalogue, CatalogueCandidates, SoughtName } from '../catalogue/catalogue.service.ts';

/** Candidates that are compared in all features. */
const COMPARED = 40;
/** A text of more words says nothing more of a bottle, and each word is looked for. */
const MOST_WORDS = 20;
/** What a word says of what is looked for, by its role. */
const SHARES = { name: 1, variant: 0.7, kind: 0.3, noise: 0.1 } as const;
/** The words that are kept read: most of them come again and again. */
const REMEMBERED = 5000;
/** A shorter transliteration would stand for too many words. */
const SHORTEST = 3;

/** An alias that a name may mean. */
export interface Match {
  alias: Alias;
  /** How probable it is, from 0 to 1; aliases of one product share one. */
  confidence: number;
  features: Features;
}

function soughtWord({ text, key, role, isCut }: NameWord): SoughtName['words'][number] {
  const [other = ''] = keysOf(asRussian(text));
  return { spellings: other === key || other.length < SHORTEST ? [key] : [key, other], share: SHARES[role], isCut };
}

function soughtName({ words, measures: { volumeMl, age } }: ParsedName): SoughtName {
  const ageWords = age === undefined ? [] : [{ spellings: [String(age)], share: SHARES.variant, isCut: false }];
  return { words: [...words.map(soughtWord), ...ageWords], volumeMl };
}

function compare(
  local: ParsedName,
  { aliases, known, rarity, mostRarity }: CatalogueCandidates,
  read: typeof readWord,
): { alias: Alias; features: Features; product: string }[] {
  const side = sideOf(local, rarity);
  return aliases.map((alias) => {
    const record = {
      volumeMl: alias.volume_ml,
      strength: alias.alcohol_percent,
      category: wordsOf([alias.category, alias.subcategory].join(' ')).map(read),
    };
    const product = productOf(parseName(alias.description, read), record, rarity);
    return { alias, features: featuresOf(side, product, known, mostRarity), product: productMark(product) };
  });
}

/** A name with what may be meant by it, before anything is weighed. */
export interface Comparison {
  rows: ReturnType<typeof compare>;
  /** The name is of a cocktail or another thing that no list of bottles has. */
  isMixed: boolean;
}

/** Finds what a local name means among the catalogue's products. */
export function createMatcher({ catalogue }: { catalogue: Pick<Catalogue, 'candidates'> }) {
  const read = remember(REMEMBERED, readWord);

  async function comparisonOf(text: string): Promise<Comparison> {
    const name = parseName(text, read);
    const local = { measures: name.measures, words: name.words.slice(0, MOST_WORDS) };
    const rows = compare(local, await catalogue.candidates(soughtName(local), COMPARED), read);
    return { rows, isMixed: isMixed(name) };
  }

  return {
    compare: comparisonOf,
    /** Aliases of one product have one mark. */
    markOf: ({ description, volume_ml }: Alias): string => {
      const name = parseName(description, read);
      return markOf(name, volume_ml ?? name.measures.volumeMl);
    },
    /** Returns each product once, the most probable first. */
    async match(text: string, limit: number): Promise<Match[]> {
      const { rows, isMixed } = await comparisonOf(text);
      const confidence = probabilities(rows, isMixed, weights);
      const ranked = rows
        .map(({ alias, features, product }, at) => ({ alias, features, product, confidence: confidence[at] ?? 0 }))
        .toSorted((a, b) => b.confidence - a.confidence);
      const once = new Map(ranked.toReversed().map((row) => [row.product, row]));
      return ranked
        .filter((row) => once.get(row.product) === row)
        .slice(0, limit)
        .map(({ product: _, ...match }) => match);
    },
  };
}
export type Matcher = ReturnType<typeof createMatcher>;
