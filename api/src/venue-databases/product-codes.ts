import { normaliseEan } from '@ostatok/kit/names/barcode.ts';
import type { Logger } from '@ostatok/kit/node/log.ts';
import { announceItems, type TenantAddress } from '../supervisor/tenant-client.ts';
import type { ProductCodes, VenueDatabase } from './venue-database.queries.ts';

interface To {
  id: string;
  venue: VenueDatabase;
  /** Undefined while the tenant is asleep. */
  address: TenantAddress | undefined;
  log: Logger;
}

/**
 * Gives the tenant's items the other codes of their products, which are written as it writes codes; returns how many
 * items got some. An awake tenant learns of it by a call. With `dryRun` it only counts.
 */
export async function giveProductCodes(
  { id, venue, address, log }: To,
  products: ProductCodes[],
  { dryRun } = { dryRun: false },
): Promise<number> {
  if (products.length === 0) return 0;
  const written = products.map(({ ean, codes }) => ({
    ean,
    codes: codes.map((code) => ({ ...code, ean: normaliseEan(code.ean) ?? code.ean })),
  }));
  const coded = await venue.takeCodes(written, dryRun);
  if (address && coded.length > 0 && !dryRun) {
    await announceItems(address, coded).catch((error) =>
      log.warn({ err: error, tenant: id }, 'venue did not hear of codes'),
    );
  }
  return coded.length;
}
