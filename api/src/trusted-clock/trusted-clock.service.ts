import type { Knex } from '@ostatok/kit/node/db.ts';
import type { Logger } from '@ostatok/kit/node/log.ts';
import type { Activity } from '../activity/activity.service.ts';
import { moment } from '../platform/russian.ts';
import { lockTrustedClock, type SeenRow, updateTrustedClock } from './trusted-clock.queries.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
/** The clock is checked every minute. A gap up to this, as when jobs were held up, counts as seen time. */
const NEXT_LOOK_MS = 3 * HOUR_MS;
/** The clocks of several machines differ by less, and corrections are smaller. */
const SAME_MS = 5 * MINUTE_MS;
/** This much unseen time takes little from a term of a week, as when a machine is off at night. */
const BEARABLE_MS = 24 * HOUR_MS;
/** One seen hour makes up for so many unseen ones: a night of sixteen hours is made up within the working day. */
const MADE_GOOD = 3;
/** Also after a restore of the platform's own database. */
export const WAIT_MS = 24 * HOUR_MS;

/** Returns the state after a check of the clock. */
function afterLook(last: SeenRow, at: Date): SeenRow & { strange: boolean } {
  const passed = at.getTime() - last.looked_at.getTime();
  const strange = { looked_at: at, unseen_ms: 0, wait_ms: WAIT_MS, strange: true };
  if (passed < -SAME_MS) return strange;
  // the state keeps the later time, so a clock that is a little behind counts no hour twice
  if (passed < 0) return { ...last, strange: false };
  if (passed > NEXT_LOOK_MS) {
    const unseen_ms = last.unseen_ms + passed;
    return unseen_ms > BEARABLE_MS ? strange : { ...last, looked_at: at, unseen_ms, strange: false };
  }
  return {
    looked_at: at,
    unseen_ms: Math.max(0, last.unseen_ms - MADE_GOOD * passed),
    wait_ms: Math.max(0, last.wait_ms - passed),
    strange: false,
  };
}

const describeJump = (last: Date, at: Date): string =>
  at < last
    ? `Часы платформы переведены назад: с ${moment(last)} на ${moment(at)}`
    : `Платформа не работала, или её часы переведены вперёд: с ${moment(last)} на ${moment(at)}`;

/**
 * Tells whether the clock can be trusted by code that deletes for good or charges. Time that the platform has not seen
 * pass (it stood still, or the clock was moved) may not have passed at all. After more than a day of it, or after a
 * clock that went back, a day has to be seen first. All api processes share this state, and it outlives them.
 */
export function createTrustedClock(deps: {
  db: Knex;
  activity: Pick<Activity, 'record'>;
  log: Logger;
  now?: () => Date;
}) {
  const { db, activity, log, now = () => new Date() } = deps;

  /** Each caller checks the clock itself, so that no jump can come between the check and the deletion. */
  async function look(): Promise<{ at: Date; waitMs: number }> {
    return db.transaction(async (trx) => {
      const last = await lockTrustedClock(trx, now());
      // the time is read under the lock: a check that has waited must not look like a clock that was set back
      const at = now();
      const { strange, ...seen } = afterLook(last, at);
      await updateTrustedClock(trx, seen);
      if (strange)
        log.warn({ from: last.looked_at, to: at }, 'time has passed unseen: nothing is deleted or charged for a day');
      // recorded once, even while two clocks contradict each other
      if (strange && last.wait_ms === 0) {
        const description = `${describeJump(last.looked_at, at)}. Сутки работы платформы ничего не удаляется навсегда, подписки не списываются и не заканчиваются`;
        await activity.record(trx, { actorId: null, action: 'cleanup.held', description });
      }
      return { at, waitMs: seen.wait_ms };
    });
  }

  return {
    look,
    /** Returns the time to compare terms with in an immediate deletion; undefined while nothing may be deleted. */
    async trusted(): Promise<Date | undefined> {
      const { at, waitMs } = await look();
      return waitMs > 0 ? undefined : at;
    },
    /** Returns the hours until deletions go on; 0 when nothing holds them. */
    hoursToWait: async (): Promise<number> => Math.ceil((await look()).waitMs / HOUR_MS),
  };
}
export type TrustedClock = ReturnType<typeof createTrustedClock>;
