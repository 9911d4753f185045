import type { Knex } from '@ostatok/kit/node/db.ts';
import type { TenantRow } from '../tables.ts';
import type { Addresses } from './addresses.ts';
import type { TenantSecrets } from './tenant-secrets.ts';
import { databaseUrlOf } from './tenant-spec.ts';
import { findTenant, listLiving } from './tenants.queries.ts';

/** A venue's database as one who enters it sees it. */
export interface VenueDatabase {
  id: string;
  subdomain: string;
  displayName: string;
  createdAt: Date;
  /** As its own role; into another database of that server where one is named. */
  urlOf: (database: string) => string;
}

/** The databases of venues that live: of those that run, sleep or are suspended. */
export function createVenueDatabases({
  db,
  secrets,
  addresses,
}: {
  db: Knex;
  secrets: TenantSecrets;
  addresses: Addresses;
}) {
  const toVenue = (row: TenantRow): VenueDatabase => ({
    id: row.id,
    subdomain: row.subdomain,
    displayName: row.display_name,
    createdAt: row.created_at,
    urlOf: (database) => databaseUrlOf(addresses.databaseUrl, row.id, secrets.databasePasswordOf(row), database),
  });
  return {
    /** Undefined: there is none, or it is still made or gone. */
    async find(id: string): Promise<VenueDatabase | undefined> {
      const row = await findTenant(db, id);
      return row && (row.status === 'active' || row.status === 'suspended') ? toVenue(row) : undefined;
    },
    living: async (): Promise<VenueDatabase[]> => (await listLiving(db)).map(toVenue),
  };
}
export type VenueDatabases = ReturnType<typeof createVenueDatabases>;
