import type { Alias } from '@ostatok/api/contract/catalogue.endpoints.ts';
import type { CatalogueMatch } from '@ostatok/api/contract/matching.endpoints.ts';
import { toGtin13 } from '@ostatok/kit/names/barcode.ts';
import { NotFound } from '@ostatok/kit/node/errors.ts';
import type { Catalogue } from '../catalogue/catalogue.service.ts';
import type { Match, Matcher } from './matcher.ts';
import { reasonsOf } from './reasons.ts';

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

/** Finds the aliases that match a tenant's own product. */
export function createMatching({
  catalogue,
  matcher,
}: {
  catalogue: Pick<Catalogue, 'lookup'>;
  matcher: Pick<Matcher, 'match'>;
}) {
  async function byCode(code: string): Promise<CatalogueMatch[]> {
    try {
      return [{ ...productOf(await catalogue.lookup(code)), confidence: 1, reasons: [] }];
    } catch (error) {
      if (error instanceof NotFound) return [];
      throw error;
    }
  }

  /** Returns at most `limit` products that a name may mean, the likeliest first. */
  async function byName(name: string, limit: number): Promise<CatalogueMatch[]> {
    const matches = await matcher.match(name, limit);
    return matches.filter(({ features }) => features.said >= LEAST_SAID).map(toMatch);
  }

  return {
    byName,
    /** Searches by barcode, else by name in either alphabet, the best match first. */
    search: (text: string): Promise<CatalogueMatch[]> => (toGtin13(text) ? byCode(text) : byName(text, OFFERED)),
  };
}
export type Matching = ReturnType<typeof createMatching>;
