import type { Knex } from '@ostatok/kit/node/db.ts';
import { NotFound } from '@ostatok/kit/node/errors.ts';
import type { Logger } from '@ostatok/kit/node/log.ts';
import type { LockedSubscription } from './locked-subscription.ts';
import { lockSubscription } from './subscriptions.queries.ts';

interface SubscriptionLocksOptions {
  db: Knex;
  now: () => Date;
  /** Called after a commit that may have changed the subscription's state or limits. */
  onChanged?: (userId: number) => void | Promise<void>;
  log?: Pick<Logger, 'error'>;
}

export function createSubscriptionLocks({ db, now, onChanged, log }: SubscriptionLocksOptions) {
  async function notify(userId: number): Promise<void> {
    try {
      await onChanged?.(userId);
    } catch (error) {
      log?.error({ err: error, userId }, 'a change of the subscription not followed');
    }
  }

  /** Returns undefined when there is no such subscription, or with `skipLocked` when another transaction holds it. */
  async function tryWithLockedSubscription<T>(
    userId: number,
    work: (locked: LockedSubscription) => Promise<T>,
    options: { skipLocked?: boolean } = {},
  ): Promise<T | undefined> {
    const begun: { locked?: LockedSubscription } = {};
    try {
      return await db.transaction(async (trx) => {
        const sub = await lockSubscription(trx, userId, options);
        if (!sub) return undefined;
        begun.locked = { trx, userId, now: now(), sub, moved: false };
        return work(begun.locked);
      });
    } finally {
      // also when the answer to the commit was lost: the listener reads the state itself
      if (begun.locked?.moved) await notify(userId);
    }
  }

  return {
    tryWithLockedSubscription,
    async withLockedSubscription<T>(userId: number, work: (locked: LockedSubscription) => Promise<T>): Promise<T> {
      const result = await tryWithLockedSubscription(userId, async (locked) => ({ done: await work(locked) }));
      if (!result) throw new NotFound('Подписки нет', 'no_subscription');
      return result.done;
    },
  };
}
export type SubscriptionLocks = ReturnType<typeof createSubscriptionLocks>;
