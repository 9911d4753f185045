import type { Knex } from '@ostatok/kit/node/db.ts';
import { NotFound } from '@ostatok/kit/node/errors.ts';
import type { Logger } from '@ostatok/kit/node/log.ts';
import { lockSubscription } from './subscriptions.queries.ts';
import type { Turn } from './turn.ts';

interface TurnsOptions {
  db: Knex;
  now: () => Date;
  /** Standing and limits may be others now; told after the commit. */
  onChanged?: (userId: number) => void | Promise<void>;
  log?: Pick<Logger, 'error'>;
}

export function createTurns({ db, now, onChanged, log }: TurnsOptions) {
  async function tell(userId: number): Promise<void> {
    try {
      await onChanged?.(userId);
    } catch (error) {
      log?.error({ err: error, userId }, 'a change of the subscription not followed');
    }
  }

  /** Undefined where there is no such subscription, or another holds it and `skipLocked` is asked. */
  async function tryTurn<T>(
    userId: number,
    work: (turn: Turn) => Promise<T>,
    options: { skipLocked?: boolean } = {},
  ): Promise<T | undefined> {
    const begun: { turn?: Turn } = {};
    try {
      return await db.transaction(async (trx) => {
        const sub = await lockSubscription(trx, userId, options);
        if (!sub) return undefined;
        begun.turn = { trx, userId, now: now(), sub, moved: false };
        return work(begun.turn);
      });
    } finally {
      // also where the answer to the commit was lost: whoever is told looks for themselves
      if (begun.turn?.moved) await tell(userId);
    }
  }

  return {
    tryTurn,
    async turn<T>(userId: number, work: (turn: Turn) => Promise<T>): Promise<T> {
      const result = await tryTurn(userId, async (turn) => ({ done: await work(turn) }));
      if (!result) throw new NotFound('Подписки нет', 'no_subscription');
      return result.done;
    },
  };
}
export type Turns = ReturnType<typeof createTurns>;
