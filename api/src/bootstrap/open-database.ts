import { randomUUID } from 'node:crypto';
import { connect, type Knex, migrate } from '@ostatok/kit/node/db.ts';
import { createSecrets, type Secrets } from '@ostatok/kit/node/secrets.ts';
import { platformMigrations } from '../../../migrations/platform/list.ts';
import { createResealing } from '../keys/resealing.service.ts';
import { type Jobs, KEEP_CONNECTIONS_MS, startJobs } from '../platform/jobs.ts';
import { shutOtherDatabases } from '../tenant-removal/tenant-database.queries.ts';
import { checkConnections, connectionsOf } from './connection-budget.ts';
import type { PlatformOptions } from './platform-options.ts';

export interface Base {
  db: Knex;
  /** Connections that hold locks for minutes; taken from `db`, they would leave none for answering requests. */
  lockPool: Knex;
  secrets: Secrets;
  jobs: Jobs;
  /** By which the api processes of one database know each other. */
  processId: string;
}

/** Opens the platform's database: migrates it, seals its secrets with the present key and starts its jobs. */
export async function openDatabase({
  databaseUrl,
  lifecycle,
  log,
  secretKey,
  previousKeys = [],
}: PlatformOptions): Promise<Base> {
  const db = connect(databaseUrl, { max: connectionsOf.requests, idleTimeoutMillis: KEEP_CONNECTIONS_MS });
  const lockPool = connect(databaseUrl, { max: connectionsOf.locks });
  lifecycle.onStop('database', async () => {
    await lockPool.destroy();
    await db.destroy();
  });
  await checkConnections(db, log);
  await migrate(db, platformMigrations);
  await shutOtherDatabases(db);
  const secrets = createSecrets(secretKey, previousKeys);
  await createResealing({ db, secrets, log }).run();
  const jobs = await startJobs(databaseUrl, log);
  lifecycle.onStop('jobs client', jobs.stop);
  return { db, lockPool, secrets, jobs, processId: randomUUID() };
}
