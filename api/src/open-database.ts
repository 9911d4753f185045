import { connect, type Knex, migrate } from '@ostatok/kit/node/db.ts';
import { createSecrets, type Secrets } from '@ostatok/kit/node/secrets.ts';
import { platformMigrations } from '../../migrations/platform/list.ts';
import { type Jobs, KEEP_CONNECTIONS_MS, startJobs } from './jobs.ts';
import { createResealing } from './keys/resealing.service.ts';
import type { PlatformOptions } from './platform-options.ts';
import { shutOtherDatabases } from './tenants/tenant-database.queries.ts';

/**
 * Operations under way, the items of theirs that are locked, and the backups made by the clock: 20. Venues started, kept
 * as they are, made, removed, given another bot, and things in quarantine with a venue each: 8 + 8 + 4 + 4 + 4 + 4 + 4. As
 * much as can be at once, since one that holds may need another to end.
 */
const MOST_HOLDS = 56;

export interface Base {
  db: Knex;
  /** Connections that hold locks for minutes: taken from `db` they would leave none to answer people with. */
  lockPool: Knex;
  secrets: Secrets;
  jobs: Jobs;
}

/** Brings the platform's database to the present schema, with what else stands on it alone. */
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
