import type { Alias } from '@ostatok/api/contract/catalogue.endpoints.ts';
import type { CatalogueMatch } from '@ostatok/api/contract/matching.endpoints.ts';
import { reasonsOf } from '@ostatok/kit/matching/reasons.ts';
import { toGtin } from '@ostatok/kit/names/barcode.ts';
import { NotFound } from '@ostatok/kit/node/errors.ts';
import type { Catalogue } from '../catalogue/catalogue.service.ts';
import type { Match, Matcher } from './matcher.ts';
import type { Synonyms } from './synonyms.service.ts';

const OFFERED = 20;
/** A name that says less of what was typed was not meant. */
const LEAST_SAID = 0.35;

const productOf = ({
  id,
  description,
  ean,
  brand,
  volume_ml,
}: Alias): Omit<CatalogueMatch, 'confidence' | 'reasons'> => ({
  id,
  name: description,
  ean,
  brand,
  volume_ml,
});

const toMatch = ({ alias, confidence, features }: Match): CatalogueMatch => ({
  ...productOf(alias),
  confidence: Math.round(confidence * 1000) / 1000,
  reasons: reasonsOf(features),
});

/** How sure it is that a name means what its owner, or several others, have matched it with. */
const OF_KNOWN_NAME = 0.98;

/** Finds the aliases that match a tenant's own product. */
export function createMatching({
  catalogue,
  matcher,
  synonyms,
}: {
  catalogue: Pick<Catalogue, 'productOf' | 'ofIds'>;
  matcher: Pick<Matcher, 'match'>;
  synonyms: Pick<Synonyms, 'named'>;
}) {
  async function byCode(code: string): Promise<CatalogueMatch[]> {
    try {
      return [{ ...productOf(await catalogue.productOf(code)), confidence: 1, reasons: [] }];
    } catch (error) {
      if (error instanceof NotFound) return [];
      throw error;
    }
  }

  /** The products that the owner calls so, or else those that others do. */
  async function ofKnownName(name: string, ownerId: number | undefined): Promise<CatalogueMatch[]> {
    const named = await synonyms.named(name, ownerId);
    const own = named.filter(({ isOwn }) => isOwn);
    const products = await catalogue.ofIds((own.length > 0 ? own : named).map(({ id }) => id));
    const aliases = new Map([...products.values()].map((alias) => [alias.id, alias]));
    return [...aliases.values()].map((alias) => ({
      ...productOf(alias),
      confidence: OF_KNOWN_NAME / aliases.size,
      reasons: [{ of: own.length > 0 ? 'own name' : 'synonym', agrees: true }],
    }));
  }

  async function byWords(name: string, limit: number): Promise<CatalogueMatch[]> {
    const matches = await matcher.match(name, limit);
    return matches.filter(({ features }) => features.said >= LEAST_SAID).map(toMatch);
  }

  /** Returns at most `limit` products that the owner may mean by a name, the likeliest first. */
  async function byName(name: string, limit: number, ownerId?: number): Promise<CatalogueMatch[]> {
    const [known, matches] = await Promise.all([ofKnownName(name, ownerId), byWords(name, limit)]);
    if (known.length === 0) return matches;
    const others = matches
      .filter(({ id }) => !known.some((one) => one.id === id))
      .map((match) => ({ ...match, confidence: match.confidence * (1 - OF_KNOWN_NAME) }));
    return [...known, ...others].slice(0, limit);
  }

  return {
    byName,
    /** Searches by barcode, else by name in either alphabet, the best match first. */
    search: (text: string, ownerId?: number): Promise<CatalogueMatch[]> =>
      toGtin(text) ? byCode(text) : byName(text, OFFERED, ownerId),
  };
}
export type Matching = ReturnType<typeof createMatching>;
