import { randomUUID } from 'node:crypto';
import type { Knex } from '@ostatok/kit/node/db.ts';
import { BotApiError } from '../bot-api/bot-api-error.ts';
import { notify } from './messages.queries.ts';
import type { Signal, Signals } from './signals.ts';
import { confirmUpdates, insertUpdate, listUpdates, offsetFromEnd, type UpdateRow } from './updates.queries.ts';

/** Why a waiting ends: an update may have come, another poll has replaced this one, or there is nothing to wait for. */
type Why = 'update' | 'conflict' | 'time';

interface Wait {
  pollId: string;
  woken: Promise<Why>;
  /** Ends the waiting and lets go of its timer. */
  wake: (why: Why) => void;
}

const conflict = (): BotApiError =>
  new BotApiError(
    409,
    'Conflict: terminated by other getUpdates request; make sure that only one bot instance is running',
  );

/** The update queue of each bot: a higher offset confirms updates, and one poll reads at a time. */
export function createUpdates({ db, signals }: { db: Knex; signals: Signals }) {
  const waits = new Map<number, Wait>();
  let listening: Promise<unknown> | undefined;

  function onSignal(signal: Signal | { type: 'renewed' }): void {
    if (signal.type === 'renewed') for (const wait of waits.values()) wait.wake('update');
    if (signal.type !== 'update' && signal.type !== 'poll') return;
    const wait = waits.get(signal.botId);
    if (signal.type === 'update') wait?.wake('update');
    else if (wait && wait.pollId !== signal.pollId) wait.wake('conflict');
  }

  /** Begins a waiting, which the caller ends by `wake` if nothing else has. */
  function beginWait(botId: number, pollId: string, ms: number, abort: AbortSignal): Wait {
    const { promise: woken, resolve } = Promise.withResolvers<Why>();
    const onTime = (): void => wake('time');
    const timer = setTimeout(onTime, ms);
    abort.addEventListener('abort', onTime);
    function wake(why: Why): void {
      clearTimeout(timer);
      abort.removeEventListener('abort', onTime);
      resolve(why);
    }
    const begun = { pollId, woken, wake };
    waits.set(botId, begun);
    return begun;
  }

  async function wait(botId: number, offset: number, limit: number, seconds: number, abort: AbortSignal) {
    listening ??= signals.listen(onSignal);
    await listening;
    const pollId = randomUUID();
    const deadline = Date.now() + seconds * 1000;
    let begun = beginWait(botId, pollId, seconds * 1000, abort);
    try {
      await notify(db, { type: 'poll', botId, pollId });
      for (;;) {
        const rows = await listUpdates(db, botId, offset, limit);
        if (rows.length > 0 || Date.now() >= deadline || abort.aborted) return rows;
        if ((await begun.woken) === 'conflict') throw conflict();
        begun = beginWait(botId, pollId, Math.max(1, deadline - Date.now()), abort);
      }
    } finally {
      begun.wake('time');
      if (waits.get(botId)?.pollId === pollId) waits.delete(botId);
    }
  }

  return {
    enqueue: (trx: Knex.Transaction, botId: number, kind: string, payload: unknown): Promise<void> =>
      insertUpdate(trx, botId, kind, payload),

    /**
     * A later poll of the same bot ends an earlier one with Telegram's 409, in whichever process it waits.
     */
    async poll(
      botId: number,
      { offset, limit, timeout }: { offset: number; limit: number; timeout: number },
      abort: AbortSignal,
    ): Promise<UpdateRow[]> {
      waits.get(botId)?.wake('conflict');
      const from = offset < 0 ? await offsetFromEnd(db, botId, -offset) : offset;
      if (from > 0) await confirmUpdates(db, botId, from);
      let rows = await listUpdates(db, botId, from, limit);
      if (rows.length === 0 && timeout > 0) rows = await wait(botId, from, limit, timeout, abort);
      return rows;
    },
  };
}
export type Updates = ReturnType<typeof createUpdates>;
