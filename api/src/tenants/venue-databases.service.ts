import { randomBytes } from 'node:crypto';
import type { Knex } from '@ostatok/kit/node/db.ts';
import type { TenantRow } from '../tables.ts';
import type { Addresses } from './addresses.ts';
import type { Installation } from './installation.service.ts';
import { presentAmong } from './removal.queries.ts';
import { createTenantDatabase, dropTenantDatabase, listTrials } from './tenant-database.queries.ts';
import type { TenantSecrets } from './tenant-secrets.ts';
import { databaseUrlOf } from './tenant-spec.ts';
import { findTenant, listLiving, lockLiving } from './tenants.queries.ts';

/** A venue's database as one who enters it sees it. */
export interface VenueDatabase {
  id: string;
  subdomain: string;
  displayName: string;
  createdAt: Date;
  /** As its own role; into another database of that server where one is named. */
  urlOf: (database: string) => string;
  /** Its role and an empty database where there are none, as on a new server. False: it is gone, and stays shut. */
  ensure: () => Promise<boolean>;
}

/** The databases of venues that live: of those that run, sleep or are suspended. */
export function createVenueDatabases({
  db,
  server,
  secrets,
  addresses,
  installation,
}: {
  db: Knex;
  /** The server that they are on, as one who may make them. */
  server: Knex;
  secrets: TenantSecrets;
  addresses: Addresses;
  installation: Pick<Installation, 'mark'>;
}) {
  /** What databases made for trial begin with: others on this server have their own. */
  const trialPrefix = async (): Promise<string> => `check_${(await installation.mark()).slice(-12)}_`;

  const ensure = (row: TenantRow): Promise<boolean> =>
    db.transaction(async (trx) => {
      // whoever deletes it meanwhile shuts it after this
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
    /** As its own role. */
    urlOf: (row: TenantRow): string => databaseUrlOf(addresses.databaseUrl, row.id, secrets.databasePasswordOf(row)),
    /** Undefined: there is none, or it is still made or gone. */
    async find(id: string): Promise<VenueDatabase | undefined> {
      const row = await findTenant(db, id);
      return row && (row.status === 'active' || row.status === 'suspended') ? toVenue(row) : undefined;
    },
    living: async (): Promise<VenueDatabase[]> => (await listLiving(db)).map(toVenue),
    /** Of these venues, the ones that the server still has a database or a role for. */
    remainsOf: (ids: string[]): Promise<string[]> => presentAmong(server, ids),
    /** Makes one as for a venue, and drops it again; what that took in milliseconds. */
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
    /** Of those, what a process that died has left, if it is that old; how many. */
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
