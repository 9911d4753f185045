import type { Knex } from '@ostatok/kit/node/db.ts';
import type { Logger } from '@ostatok/kit/node/log.ts';
import type { Routes } from '../access/mounted.routes.ts';
import type { Activity } from '../activity/activity.service.ts';
import type { Billing } from '../billing/billing.service.ts';
import type { Host } from '../hosting/host.ts';
import type { Addresses } from '../platform/addresses.ts';
import type { TenantSecrets } from '../platform/tenant-secrets.ts';
import type { SubscriptionEnforcement } from '../supervisor/subscription-enforcement.service.ts';
import type { TenantRuntime } from '../supervisor/tenant-runtime.service.ts';
import { createInstallation } from './installation.service.ts';
import { createPurgedFolders } from './purged-folders.service.ts';
import { createVenueRemoval } from './removal.service.ts';
import { restoreRoutes } from './restore.routes.ts';
import { createRestoringDeleted } from './restoring-deleted.service.ts';
import { createVenueDatabases } from './tenant-databases.service.ts';
import { createTenantQuarantine } from './tenant-quarantine.service.ts';

export interface TenantRemovalDeps {
  db: Knex;
  /** The pool for locks that are held while tenants are removed and restored. */
  lockPool: Knex;
  /** The server of tenants' databases, with the right to create them. */
  server: Knex;
  secrets: TenantSecrets;
  addresses: Addresses;
  runtime: TenantRuntime;
  host: Pick<Host, 'diskUse' | 'forget'>;
  enforcement: Pick<SubscriptionEnforcement, 'follow'>;
  billing: Pick<Billing, 'limitsOf'>;
  activity: Pick<Activity, 'record'>;
  supportEmail: string;
  /** Deletes the backups of a tenant that was deleted for good. */
  forgetBackups: (tenantId: string) => Promise<void>;
  /** Is called when a tenant goes or comes back. */
  onChange: (tenantId: string) => void;
  log: Logger;
  now?: (() => Date) | undefined;
}

/** Databases of tenants, and how tenants go: deleted, set aside by a cleanup, restored, and purged. */
export function createTenantRemovalModule(deps: TenantRemovalDeps) {
  const { db, server, secrets, addresses } = deps;
  const installation = createInstallation({ db, server });
  const tenantQuarantine = createTenantQuarantine(deps);
  const services = {
    installation,
    databases: createVenueDatabases({ db, server, secrets, addresses, installation }),
    removal: createVenueRemoval(deps),
    tenantQuarantine,
    purgedFolders: createPurgedFolders(deps),
    restoreDeleted: createRestoringDeleted({ ...deps, tenantQuarantine }),
  };
  const routes: Routes[] = [restoreRoutes(services.restoreDeleted)];
  return { services, routes, watches: [{ name: 'purged folders', start: services.purgedFolders.watch }] };
}
