import type { PlatformStats } from '@ostatok/api/contract/diagnostics.endpoints.ts';
import type { Knex } from '@ostatok/kit/node/db.ts';
import { formatBytes } from '@ostatok/kit/node/russian.ts';
import type { Catalogue } from '../catalogue/catalogue.service.ts';
import type { Host } from '../hosting/host.ts';
import type { Overview } from '../overview/overview.service.ts';
import { countActiveUsers, countGroups, databaseSize } from './diagnostics.queries.ts';

interface StatsDeps {
  db: Knex;
  overview: Pick<Overview, 'stats'>;
  catalogue: Pick<Catalogue, 'count' | 'list'>;
  host: Pick<Host, 'list' | 'images' | 'kept' | 'counts'>;
}

/** Only the total is used. */
const FIRST = { sort: 'id', order: 'asc', offset: 0, limit: 1 } as const;

/** Counts the platform's accounts, tenants, catalogue and host resources. */
export function createStats({ db, overview, catalogue, host }: StatsDeps) {
  async function readCatalog(): Promise<PlatformStats['catalog']> {
    const [totalProducts, { total: verifiedProducts }, groups] = await Promise.all([
      catalogue.count(),
      catalogue.list({ ...FIRST }, { showFullOnly: true }),
      countGroups(db),
    ]);
    return { totalProducts, verifiedProducts, categoriesCount: groups.categories, brandsCount: groups.brands };
  }

  async function readHost(): Promise<PlatformStats['docker']> {
    const [hosted, images, kept, counts] = await Promise.all([
      host.list(),
      host.images(),
      host.kept(),
      host.counts?.(),
    ]);
    const running = hosted.filter(({ state }) => state === 'running').length;
    return {
      containers: { total: counts?.containers ?? hosted.length, running },
      images: { total: images.length },
      networks: { total: counts?.networks ?? 0 },
      // a process has a folder in place of a volume
      volumes: { total: counts?.volumes ?? kept.length },
    };
  }

  async function readDatabase(): Promise<PlatformStats['database']> {
    const { pool } = db.client;
    const size = await databaseSize(db).catch(() => undefined);
    return {
      postgresql: { connected: size !== undefined, sizeFormatted: formatBytes(size ?? 0) },
      pool: { total: pool.numUsed() + pool.numFree(), max: pool.max },
    };
  }

  return {
    catalog: readCatalog,
    async read(): Promise<PlatformStats> {
      const [counts, activeUsers, catalog, docker, database] = await Promise.all([
        overview.stats(),
        countActiveUsers(db),
        readCatalog(),
        readHost(),
        readDatabase(),
      ]);
      return {
        platform: {
          users: { total: counts.totalUsers, active: activeUsers },
          tenants: { total: counts.totalTenants, active: counts.activeTenants },
          subscriptions: { active: counts.activeSubscriptions, mrr: counts.mrr },
        },
        catalog,
        docker,
        database,
      };
    },
  };
}
export type StatsOfPlatform = ReturnType<typeof createStats>;
