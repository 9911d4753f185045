import type { Logger } from '@ostatok/kit/node/log.ts';
import type { PgBoss } from 'pg-boss';

/**
 * pg-boss dates jobs by the database's clock. When a clock that ran ahead is set back, everything dated in the future
 * would wait until then: the maintenance rounds, jobs that are due, and jobs of dead processes, which block the next
 * run of their name.
 */
const DATE_ANEW = `
  update pgboss.queue set monitor_on = least(monitor_on, now()), monitor_claim_on = least(monitor_claim_on, now()),
    maintain_on = least(maintain_on, now());
  delete from pgboss.job
    where state in ('completed', 'cancelled', 'failed') and greatest(created_on, completed_on) > now() + interval '1 minute';
  update pgboss.job set created_on = least(created_on, now()), start_after = least(start_after, now()),
      started_on = least(started_on, now()), heartbeat_on = least(heartbeat_on, now())
    where greatest(created_on, started_on, heartbeat_on) > now() + interval '1 minute';
  update pgboss.version set cron_on = least(cron_on, now()), bam_on = least(bam_on, now()),
    flow_on = least(flow_on, now()), reindex_on = least(reindex_on, now())`;

/** One of the processes writes `cron_on` every 45 seconds. */
const IS_SET_BACK = `select cron_on > now() + interval '1 minute' as "isSetBack" from pgboss.version`;

/**
 * Checks whether the database's clock was set back, now and every `seconds`, until the returned function is called.
 * `onDatedAnew` is called when jobs have become due, because the database notifies no worker of that.
 */
export async function followClock(
  boss: Pick<PgBoss, 'getDb'>,
  log: Logger,
  seconds: number,
  onDatedAnew: () => void,
): Promise<() => void> {
  const db = boss.getDb();
  async function look(): Promise<void> {
    const { rows } = await db.executeSql(IS_SET_BACK);
    if (!rows[0]?.isSetBack) return;
    await db.executeSql(DATE_ANEW);
    onDatedAnew();
    log.warn('the clock of the database was set back: jobs are dated anew');
  }
  await look();
  const failed = (error: unknown): void => log.error({ err: error }, 'clock of jobs not looked at');
  const timer = setInterval(() => void look().catch(failed), seconds * 1000);
  return () => clearInterval(timer);
}
