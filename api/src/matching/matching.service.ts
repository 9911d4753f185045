import type { Alias } from '@ostatok/api/contract/catalogue.endpoints.ts';
import type { CatalogueMatch } from '@ostatok/api/contract/matching.endpoints.ts';
import { toGtin13 } from '@ostatok/kit/names/barcode.ts';
import { NotFound } from '@ostatok/kit/node/errors.ts';
import type { Catalogue } from '../catalogue/catalogue.service.ts';
import type { Matcher } from './matcher.ts';

const OFFERED = 20;
/** A name that says less of what was typed was not meant. */
const LEAST_SAID = 0.35;

const toMatch = (alias: Alias, confidence: number): CatalogueMatch => ({
  id: alias.id,
  name: alias.description,
  ean: alias.ean,
  brand: alias.brand,
  confidence: Math.round(confidence * 1000) / 1000,
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
      return [toMatch(await catalogue.lookup(code), 1)];
    } catch (error) {
      if (error instanceof NotFound) return [];
      throw error;
    }
  }

  return {
    /** Searches by barcode, else by name in either alphabet, the best match first. */
    async search(text: string): Promise<CatalogueMatch[]> {
      if (toGtin13(text)) return byCode(text);
      const matches = await matcher.match(text, OFFERED);
      return matches
        .filter(({ features }) => features.said >= LEAST_SAID)
        .map(({ alias, confidence }) => toMatch(alias, confidence));
    },
  };
}
export type Matching = ReturnType<typeof createMatching>;
