import type { Alias, CatalogueMatch } from '@ostatok/api/contract/catalogue.endpoints.ts';
import { toGtin13 } from '@ostatok/kit/names/barcode.ts';
import { NotFound } from '@ostatok/kit/node/errors.ts';
import type { Catalogue } from './catalogue.service.ts';

const OFFERED = 20;

const toMatch = (alias: Alias, confidence: number): CatalogueMatch => ({
  id: alias.id,
  name: alias.description,
  ean: alias.ean,
  brand: alias.brand,
  confidence,
});

/** Finds the aliases that match a tenant's own product. */
export function createMatching({ catalogue }: { catalogue: Pick<Catalogue, 'similar' | 'lookup'> }) {
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
      const aliases = await catalogue.similar(text, OFFERED);
      return aliases.map((alias) => toMatch(alias, alias.confidence));
    },
  };
}
export type Matching = ReturnType<typeof createMatching>;
