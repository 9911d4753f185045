import type { Knex } from '@ostatok/kit/node/db.ts';
import type { Registry } from 'prom-client';
import type { Host } from '../hosting/host.ts';
import { measureSource, type Sample } from '../platform/metric-sources.ts';
import type { BusyTenants } from './busy-tenants.ts';
import { databaseSizesOf, subdomainsById, tenantCounts } from './tenant-metrics.queries.ts';
import type { TenantTallies } from './tenant-tallies.ts';

interface TenantMetricsDeps {
  db: Knex;
  /** The server of tenants' databases. */
  server: Knex;
  host: Pick<Host, 'list'>;
  busy: Pick<BusyTenants, 'loads'>;
  tallies: Pick<TenantTallies, 'list'>;
}

/** Sizes of databases change slowly, and measuring one reads its whole folder. */
const SIZES_MS = 60_000;
const COUNTS_MS = 5000;
const LOADS_MS = 1000;

interface Known {
  names: Map<string, string>;
  /** Undefined for a tenant whose database does not exist. */
  sizes: Map<string, number | undefined>;
}

/** The subdomains of tenants and the database sizes of those that are awake, each asked for once a minute. */
function createKnownTenants({ db, server }: Pick<TenantMetricsDeps, 'db' | 'server'>) {
  let known: Known = { names: new Map(), sizes: new Map() };
  let readAt = Number.NEGATIVE_INFINITY;
  return async (awake: string[], ids: string[]): Promise<Known> => {
    if (performance.now() - readAt > SIZES_MS) {
      known = { names: new Map(), sizes: new Map() };
      readAt = performance.now();
    }
    const unnamed = ids.filter((id) => !known.names.has(id));
    const unmeasured = awake.filter((id) => !known.sizes.has(id));
    const [names, sizes] = await Promise.all([
      unnamed.length > 0 ? subdomainsById(db, unnamed) : new Map<string, string>(),
      unmeasured.length > 0 ? databaseSizesOf(server, unmeasured) : new Map<string, number>(),
    ]);
    for (const [id, name] of names) known.names.set(id, name);
    for (const id of unmeasured) known.sizes.set(id, sizes.get(id));
    return known;
  };
}

const gauges = {
  ostatok_tenant_cpu_cores: {
    help: 'Cores that an awake venue uses, over the last quarter of a minute',
    labelNames: ['tenant'],
  },
  ostatok_tenant_memory_bytes: { help: 'Memory of an awake venue with what it started', labelNames: ['tenant'] },
  ostatok_tenant_database_bytes: { help: 'Size of the database of an awake venue', labelNames: ['tenant'] },
  ostatok_tenant_crashes: { help: 'How often a venue has crashed since it was asked to start', labelNames: ['tenant'] },
  ostatok_tenant_requests_total: {
    help: 'Answers to requests of a venue since this process started, of venues asked in the last half hour',
    labelNames: ['tenant', 'status'],
  },
  ostatok_tenants_running: { help: 'Venues awake on this host' },
};

/** Registers what tenants use and answer. Only those that are awake here, or were lately, have series of their own. */
export function measureTenants(registry: Registry, deps: TenantMetricsDeps): void {
  const knownTenants = createKnownTenants(deps);
  measureSource(registry, {
    source: 'tenants',
    gauges,
    freshMs: LOADS_MS,
    async read() {
      const hosted = await deps.host.list();
      const awake = hosted.filter(({ state }) => state === 'running').map(({ id }) => id);
      const loads = deps.busy.loads().filter(({ id }) => awake.includes(id));
      const tallies = deps.tallies.list();
      const ids = new Set([...tallies, ...hosted].map(({ id }) => id));
      const { names, sizes } = await knownTenants(awake, [...ids]);
      const of = (id: string, value: number | undefined, labels = {}): Sample[] => {
        const tenant = names.get(id);
        return tenant === undefined || value === undefined ? [] : [{ labels: { tenant, ...labels }, value }];
      };
      return {
        ostatok_tenants_running: [{ value: awake.length }],
        ostatok_tenant_cpu_cores: loads.flatMap(({ id, cpu_percent }) => of(id, cpu_percent / 100)),
        ostatok_tenant_memory_bytes: loads.flatMap(({ id, memory_bytes }) => of(id, memory_bytes)),
        ostatok_tenant_database_bytes: awake.flatMap((id) => of(id, sizes.get(id))),
        ostatok_tenant_crashes: hosted.flatMap(({ id, crashes }) => of(id, crashes)),
        ostatok_tenant_requests_total: tallies.flatMap(({ id, status, count }) => of(id, count, { status })),
      };
    },
  });
  measureSource(registry, {
    source: 'tenant counts',
    gauges: { ostatok_tenants: { help: 'Venues by their state', labelNames: ['status'] } },
    freshMs: COUNTS_MS,
    read: async () => ({
      ostatok_tenants: (await tenantCounts(deps.db)).map(({ status, count }) => ({ labels: { status }, value: count })),
    }),
  });
}
