import { NotFound } from '@ostatok/kit/node/errors.ts';
import type { Logger } from '@ostatok/kit/node/log.ts';
import type { SentMatches } from '@ostatok/tenant-runtime/contract/internal.ts';
import type { TenantRow } from '../platform/tables.ts';
import { sendMatches, type TenantAddress, undoMatches } from '../supervisor/tenant-client.ts';
import { giveProductCodes } from '../venue-databases/product-codes.ts';
import type {
  NamedItem,
  ProductCodes,
  StableTenant,
  UnmatchedItem,
  VenueDatabase,
  VenueDatabases,
} from '../venue-databases/venue-databases.service.ts';

function livingRow({ row }: StableTenant): TenantRow {
  if (row?.status === 'active' || row?.status === 'suspended') return row;
  throw new NotFound('Заведение не найдено', 'tenant_not_found');
}

/** The ids of items that were written, and the tenant that they are of. */
interface Written {
  row: TenantRow;
  ids: number[];
}

/** The items of tenants, for matching. A sleeping tenant is not woken; one that is deleted is not found. */
export function createTenantItems({ venueDatabases, log }: { venueDatabases: VenueDatabases; log: Logger }) {
  const read = <T>(tenantId: string, use: (venue: VenueDatabase) => Promise<T>): Promise<T> =>
    venueDatabases.with(tenantId, (tenant) => tenant.inDatabase(livingRow(tenant), use));

  /** An awake tenant writes itself, so that its open pages update; if it can't be reached, its database is written to. */
  const write = (
    tenantId: string,
    byItself: (address: TenantAddress) => Promise<number[]>,
    directly: (venue: VenueDatabase) => Promise<number[]>,
  ): Promise<Written> =>
    venueDatabases.with(tenantId, async (tenant) => {
      const row = livingRow(tenant);
      const inDatabase = () => tenant.inDatabase(row, directly);
      if (!tenant.address) return { row, ids: await inDatabase() };
      const ids = await byItself(tenant.address).catch((error) => {
        log.warn({ err: error, tenant: tenantId }, 'venue did not take matches itself');
        return inDatabase();
      });
      return { row, ids };
    });

  return {
    unmatched: (tenantId: string): Promise<UnmatchedItem[]> => read(tenantId, (venue) => venue.unmatched()),

    named: (tenantId: string, ids: number[]): Promise<NamedItem[]> => read(tenantId, (venue) => venue.named(ids)),

    match: (tenantId: string, matches: SentMatches): Promise<Written> =>
      write(
        tenantId,
        (address) => sendMatches(address, matches),
        (venue) => venue.match(matches),
      ),

    /** Gives items the other codes of their products. */
    code: (tenantId: string, products: ProductCodes[]): Promise<number[]> =>
      venueDatabases.with(tenantId, (tenant) =>
        tenant.inDatabase(livingRow(tenant), (venue) =>
          giveProductCodes({ id: tenantId, venue, address: tenant.address, log }, products),
        ),
      ),

    unmatch: (tenantId: string, ids: number[]): Promise<Written> =>
      write(
        tenantId,
        (address) => undoMatches(address, ids),
        (venue) => venue.unmatch(ids),
      ),
  };
}
