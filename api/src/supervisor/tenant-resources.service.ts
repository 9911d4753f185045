import type { Knex } from '@ostatok/kit/node/db.ts';
import type { Logger } from '@ostatok/kit/node/log.ts';
import type { Host } from '../hosting/host.ts';
import type { BusyTenants } from './busy-tenants.ts';
import { databaseSizesOf } from './tenant-metrics.queries.ts';
import { listUnmeasured, storeDatabaseSizes, storeDiskSizes, storeLoads } from './tenant-resources.queries.ts';

const LOOK_EVERY_MS = 60_000;
/** The folder of a tenant that runs is measured this often, and that of one that sleeps once. */
const DISK_EVERY_MS = 10 * 60_000;
/** The most folders of one look, so that a thousand tenants are spread over twenty minutes. */
const MOST_FOLDERS = 50;
/** The most databases of one statement: PostgreSQL looks at every file of each. */
const MOST_DATABASES = 100;

interface TenantResourcesDeps {
  db: Knex;
  /** The server of tenants' databases. */
  server: Knex;
  host: Pick<Host, 'list' | 'kept' | 'diskUse'>;
  busy: Pick<BusyTenants, 'loads'>;
  log: Logger;
}

/** Keeps what each tenant takes of processor, memory and disk where lists can be sorted by it. */
export function createTenantResources({ db, server, host, busy, log }: TenantResourcesDeps) {
  let running = new Set<string>();
  /** When the folder of each tenant on this host was measured. */
  const measured = new Map<string, number>();
  let looking: Promise<void> | undefined;

  /** Those whose folders may have changed, at most so many. */
  async function foldersToMeasure(changing: Set<string>): Promise<string[]> {
    const kept = await host.kept();
    for (const id of measured.keys()) if (!kept.includes(id)) measured.delete(id);
    const before = performance.now() - DISK_EVERY_MS;
    const isDue = (id: string): boolean => {
      const at = measured.get(id);
      return at === undefined || (changing.has(id) && at < before);
    };
    return kept.filter(isDue).slice(0, MOST_FOLDERS);
  }

  async function look(): Promise<void> {
    const now = new Set((await host.list()).filter(({ state }) => state === 'running').map(({ id }) => id));
    const stopped = [...running].filter((id) => !now.has(id));
    // what it wrote when it stopped counts too
    for (const id of stopped) measured.delete(id);
    running = now;
    await storeLoads(
      db,
      busy.loads().filter(({ id }) => now.has(id)),
      stopped,
    );
    const sizes: { id: string; bytes: number }[] = [];
    for (const id of await foldersToMeasure(now)) sizes.push({ id, bytes: await host.diskUse(id) });
    if (sizes.length > 0) await storeDiskSizes(db, sizes);
    for (const { id } of sizes) measured.set(id, performance.now());
  }

  /** A look that takes longer than a minute is not joined by the next. */
  const lookOnce = (): Promise<void> => {
    looking ??= look().finally(() => {
      looking = undefined;
    });
    return looking;
  };

  return {
    /** Measures the load and the folders of tenants on this host. */
    look: lookOnce,

    /** Measures the databases that may have changed, of all hosts. */
    async measureDatabases(): Promise<void> {
      const left = await listUnmeasured(db);
      while (left.length > 0) {
        const ids = left.splice(0, MOST_DATABASES);
        await storeDatabaseSizes(db, ids, await databaseSizesOf(server, ids));
      }
    },

    watch(): () => void {
      const timer = setInterval(() => {
        lookOnce().catch((error) => log.error({ err: error }, 'could not store what tenants use'));
      }, LOOK_EVERY_MS);
      return () => clearInterval(timer);
    },
  };
}
export type TenantResources = ReturnType<typeof createTenantResources>;
