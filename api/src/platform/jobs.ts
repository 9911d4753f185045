import type { Knex } from '@ostatok/kit/node/db.ts';
import type { Logger } from '@ostatok/kit/node/log.ts';
import { fromKnex, PgBoss } from 'pg-boss';
import { followClock } from './jobs-clock.ts';

const PROVISION = 'provision';
const OPERATION = 'operation';
const AT_ONCE = 4;
const STOP_LIMIT_MS = 10_000;
/** After this much silence a job's process counts as dead, and the next run may begin. */
const SILENCE_SECONDS = 30;
const LONGEST_RUN_SECONDS = 3600;
const KEPT_SECONDS = 86_400;
/** How often the cron schedules are checked: they are precise to a minute, and pg-boss allows no longer interval. */
const CLOCK_SECONDS = 45;
/** The interval of pg-boss' check for jobs that wait for other jobs; we have none, and its default is 5 seconds. */
const FLOW_SECONDS = 600;
/** A worker that receives NOTIFY polls for missed jobs every 120 seconds; without NOTIFY it polls every 5 seconds. */
const LOOK_SECONDS = { pollingIntervalSeconds: 5, notifyPollingIntervalSeconds: 120 };
/** Connections stay open between the jobs of each minute: opening one costs more than most of that work. */
export const KEEP_CONNECTIONS_MS = 90_000;
/** pg-boss passes these options to its pool, though its types do not declare them. */
const poolOptions = { idleTimeoutMillis: KEEP_CONNECTIONS_MS };

/** Work of a slice that is repeated in one process at a time. */
export interface PeriodicJob {
  /** The name of its queue in the database and of its counts in /metrics, so it stays the same in all releases. */
  name: string;
  /** The moments, in UTC; it also runs at the start. */
  cron: string;
  run: () => Promise<unknown>;
}

export const EVERY_MINUTE = '* * * * *';

/** Work of a slice that every process does by its own timer. */
export interface Watch {
  /** The name by which the log tells that it stopped. */
  name: string;
  /** Begins; the returned function ends it. */
  start: () => Stop | Promise<Stop>;
}
type Stop = () => void | Promise<void>;

/** Counts the runs of one repeated job in this process. */
export interface JobRuns {
  name: string;
  succeeded: number;
  failed: number;
  lastSuccessAt: Date | null;
  lastEndAt: Date | null;
  /** How long the last run took. */
  lastMs: number | null;
  /** The error of the last run; null when it succeeded or there was none. */
  error: string | null;
}

/** Starts the durable job queue in PostgreSQL: enqueued within transactions, retried when a process dies. */
export async function startJobs(databaseUrl: string, log: Logger, { clockSeconds = CLOCK_SECONDS } = {}) {
  const boss = new PgBoss({
    connectionString: databaseUrl,
    max: 5,
    useListenNotify: true,
    cronMonitorIntervalSeconds: clockSeconds,
    cronWorkerIntervalSeconds: Math.max(1, clockSeconds / 2),
    flowIntervalSeconds: FLOW_SECONDS,
    ...poolOptions,
    application_name: 'ostatok-jobs',
  });
  boss.on('error', (error) => log.error({ err: error }, 'jobs'));
  await boss.start();
  const workers: string[] = [];
  const leaveClock = await followClock(boss, log, clockSeconds, () => {
    for (const worker of workers) boss.notifyWorker(worker);
  });
  await boss.createQueue(PROVISION, {
    notify: true,
    retryLimit: 20,
    retryDelay: 2,
    retryBackoff: true,
    expireInSeconds: 120,
  });
  await boss.createQueue(OPERATION, { notify: true, retryLimit: 0, deleteAfterSeconds: KEPT_SECONDS });
  const runs = new Map<string, JobRuns>();
  let stopping: Promise<void> | undefined;

  async function runOnce(of: JobRuns, work: () => Promise<unknown>): Promise<void> {
    const began = performance.now();
    try {
      await work();
      of.succeeded += 1;
      of.lastSuccessAt = new Date();
      of.lastEndAt = of.lastSuccessAt;
      of.error = null;
    } catch (error) {
      of.failed += 1;
      of.lastEndAt = new Date();
      of.error = error instanceof Error ? error.message : String(error);
      log.error({ err: error, job: of.name }, 'periodic work failed');
      throw error;
    } finally {
      of.lastMs = performance.now() - began;
    }
  }

  return {
    enqueueProvision: async (trx: Knex.Transaction, provisionId: string): Promise<void> => {
      await boss.send(PROVISION, { provisionId }, { db: fromKnex(trx) });
    },
    async workProvisions(run: (provisionId: string) => Promise<void>): Promise<void> {
      const worker = await boss.work<{ provisionId: string }>(
        PROVISION,
        { localConcurrency: AT_ONCE, pollingIntervalSeconds: 1 },
        async (jobs) => {
          for (const job of jobs) await run(job.data.provisionId);
        },
      );
      workers.push(worker);
    },
    enqueueOperation: async (trx: Knex.Transaction, operationId: string): Promise<void> => {
      await boss.send(OPERATION, { operationId }, { db: fromKnex(trx) });
    },
    /** Takes up operations. The job carries only the id: the operation's rows hold its progress. */
    async workOperations(take: (operationId: string) => void): Promise<void> {
      const worker = await boss.work<{ operationId: string }>(OPERATION, LOOK_SECONDS, async (jobs) => {
        for (const job of jobs) take(job.data.operationId);
      });
      workers.push(worker);
    },
    /**
     * Schedules work that runs now and whenever `cron` (in UTC) says so, in one process at a time. A moment that comes
     * while the work runs is skipped; a failed run is not retried before the next moment.
     */
    async repeat({ name, cron, run: work }: PeriodicJob): Promise<void> {
      const of: JobRuns = {
        name,
        succeeded: 0,
        failed: 0,
        lastSuccessAt: null,
        lastEndAt: null,
        lastMs: null,
        error: null,
      };
      runs.set(name, of);
      await boss.createQueue(name, {
        policy: 'exclusive',
        notify: true,
        retryLimit: 0,
        expireInSeconds: LONGEST_RUN_SECONDS,
        heartbeatSeconds: SILENCE_SECONDS,
        deleteAfterSeconds: KEPT_SECONDS,
      });
      await boss.schedule(name, cron);
      await boss.send(name, {});
      workers.push(await boss.work(name, LOOK_SECONDS, () => runOnce(of, work)));
    },
    runs: (): JobRuns[] => [...runs.values()],
    isReady: (): Promise<boolean> => boss.isInstalled(),
    /** Waits for running jobs to finish. */
    stop(): Promise<void> {
      leaveClock();
      stopping ??= boss.stop({ graceful: true, timeout: STOP_LIMIT_MS });
      return stopping;
    },
  };
}
export type Jobs = Awaited<ReturnType<typeof startJobs>>;
