import { createBackoff } from '@ostatok/kit/contract/backoff.ts';
import type { Knex } from '@ostatok/kit/node/db.ts';
import type { Logger } from '@ostatok/kit/node/log.ts';
import { type Messenger, messengers } from '../../contract/messengers.ts';
import { type NewNotice, type Notice, notifiedIn } from './notice.ts';
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

export interface NoticeSender {
  /** Writes to the venue's own chat, to each user once, however often it is called. */
  writeOwn: (notice: Notice, readers: Reader[]) => Promise<void>;
  /** Writes to the user's chat in the messenger, where they have one. Throws where the messenger is away. */
  writeTo: (channel: Messenger, notice: Notice, reader: Reader) => Promise<void>;
}

/** Whether the reader has a chat in the messenger and has not got the notice there. */
const isWaitingIn = (channel: Messenger, { notified }: Notice, { id, chats }: Reader): boolean =>
  chats[channel] !== null && !notified.includes(notifiedIn(channel, id));

/** The messengers that could not be written to, with why. */
type Away = Map<Messenger, unknown>;

interface Deps {
  db: Knex;
  clock: () => Date;
  log: Logger;
  /** Loads the bots when there is a notice to send. */
  sender: () => Promise<NoticeSender>;
}

/**
 * Sends notices to the chat. They are queued in the transaction of the event and sent after its commit, by
 * the next process if this one ends before. A user gets a notice once in each messenger that they have, unless the
 * process is killed between sending and recording it. While a messenger is away its notices wait in their order; those
 * of the others and of the venue's own chat do not.
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

  /** Returns those whom it may concern: nobody of what is no news any more. */
  async function readersOf({ createdAt, userId }: Notice): Promise<Reader[]> {
    if (createdAt <= later(-STALE_MS)) return [];
    return (await selectReaders(db)).filter(({ id }) => id !== userId);
  }

  async function notifyIn(channel: Messenger, notice: Notice, readers: Reader[], writeTo: NoticeSender['writeTo']) {
    for (const reader of readers) {
      await writeTo(channel, notice, reader);
      await recordNotified(db, notice.id, notifiedIn(channel, reader.id), later(CLAIMED_MS));
    }
  }

  /** Writes the notice where that can be done. Throws what keeps it from being done; `away` learns of messengers. */
  async function notifyReaders(notice: Notice, away: Away): Promise<void> {
    const readers = await readersOf(notice);
    if (readers.length > 0) {
      const { writeOwn, writeTo } = await sender();
      await writeOwn(notice, readers);
      // at once: one that is away is known by a time limit, and the other must not wait for that
      const failures = await Promise.all(
        messengers.map(async (channel) => {
          const waiting = readers.filter((reader) => isWaitingIn(channel, notice, reader));
          if (waiting.length === 0) return undefined;
          if (!away.has(channel))
            await notifyIn(channel, notice, waiting, writeTo).catch((error) => away.set(channel, error));
          return away.get(channel);
        }),
      );
      const failure = failures.find((error) => error !== undefined);
      if (failure) throw failure;
    }
    await markDone(db, notice.id, clock());
  }

  async function sendAll(): Promise<void> {
    const claim = () => claimNotice(db, { now: clock(), until: later(CLAIMED_MS) });
    const putOff: number[] = [];
    const away: Away = new Map();
    let failure: unknown;
    for (let notice = await claim(); notice; notice = closed ? undefined : await claim()) {
      try {
        await notifyReaders(notice, away);
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
