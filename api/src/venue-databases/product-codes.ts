import { normaliseEan } from '@ostatok/kit/names/barcode.ts';
import type { Logger } from '@ostatok/kit/node/log.ts';
import { announceItems, type TenantAddress } from '../supervisor/tenant-client.ts';
import type { CorrectedCode, ProductCodes, VenueDatabase } from './venue-database.queries.ts';

interface To {
  id: string;
  venue: VenueDatabase;
  /** Undefined while the tenant is asleep. */
  address: TenantAddress | undefined;
  log: Logger;
}

/** An awake tenant shows the codes of these items, which were written into its database. */
async function announce({ id, address, log }: To, items: number[]): Promise<void> {
  if (!address || items.length === 0) return;
  await announceItems(address, items).catch((error) =>
    log.warn({ err: error, tenant: id }, 'venue did not hear of codes'),
  );
}

/**
 * Gives the tenant's items the other codes of their products, which are written as it writes codes; returns the items
 * that got some. An awake tenant learns of it by a call. With `dryRun` it only reports them.
 */
export async function giveProductCodes(
  to: To,
  products: ProductCodes[],
  { dryRun } = { dryRun: false },
): Promise<number[]> {
  if (products.length === 0) return [];
  const written = products.map(({ ean, codes }) => ({
    ean,
    codes: codes.map((code) => ({ ...code, ean: normaliseEan(code.ean) ?? code.ean })),
  }));
  const coded = await to.venue.takeCodes(written, dryRun);
  if (!dryRun) await announce(to, coded);
  return coded;
}

/** Corrects codes that the catalogue gave; returns the items that differ. With `dryRun` it only reports them. */
export async function correctProductCodes(
  to: To,
  codes: CorrectedCode[],
  { dryRun }: { dryRun: boolean },
): Promise<number[]> {
  if (codes.length === 0) return [];
  const corrected = await to.venue.correctCodes(codes, dryRun);
  if (!dryRun) await announce(to, corrected);
  return corrected;
}
