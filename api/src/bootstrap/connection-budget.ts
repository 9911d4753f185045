import { ConfigError } from '@ostatok/kit/node/config.ts';
import type { Db } from '@ostatok/kit/node/db.ts';
import type { Logger } from '@ostatok/kit/node/log.ts';
import { readServer } from './connections.queries.ts';

/**
 * The most locks at once. 20 for operations under way, their locked items and scheduled backups; 8 + 8 + 4 + 4 + 4 + 4
 * + 4 for tenants that are started, kept as they are, made, removed, given another bot, and for quarantined resources
 * with a tenant each; 2 for the files of nginx and for certificates. The pool needs room for all: the holder of one lock may need another to finish.
 */
const MOST_HOLDS = 58;

/** The most connections of one api process by what they are for: requests, locks, jobs, the two that only listen, and that of acquired tenants. */
export const connectionsOf = { requests: 20, locks: MOST_HOLDS, jobs: 6, events: 1, presence: 1, acquired: 1 } as const;

const OF_PROCESS = Object.values(connectionsOf).reduce((sum, one) => sum + one, 0);
/** The most connections of one tenant that is awake. */
const OF_TENANT = 5;

interface Server {
  /** The connections that the server accepts from anybody but a superuser. */
  most: number;
  /** The living api processes beside this one. */
  others: number;
}

/** Throws ConfigError when the server can't hold this api process beside the others and one tenant awake. */
export function budgetFor({ most, others }: Server): { platform: number; tenantsAwake: number } {
  const platform = OF_PROCESS * (others + 1);
  const tenantsAwake = Math.floor((most - platform) / OF_TENANT);
  if (tenantsAwake >= 1) return { platform, tenantsAwake };
  throw new ConfigError([
    `DATABASE_URL: сервер принимает соединений: ${most}, а нужно ${platform + OF_TENANT}: по ${OF_PROCESS} каждому процессу ` +
      `платформы (их ${others + 1}) и по ${OF_TENANT} каждому заведению, которое не спит. Увеличьте max_connections`,
  ]);
}

/** Logs how many connections the platform may take, and how many tenants the rest is enough for at their busiest. */
export async function checkConnections(db: Db, log: Logger): Promise<void> {
  const server = await readServer(db);
  log.info({ ...server, ...budgetFor(server) }, 'connections to PostgreSQL');
}
