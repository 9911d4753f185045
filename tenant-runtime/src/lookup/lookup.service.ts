import type { LatestExtract } from '@ostatok/kit/contract/drink-extract.ts';
import { normaliseEan } from '@ostatok/kit/names/barcode.ts';
import { InvalidInput, NotFound } from '@ostatok/kit/node/errors.ts';
import type { Item } from '../../contract/items.endpoints.ts';
import type { Items } from '../items/items.service.ts';
import type { Alias, PlatformClient } from '../platform/platform-client.ts';

/** One scan of the barcode means `pack` bottles or pieces. */
export type LookedUp = { item: Item; pack: number } | { alias: Alias };

/** An older platform says nothing of it. */
const packOf = ({ pack }: Alias): number => (Number.isInteger(pack) ? (pack as number) : 1);

/**
 * Finds what a barcode means: the tenant's own item, also by another code of the product as the platform's catalogue knows
 * it, or else a row of the catalogue.
 */
export function createLookup({ items, platform }: { items: Items; platform: PlatformClient }) {
  return {
    /**
     * Whoever is not hurried gives the platform more time to answer. Throws NotFound, with the code `catalogue_away` where
     * the catalogue could not be asked.
     */
    async find(code: string, { hurried = true } = {}): Promise<LookedUp> {
      const ean = normaliseEan(code);
      if (!ean) throw new InvalidInput('Штрихкод прочитан неверно: контрольная цифра не сходится', { ean: 'Неверный' });
      const found = await items.byEan(ean);
      if (found) return found;
      const known = await platform.alias(ean, { hurried });
      if (known === 'away')
        throw new NotFound('Такого штрихкода у вас нет, а каталог сейчас не отвечает', 'catalogue_away');
      if (!known) throw new NotFound('Такого штрихкода нет ни у вас, ни в каталоге');
      const { alias, codes } = known;
      const item = await items.ofProduct(
        ean,
        codes.flatMap((code) => normaliseEan(code) ?? []),
      );
      return item ? { item, pack: packOf(alias) } : { alias };
    },
    /** What phones of this venue may take to name drinks without a connection. Throws NotFound. */
    async latestExtract(): Promise<LatestExtract> {
      const latest = await platform.latestExtract();
      if (!latest) throw new NotFound('Справочника напитков сейчас нет', 'extract_not_found');
      return latest;
    },
  };
}
export type Lookup = ReturnType<typeof createLookup>;
