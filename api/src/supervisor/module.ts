import type { Knex } from '@ostatok/kit/node/db.ts';
import type { Logger } from '@ostatok/kit/node/log.ts';
import type { Registry } from 'prom-client';
import type { Routes } from '../access/mounted.routes.ts';
import type { Activity } from '../activity/activity.service.ts';
import type { Billing } from '../billing/billing.service.ts';
import type { Host, HostEvents, TenantLimits } from '../hosting/host.ts';
import type { Hostings } from '../hosting/hosting.ts';
import type { Addresses } from '../platform/addresses.ts';
import type { PeriodicJob, Watch } from '../platform/jobs.ts';
import type { TenantSecrets } from '../platform/tenant-secrets.ts';
import { createReleaseChoice } from '../releases/releases.service.ts';
import type { BotStates } from '../telegram/bot-states.service.ts';
import { createBusyTenants } from './busy-tenants.ts';
import { createHungTenants } from './hung-tenants.ts';
import { keepingRoutes } from './keeping.routes.ts';
import { createKeeping } from './keeping.service.ts';
import { createLockWatch } from './lock-watch.ts';
import { createMemoryShortage } from './memory-shortage.ts';
import { createSubscriptionEnforcement } from './subscription-enforcement.service.ts';
import { tenantCallsRoutes } from './tenant-calls.routes.ts';
import { createTenantCalls } from './tenant-calls.service.ts';
import { measureTenants } from './tenant-metrics.ts';
import { createTenantResources } from './tenant-resources.service.ts';
import { createTenantRuntime } from './tenant-runtime.service.ts';
import { createSpecOf } from './tenant-spec.ts';
import { createTenantTallies } from './tenant-tallies.ts';
import { createWakeUps } from './wake-ups.ts';

export interface SupervisorDeps {
  db: Knex;
  /** The pool for locks that are held while tenants are started and stopped. */
  lockPool: Knex;
  /** The server of tenants' databases. */
  server: Knex;
  secrets: TenantSecrets;
  addresses: Addresses;
  billing: Pick<Billing, 'limitsOf'>;
  activity: Activity;
  botStates: BotStates;
  /** Makes the host, which reports changes of endpoints that nobody asked for. */
  createHost: (events: HostEvents) => Host;
  idleMinutes: number;
  longestWakeMs?: number | undefined;
  /** Returns how much memory in MB the machine can still give. */
  freeMemoryMb?: (() => number) | undefined;
  /** The id of this api process. */
  processId: string;
  logLevel: string;
  limits: TenantLimits;
  /** A file of authorities that tenants trust besides those of Node. */
  extraCaFile?: string | undefined;
  hostings: Hostings;
  /** Is called when a tenant stops or may run again. */
  onChange: (tenantId: string) => void;
  /** Suspends a tenant on behalf of the platform; `why` is for the activity. */
  suspend: (tenantId: string, why: string) => Promise<unknown>;
  log: Logger;
  now?: (() => Date) | undefined;
}

/** The services in the order of their dependencies. */
function createServices(deps: SupervisorDeps) {
  const { db, lockPool, server, secrets, addresses, billing, activity, botStates, onChange, log, now } = deps;
  const host = deps.createHost({
    onMoved: (...moved) => runtime.onEndpointChanged(...moved),
    restart: (id) => runtime.restartCrashed(id),
  });
  const releases = createReleaseChoice({ db, host, activity, log, now });
  const runtime = createTenantRuntime({
    db,
    lockPool,
    host,
    secrets,
    specOf: createSpecOf({
      addresses,
      secrets,
      limits: deps.limits,
      extraCaFile: deps.extraCaFile,
      hostings: deps.hostings,
      logLevel: deps.logLevel,
      planOf: billing.limitsOf,
    }),
    idleMinutes: deps.idleMinutes,
    longestWakeMs: deps.longestWakeMs,
    releases,
    processId: deps.processId,
    memory: createMemoryShortage({ freeMemoryMb: deps.freeMemoryMb, log }),
    log,
  });
  const enforcement = createSubscriptionEnforcement({ db, billing, runtime, activity, onChange, log, now });
  const busy = createBusyTenants({ host, log, now: now ?? (() => new Date()) });
  return {
    host,
    releases,
    runtime,
    enforcement,
    wakeUps: createWakeUps({ db, runtime, log }),
    keep: createKeeping({ db, enforcement }),
    tallies: createTenantTallies(),
    busy,
    hung: createHungTenants({ host, runtime, log }),
    resources: createTenantResources({ db, server, host, busy, log }),
    lockWatch: createLockWatch({ server, host, runtime, suspend: deps.suspend, log }),
    tenantCalls: createTenantCalls({ db, secrets, botStates, activity, addresses, log }),
  };
}

/** Starts, stops and watches the processes of tenants, and answers their calls. */
export function createSupervisorModule(deps: SupervisorDeps) {
  const services = createServices(deps);
  const routes: Routes[] = [
    { path: '/internal', access: 'process', router: tenantCallsRoutes(services.tenantCalls, services.wakeUps) },
    keepingRoutes(services.keep),
  ];
  // the name of the job is older than the service's
  const jobs: PeriodicJob[] = [
    { name: 'standing', cron: '*/10 * * * *', run: services.enforcement.enforceAll },
    { name: 'tenant-sizes', cron: '*/10 * * * *', run: services.resources.measureDatabases },
    { name: 'releases', cron: '25 4 * * *', run: services.releases.prune },
  ];
  const watches: Watch[] = [
    { name: 'idle watch', start: services.runtime.watch },
    { name: 'wake-ups', start: services.wakeUps.watch },
    { name: 'hung watch', start: services.hung.watch },
    { name: 'load watch', start: services.busy.watch },
    { name: 'resource watch', start: services.resources.watch },
    { name: 'lock watch', start: services.lockWatch.watch },
  ];
  const registerMetrics = (registry: Registry): void => measureTenants(registry, { ...deps, ...services });
  return { services, routes, jobs, watches, registerMetrics };
}
