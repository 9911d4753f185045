import { connect, type Knex, migrate } from '@ostatok/kit/node/db.ts';
import { createSecrets, type Secrets } from '@ostatok/kit/node/secrets.ts';
import { platformMigrations } from '../../../migrations/platform/list.ts';
import { createResealing } from '../keys/resealing.service.ts';
import { type Jobs, KEEP_CONNECTIONS_MS, startJobs } from '../platform/jobs.ts';
import { shutOtherDatabases } from '../tenant-removal/tenant-database.queries.ts';
import type { PlatformOptions } from './platform-options.ts';

/**
 * The most locks at once. 20 for operations under way, their locked items and scheduled backups; 8 + 8 + 4 + 4 + 4 + 4
 * + 4 for tenants that are started, kept as they are, made, removed, given another bot, and for quarantined resources
 * with a tenant each. The pool needs room for all: the holder of one lock may need another to finish.
 */
const MOST_HOLDS = 56;

export interface Base {
  db: Knex;
  /** Connections that hold locks for minutes; taken from `db`, they would leave none for answering requests. */
  lockPool: Knex;
  secrets: Secrets;
  jobs: Jobs;
}

/** Opens the platform's database: migrates it, seals its secrets with the present key and starts its jobs. */
export async function openDatabase({
  databaseUrl,
  lifecycle,
  log,
  secretKey,
  previousKeys = [],
}: PlatformOptions): Promise<Base> {
  const db = connect(databaseUrl, { max: 20, idleTimeoutMillis: KEEP_CONNECTIONS_MS });
  const lockPool = connect(databaseUrl, { max: MOST_HOLDS });
  lifecycle.onStop('database', async () => {
    await lockPool.destroy();
    await db.destroy();
  });
  await migrate(db, platformMigrations);
  await shutOtherDatabases(db);
  const secrets = createSecrets(secretKey, previousKeys);
  await createResealing({ db, secrets, log }).run();
  const jobs = await startJobs(databaseUrl, log);
  lifecycle.onStop('jobs client', jobs.stop);
  return { db, lockPool, secrets, jobs };
}
