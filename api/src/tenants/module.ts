import type { Knex } from '@ostatok/kit/node/db.ts';
import type { Logger } from '@ostatok/kit/node/log.ts';
import type { Routes } from '../access/mounted.routes.ts';
import type { Activity } from '../activity/activity.service.ts';
import type { Host } from '../hosting/host.ts';
import type { Addresses } from '../platform/addresses.ts';
import type { Provisioning } from '../provisioning/provisioning.service.ts';
import type { SecurityLog } from '../security/security.service.ts';
import type { SubscriptionEnforcement } from '../supervisor/subscription-enforcement.service.ts';
import type { TenantRuntime } from '../supervisor/tenant-runtime.service.ts';
import type { VenueRemoval } from '../tenant-removal/removal.service.ts';
import type { VenueDatabases } from '../tenant-removal/tenant-databases.service.ts';
import type { TenantQuarantine } from '../tenant-removal/tenant-quarantine.service.ts';
import { adminTenantsRoutes } from './admin-tenants.routes.ts';
import { createAdminTenants } from './admin-tenants.service.ts';
import { createDirectory } from './directory.ts';
import { createSubdomains } from './subdomains.service.ts';
import { tenantArchiveRoutes } from './tenant-archive.routes.ts';
import { createTenantDetails } from './tenant-details.service.ts';
import { createTenantExport } from './tenant-export.service.ts';
import { subdomainsRoutes, tenantStatusRoutes, tenantsRoutes } from './tenants.routes.ts';
import { createTenants } from './tenants.service.ts';

export interface TenantsDeps {
  db: Knex;
  /** The server of tenants' databases. */
  server: Knex;
  addresses: Addresses;
  host: Host;
  runtime: TenantRuntime;
  enforcement: SubscriptionEnforcement;
  databases: Pick<VenueDatabases, 'urlOf'>;
  removal: Pick<VenueRemoval, 'shut'>;
  tenantQuarantine: Pick<TenantQuarantine, 'markDeleted'>;
  provisioning: Pick<Provisioning, 'of'>;
  activity: Activity;
  security: Pick<SecurityLog, 'record'>;
  /** Is called when a tenant goes, stops or may run again. */
  onChange: (tenantId: string) => void;
  log: Logger;
  now?: (() => Date) | undefined;
}

/** What owners and administrators see of tenants and do with them. */
export function createTenantsModule(deps: TenantsDeps) {
  const services = {
    directory: createDirectory(deps.db),
    subdomains: createSubdomains(deps),
    tenants: createTenants({ ...deps, provisionOf: deps.provisioning.of }),
    adminTenants: createAdminTenants({ ...deps, details: createTenantDetails(deps) }),
    export: createTenantExport(deps),
  };
  const routes: Routes[] = [
    subdomainsRoutes(services.subdomains),
    tenantsRoutes(services.tenants),
    tenantStatusRoutes(services.tenants),
    adminTenantsRoutes(services.adminTenants),
    tenantArchiveRoutes(services.export),
  ];
  return { services, routes };
}
