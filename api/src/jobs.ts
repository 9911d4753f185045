import type { Knex } from '@ostatok/kit/node/db.ts';
import type { Logger } from '@ostatok/kit/node/log.ts';
import { fromKnex, PgBoss } from 'pg-boss';

const PROVISION = 'provision';
const AT_ONCE = 4;
const STOP_LIMIT_MS = 10_000;

/** Durable jobs in PostgreSQL: enqueued in the transaction they belong to, tried again when their process dies. */
export async function startJobs(databaseUrl: string, log: Logger) {
  const boss = new PgBoss({
    connectionString: databaseUrl,
    max: 5,
    useListenNotify: true,
    application_name: 'ostatok-jobs',
  });
  boss.on('error', (error) => log.error({ err: error }, 'jobs'));
  await boss.start();
  await boss.createQueue(PROVISION, {
    notify: true,
    retryLimit: 20,
    retryDelay: 2,
    retryBackoff: true,
    expireInSeconds: 120,
  });
  let stopping: Promise<void> | undefined;
  return {
    enqueueProvision: async (trx: Knex.Transaction, provisionId: string): Promise<void> => {
      await boss.send(PROVISION, { provisionId }, { db: fromKnex(trx) });
    },
    async workProvisions(run: (provisionId: string) => Promise<void>): Promise<void> {
      await boss.work<{ provisionId: string }>(
        PROVISION,
        { localConcurrency: AT_ONCE, pollingIntervalSeconds: 1 },
        async (jobs) => {
          for (const job of jobs) await run(job.data.provisionId);
        },
      );
    },
    isReady: (): Promise<boolean> => boss.isInstalled(),
    /** Lets what is under way finish. */
    stop: (): Promise<void> => (stopping ??= boss.stop({ graceful: true, timeout: STOP_LIMIT_MS })),
  };
}
export type Jobs = Awaited<ReturnType<typeof startJobs>>;
