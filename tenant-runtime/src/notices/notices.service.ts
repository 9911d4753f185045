import { createBackoff } from '@ostatok/kit/contract/backoff.ts';
import type { Knex } from '@ostatok/kit/node/db.ts';
import type { Logger } from '@ostatok/kit/node/log.ts';
import type { NewNotice, Notice } from './notice.ts';
import {
  areNoticesUnsent,
  claimNotice,
  deleteNoticesBefore,
  insertNotice,
  markDone,
  type Reader,
  recordNotified,
  releaseNotice,
  selectReaders,
} from './notices.queries.ts';

export type { Reader } from './notices.queries.ts';

/**
 * Milliseconds of a claim: longer than one message takes with all its waits. After that another process may continue.
 */
const CLAIMED_MS = 2 * 60_000;
/** Milliseconds after which a notice is dropped: «A count was opened» is no news the next day. */
const STALE_MS = 12 * 3600_000;
const KEPT_MS = 7 * 24 * 3600_000;
const RETRY = { firstMs: 1000, lastMs: 5 * 60_000 };

/** Sends the notice to the users it concerns, one after another. */
export interface NoticeSender {
  /** Writes to the venue's own chat, to each user once, however often it is called. */
  writeOwn: (notice: Notice, readers: Reader[]) => Promise<void>;
  /** Writes to messengers and calls `onSent` after each user. Throws where a messenger is away. */
  writeMessengers: (notice: Notice, readers: Reader[], onSent: (userId: number) => Promise<void>) => Promise<void>;
}

interface Deps {
  db: Knex;
  clock: () => Date;
  log: Logger;
  /** Loads the bots when there is a notice to send. */
  sender: () => Promise<NoticeSender>;
}

/**
 * Sends notices to the chat. They are queued in the transaction of the event and sent after its commit, by
 * the next process if this one ends before. A user gets a notice once, unless the process is killed between sending and
 * recording it. While a messenger is away its notices wait in their order; those of the venue's own chat do not.
 */
export function createNotices({ db, clock, log, sender }: Deps) {
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

  /** Returns those who have not been notified yet: nobody of what is no news any more. */
  async function readersOf({ createdAt, userId, notified }: Notice): Promise<Reader[]> {
    if (createdAt <= later(-STALE_MS)) return [];
    return (await selectReaders(db)).filter(({ id }) => id !== userId && !notified.includes(id));
  }

  async function notifyReaders(notice: Notice, messengersAway: unknown): Promise<void> {
    const readers = await readersOf(notice);
    if (readers.length > 0) {
      const { writeOwn, writeMessengers } = await sender();
      await writeOwn(notice, readers);
      if (messengersAway) throw messengersAway;
      await writeMessengers(notice, readers, async (userId) => {
        await recordNotified(db, notice.id, userId, later(CLAIMED_MS));
      });
    }
    await markDone(db, notice.id, clock());
  }

  async function sendAll(): Promise<void> {
    const claim = () => claimNotice(db, { now: clock(), until: later(CLAIMED_MS) });
    const putOff: number[] = [];
    let failure: unknown;
    for (let notice = await claim(); notice; notice = closed ? undefined : await claim()) {
      try {
        await notifyReaders(notice, failure);
        backoff.reset();
      } catch (error) {
        failure ??= error;
        putOff.push(notice.id);
      }
    }
    for (const id of putOff) await releaseNotice(db, id).catch(() => undefined);
    if (failure) throw failure;
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
      log.warn({ reason: error instanceof Error ? error.message : String(error) }, 'notices were not sent');
      retryIn(backoff.next());
    } finally {
      running = undefined;
    }
  }

  /** Call it after the commit of a queued notice, and at the start for those that an earlier process left. */
  function send(): void {
    if (closed) return;
    clearTimeout(timer);
    asked = true;
    running ??= run();
  }

  return {
    /** Queues a notice in the transaction of its event; call `send` after the commit. */
    queue: (trx: Knex.Transaction, notice: NewNotice): Promise<void> => insertNotice(trx, notice),
    send,
    /** Stops sending; unsent notices wait for the next start. */
    async close(): Promise<void> {
      closed = true;
      clearTimeout(timer);
      await running;
    },
  };
}
export type Notices = ReturnType<typeof createNotices>;
