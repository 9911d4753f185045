import type { Knex } from '@ostatok/kit/node/db.ts';
import type { Logger } from '@ostatok/kit/node/log.ts';
import { Gauge, type Registry } from 'prom-client';
import type { Routes } from '../auth/mounted.routes.ts';
import { catalogueLookupRoutes } from '../catalogue/catalogue.routes.ts';
import { proposalsRoutes } from '../catalogue/proposals.routes.ts';
import type { Module } from '../platform/module.ts';
import { adminTenantsRoutes } from '../tenants/admin-tenants.routes.ts';
import { tenantCallsRoutes } from '../tenants/supervisor/tenant-calls.routes.ts';
import { updatesRoutes } from '../tenants/supervisor/updates.routes.ts';
import { createUpdates } from '../tenants/supervisor/updates.service.ts';
import { tenantsRoutes } from '../tenants/tenants.routes.ts';
import type { TrustedClock } from '../trusted-clock/trusted-clock.service.ts';
import type { Administration } from './administration-modules.ts';
import type { TenantServices } from './tenant-services.ts';

interface TenantModuleDeps extends TenantServices, Pick<Administration, 'catalogue' | 'proposals' | 'operations'> {
  db: Knex;
  trustedClock: TrustedClock;
  log: Logger;
}

/** The routes, jobs and metrics of tenants. */
export function createTenantModule(deps: TenantModuleDeps): Module {
  const { tenantCalls, enforcement, supportVisits, trustedClock, host, operations } = deps;
  const routes: Routes[] = [
    { path: '/internal', access: 'process', router: tenantCallsRoutes(tenantCalls) },
    {
      path: '/internal/catalogue',
      access: 'process',
      router: catalogueLookupRoutes(deps.catalogue, tenantCalls),
    },
    { path: '/internal/proposals', access: 'process', router: proposalsRoutes(deps.proposals, tenantCalls) },
    { path: '/api/provision', access: 'user', router: tenantsRoutes(deps) },
    { path: '/api/admin/tenants', access: 'admin', router: adminTenantsRoutes(deps) },
    updatesRoutes(createUpdates(deps), operations),
  ];
  return {
    routes,
    jobs: [
      { name: 'standing', cron: '*/10 * * * *', run: enforcement.enforceAll },
      {
        name: 'support-visits-purge',
        cron: '25 * * * *',
        async run() {
          const at = await trustedClock.trusted();
          if (at) await supportVisits.forget(at);
        },
      },
    ],
    registerMetrics(registry: Registry) {
      new Gauge({
        name: 'ostatok_tenants_running',
        help: 'Venues awake on this host',
        registers: [registry],
        async collect() {
          this.set((await host.list()).filter(({ state }) => state === 'running').length);
        },
      });
    },
  };
}
