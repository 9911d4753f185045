import { createBackoff } from '@ostatok/kit/contract/backoff.ts';
import type { Knex } from '@ostatok/kit/node/db.ts';
import type { Logger } from '@ostatok/kit/node/log.ts';
import type { CountNoticeRow } from '../tables.ts';
import {
  areNoticesUnsent,
  claimNotice,
  deleteNoticesBefore,
  insertNotice,
  markDone,
  type NewNotice,
  type Reader,
  recordNotified,
  releaseNotice,
  selectAskedAgain,
  selectCounterIds,
  selectReaders,
} from './notices.queries.ts';

export type { Reader } from './notices.queries.ts';
export type Notice = CountNoticeRow;
export type CountNotice = Notice & { count_id: number; kind: Exclude<Notice['kind'], 'feed'> };

/**
 * Milliseconds of a claim: longer than one message takes with all its waits. After that another process may continue.
 */
const CLAIMED_MS = 2 * 60_000;
/** Milliseconds after which a notice is dropped: «A count was opened» is no news the next day. */
const STALE_MS = 12 * 3600_000;
const KEPT_MS = 7 * 24 * 3600_000;
const RETRY = { firstMs: 1000, lastMs: 5 * 60_000 };

/** Sends the notice to the users it concerns, one after another, and calls `onSent` after each. */
export interface NoticeSender {
  sendNotice: (notice: Notice, readers: Reader[], onSent: (userId: number) => Promise<void>) => Promise<void>;
}

interface Deps {
  db: Knex;
  clock: () => Date;
  log: Logger;
  /** Loads the bot when there is a notice to send. */
  sender: () => Promise<NoticeSender | undefined>;
  /** False for a tenant without a bot, which has no chat to write to. */
  enabled: boolean;
}

/**
 * Sends notices about counts and feeds of sales to the chat. They are queued in the transaction of the event and sent after its commit, by
 * the next process if this one ends before. A user gets a notice once, unless the process is killed between sending and
 * recording it.
 */
export function createCountNotices({ db, clock, log, sender, enabled }: Deps) {
  let running: Promise<void> | undefined;
  let timer: NodeJS.Timeout | undefined;
  let asked = false;
  const backoff = createBackoff(RETRY);
  let closed = false;
  const later = (ms: number): Date => new Date(clock().getTime() + ms);

  function retryIn(ms: number): void {
    clearTimeout(timer);
    if (!closed) timer = setTimeout(send, ms).unref();
  }

  async function notifyReaders(notice: Notice): Promise<void> {
    if (notice.created_at > later(-STALE_MS)) {
      const notified = new Set(notice.told);
      const readers = (await selectReaders(db)).filter(({ id }) => id !== notice.user_id && !notified.has(id));
      if (readers.length > 0) {
        await (await sender())?.sendNotice(notice, readers, async (userId) => {
          await recordNotified(db, notice.id, userId, later(CLAIMED_MS));
        });
      }
    }
    await markDone(db, notice.id, clock());
  }

  async function sendAll(): Promise<void> {
    const claim = () => claimNotice(db, { now: clock(), until: later(CLAIMED_MS) });
    for (let notice = await claim(); notice; notice = closed ? undefined : await claim()) {
      try {
        await notifyReaders(notice);
      } catch (error) {
        await releaseNotice(db, notice.id).catch(() => undefined);
        throw error;
      }
      backoff.reset();
    }
    await deleteNoticesBefore(db, later(-KEPT_MS));
    // Another process has claimed the notice, and may have been killed since.
    if (!closed && (await areNoticesUnsent(db))) retryIn(CLAIMED_MS);
  }

  async function run(): Promise<void> {
    try {
      while (asked && !closed) {
        asked = false;
        await sendAll();
      }
    } catch (error) {
      log.warn({ reason: error instanceof Error ? error.message : String(error) }, 'people were not sent a notice');
      retryIn(backoff.next());
    } finally {
      running = undefined;
    }
  }

  /** Call it after the commit of a queued notice, and at the start for those that an earlier process left. */
  function send(): void {
    if (!enabled || closed) return;
    clearTimeout(timer);
    asked = true;
    running ??= run();
  }

  return {
    /** Queues a notice in the transaction of its event; call `send` after the commit. */
    async queue(trx: Knex.Transaction, notice: NewNotice): Promise<void> {
      if (enabled) await insertNotice(trx, notice);
    },
    send,
    counterIds: (countId: number): Promise<number[]> => selectCounterIds(db, countId),
    /** Returns the lines that a `recount` notice asked for and that are still due. */
    askedAgain: ({ count_id, created_at }: CountNotice) => selectAskedAgain(db, count_id, created_at),
    /** Stops sending; unsent notices wait for the next start. */
    async close(): Promise<void> {
      closed = true;
      clearTimeout(timer);
      await running;
    },
  };
}
export type CountNotices = ReturnType<typeof createCountNotices>;
