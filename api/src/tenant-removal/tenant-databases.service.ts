import { randomBytes } from 'node:crypto';
import type { Knex } from '@ostatok/kit/node/db.ts';
import type { Addresses } from '../platform/addresses.ts';
import type { TenantRow } from '../platform/tables.ts';
import { findTenant, listLiving } from '../platform/tenant-rows.queries.ts';
import type { TenantSecrets } from '../platform/tenant-secrets.ts';
import { databaseUrlOf } from '../supervisor/tenant-spec.ts';
import type { Installation } from './installation.service.ts';
import { lockLiving, presentAmong } from './removal.queries.ts';
import { createTenantDatabase, dropTenantDatabase, listTrials, reachableBy } from './tenant-database.queries.ts';

/** A tenant's database with access by the tenant's own role. */
export interface VenueDatabase {
  id: string;
  subdomain: string;
  displayName: string;
  createdAt: Date;
  /** Returns the URL with its own role, to another database of that server where one is named. */
  urlOf: (database: string) => string;
  /**
   * Creates its role and an empty database if they are missing, as on a new server. Returns false when the tenant is
   * deleted and stays closed.
   */
  ensure: () => Promise<boolean>;
}

/** The databases of active and suspended tenants. */
export function createVenueDatabases({
  db,
  server,
  secrets,
  addresses,
  installation,
}: {
  db: Knex;
  /** Their server, with the right to create databases. */
  server: Knex;
  secrets: TenantSecrets;
  addresses: Addresses;
  installation: Pick<Installation, 'mark' | 'markVenue'>;
}) {
  /** The name prefix of trial databases; each installation on a server has its own. */
  const trialPrefix = async (): Promise<string> => `check_${(await installation.mark()).slice(-12)}_`;

  const ensure = (row: TenantRow): Promise<boolean> =>
    db.transaction(async (trx) => {
      // a deletion at the same time closes the database after this
      if (!(await lockLiving(trx, row.id))) return false;
      await createTenantDatabase(server, row.id, secrets.databasePasswordOf(row));
      return true;
    });

  const toVenue = (row: TenantRow): VenueDatabase => ({
    id: row.id,
    subdomain: row.subdomain,
    displayName: row.display_name,
    createdAt: row.created_at,
    ensure: () => ensure(row),
    urlOf: (database) => databaseUrlOf(addresses.databaseUrl, row.id, secrets.databasePasswordOf(row), database),
  });
  return {
    /** Creates the tenant's role and database and marks them as this installation's; repeating it is harmless. */
    async create(row: TenantRow): Promise<void> {
      await createTenantDatabase(server, row.id, secrets.databasePasswordOf(row));
      await installation.markVenue(row.id);
    },
    /** Drops the tenant's database and role; harmless when nothing exists. */
    drop: (id: string): Promise<void> => dropTenantDatabase(server, id),
    /** Lists other databases that the tenant's role could enter: none, unless the server holds databases of others. */
    reachableBy: (id: string): Promise<string[]> => reachableBy(server, id),
    /** Returns the URL with the tenant's own role. */
    urlOf: (row: TenantRow): string => databaseUrlOf(addresses.databaseUrl, row.id, secrets.databasePasswordOf(row)),
    /** Undefined when the tenant does not exist, is still being made or is deleted. */
    async find(id: string): Promise<VenueDatabase | undefined> {
      const row = await findTenant(db, id);
      return row && (row.status === 'active' || row.status === 'suspended') ? toVenue(row) : undefined;
    },
    living: async (): Promise<VenueDatabase[]> => (await listLiving(db)).map(toVenue),
    /** Returns which of these tenants still have a database or a role on the server. */
    remainsOf: (ids: string[]): Promise<string[]> => presentAmong(server, ids),
    /** Makes a database as for a tenant and drops it; returns the milliseconds it took. */
    async tryMaking(): Promise<number> {
      const name = `${await trialPrefix()}${Date.now()}_${randomBytes(4).toString('hex')}`;
      const began = performance.now();
      try {
        await createTenantDatabase(server, name, randomBytes(18).toString('base64url'));
      } finally {
        await dropTenantDatabase(server, name);
      }
      return Math.round(performance.now() - began);
    },
    /** Drops trial databases of dead processes that are old enough; returns how many. */
    async dropTrials(olderThanMs: number): Promise<number> {
      const prefix = await trialPrefix();
      const old = (await listTrials(server, prefix)).filter(
        (name) => Number(name.slice(prefix.length).split('_')[0]) <= Date.now() - olderThanMs,
      );
      for (const name of old) await dropTenantDatabase(server, name);
      return old.length;
    },
  };
}
export type VenueDatabases = ReturnType<typeof createVenueDatabases>;
