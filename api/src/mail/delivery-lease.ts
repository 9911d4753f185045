import type { Knex } from '@ostatok/kit/node/db.ts';
import type { Logger } from '@ostatok/kit/node/log.ts';
import type pg from 'pg';
import { RELEASE_LOCKS, TAKE_SENDER_LOCK } from '../platform/locks.queries.ts';
import type { DeliveryJournal, DeliveryJournals } from './delivery-journal.ts';
import { MARK, NEXT_SENDER } from './delivery-sql.ts';

interface HandedLetter {
  id: string;
  /** Writes the letter's last bytes. */
  finish: () => void;
  /** Is called when the last bytes may not be written. */
  refuse: (error: Error) => void;
}

async function begin(
  connection: pg.Client,
  journals: DeliveryJournals,
): Promise<{ sender: number; journal: DeliveryJournal }> {
  const sender: number = (await connection.query(NEXT_SENDER)).rows[0].sender;
  await connection.query(TAKE_SENDER_LOCK, [sender]);
  return { sender, journal: journals.open(sender) };
}

/** Returns the connection to the pool without the lock; a broken one has lost it already. */
async function releaseConnection(db: Knex, connection: pg.Client, sound = true): Promise<void> {
  if (sound) await connection.query(RELEASE_LOCKS).catch(() => undefined);
  await db.client.releaseConnection(connection);
}

/**
 * A sender's own database connection with the lock that shows it is alive (PostgreSQL frees it when the process dies,
 * however it dies). Letters are marked on this connection just before their last bytes go out.
 *
 * There are two marks. `handed_at` is committed before the end of a letter is written: after a loss of power no letter
 * is sent again that may have been accepted. A line in the sender's journal is written just before the bytes
 * themselves: it tells which letters a killed process has sent, except for one whose bytes were just being written.
 */
export async function takeDeliveryLease(db: Knex, log: Logger, journals: DeliveryJournals) {
  const connection: pg.Client = await db.client.acquireConnection();
  const { sender, journal } = await begin(connection, journals).catch(async (error) => {
    await releaseConnection(db, connection);
    throw error;
  });
  let sound = true;
  let waiting: HandedLetter[] = [];
  let marking = false;
  let done: Promise<void> | undefined;
  const lose = (): void => {
    sound = false;
  };
  connection.once('end', lose);
  connection.once('error', lose);

  function noteAndFinish({ id, finish, refuse }: HandedLetter): void {
    try {
      journal.note(id);
    } catch (error) {
      lose();
      log.warn({ err: error }, 'a letter could not be noted');
      // only this letter: others of its batch may be at the server by now
      refuse(error as Error);
      return;
    }
    finish();
  }

  async function mark(batch: HandedLetter[]): Promise<void> {
    const values = [batch.map(({ id }) => id), sender];
    const { rows } = await connection.query<{ id: string }>({ name: 'mark', text: MARK, values });
    const allowed = new Set(rows.map(({ id }) => id));
    for (const letter of batch) {
      if (allowed.has(letter.id)) noteAndFinish(letter);
      else letter.refuse(new Error('the letter is not ours any more'));
    }
  }

  async function markAll(): Promise<void> {
    marking = true;
    while (waiting.length > 0) {
      const batch = waiting;
      waiting = [];
      await mark(batch).catch((error) => {
        lose();
        log.warn({ err: error }, 'letters could not be marked');
        for (const { refuse } of batch) refuse(error);
      });
    }
    marking = false;
  }

  return {
    /** The number under which this process claims letters. */
    sender,
    /** Calls `finish` once the mark is on the disk, or `refuse`. */
    handOver(letter: HandedLetter): void {
      waiting.push(letter);
      if (!marking) done = markAll();
    },
    /** Returns false once the connection, and the lock with it, is lost. */
    isSound: () => sound,
    async close(): Promise<void> {
      await done;
      connection.removeListener('end', lose);
      connection.removeListener('error', lose);
      journal.close();
      await releaseConnection(db, connection, sound);
    },
  };
}
export type DeliveryLease = Awaited<ReturnType<typeof takeDeliveryLease>>;

/** Keeps one lease and takes another when it was lost. */
export function createLeaseHolder(take: () => Promise<DeliveryLease>) {
  let lease: DeliveryLease | undefined;

  async function close(): Promise<void> {
    await lease?.close();
    lease = undefined;
  }

  return {
    async held(): Promise<DeliveryLease> {
      if (lease?.isSound()) return lease;
      await close();
      lease = await take();
      return lease;
    },
    close,
  };
}
