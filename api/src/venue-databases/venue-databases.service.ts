import type { Knex } from '@ostatok/kit/node/db.ts';
import { Unavailable } from '@ostatok/kit/node/errors.ts';
import type { Logger } from '@ostatok/kit/node/log.ts';
import type { TenantRow } from '../platform/tables.ts';
import type { TenantAddress } from '../supervisor/tenant-client.ts';
import type { TenantRuntime } from '../supervisor/tenant-runtime.service.ts';
import { inVenueDatabase, OldSchema, type VenueDatabase } from './venue-database.queries.ts';

export type {
  CorrectedCode,
  GivenVenueCode,
  NamedItem,
  ProductCodes,
  UnmatchedItem,
  VenueCode,
  VenueDatabase,
} from './venue-database.queries.ts';

export interface VenueDatabasesDeps {
  runtime: Pick<TenantRuntime, 'withStableInstance' | 'wakeRenewed' | 'sleepAgain'>;
  /** The URL with the tenant's own role. */
  databaseUrlOf: (row: TenantRow) => string;
  log: Logger;
}

/** A tenant whose state does not change while the work lasts. */
export interface StableTenant {
  trx: Knex.Transaction;
  row: TenantRow | undefined;
  /** Undefined while the tenant is asleep. */
  address: TenantAddress | undefined;
  /** Connects to the tenant's database. Throws Unavailable with the reason. */
  inDatabase: <T>(row: TenantRow, use: (venue: VenueDatabase) => Promise<T>) => Promise<T>;
}

/** A suspended tenant has the schema of an older release; it is migrated when it starts again. */
export class StoppedOnOldRelease extends Unavailable {
  constructor() {
    super(3600, 'Приостановлено: данные прежнего выпуска обновятся при запуске', 'venue_old_release');
  }
}

/** A tenant that keeps to an earlier release, or has come back to it, keeps its schema too. */
class KeepsOldRelease extends Unavailable {
  constructor() {
    super(3600, 'Заведение работает на прежнем выпуске: данные обновятся вместе с ним', 'venue_old_release');
  }
}

/** Works on tenants' databases without waking those that are asleep. */
export function createVenueDatabases({ runtime, databaseUrlOf, log }: VenueDatabasesDeps) {
  const once = <T>(id: string, work: (tenant: StableTenant) => Promise<T>): Promise<T> =>
    runtime.withStableInstance(id, (trx, row, address) =>
      work({ trx, row, address, inDatabase: (of, use) => inVenueDatabase(databaseUrlOf(of), use) }),
    );

  /** Wakes the tenant, since its database is migrated at start. A suspended tenant is not started. */
  async function renewed<T>(id: string, work: (tenant: StableTenant) => Promise<T>): Promise<T> {
    const row = await runtime.withStableInstance(id, async (_trx, present) => present);
    if (row?.status !== 'active') throw new StoppedOnOldRelease();
    const present = await runtime.wakeRenewed(row).catch((error) => {
      log.warn({ err: error, tenant: id }, 'venue did not start for its database to be migrated');
      throw new Unavailable(60, 'Заведение не запускается');
    });
    const result = await once(id, work).catch((error) => {
      throw error instanceof OldSchema ? new KeepsOldRelease() : error;
    });
    if (!row.endpoint) await runtime.sleepAgain(present);
    return result;
  }

  return {
    /** Locks the tenant's state for the work, which is done again if the tenant had to be migrated for it. */
    with: <T>(id: string, work: (tenant: StableTenant) => Promise<T>): Promise<T> =>
      once(id, work).catch((error) => {
        if (error instanceof OldSchema) return renewed(id, work);
        throw error;
      }),
  };
}
export type VenueDatabases = ReturnType<typeof createVenueDatabases>;
