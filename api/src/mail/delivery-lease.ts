import type { Knex } from '@ostatok/kit/node/db.ts';
import type { Logger } from '@ostatok/kit/node/log.ts';
import type pg from 'pg';
import type { DeliveryJournal, DeliveryJournals } from './delivery-journal.ts';
import { MARK, NEXT_SENDER, TAKE_SENDER_LOCK } from './delivery-sql.ts';

interface HandedLetter {
  id: string;
  /** Writes its last bytes. */
  finish: () => void;
  /** They may not be written. */
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

/** To the others, without the lock; one that is not sound has lost it already. */
async function releaseConnection(db: Knex, connection: pg.Client, sound = true): Promise<void> {
  if (sound) await connection.query('select pg_advisory_unlock_all()').catch(() => undefined);
  await db.client.releaseConnection(connection);
}

/**
 * What a sender holds of the database for itself: one connection with the lock that says it lives (PostgreSQL frees it
 * when the process dies, however it dies), on which letters are marked just before their last bytes go out.
 *
 * The marks are two. `handed_at` is committed before the end of a letter is written: after a loss of power no letter is
 * sent again that may have been taken. A line in the sender's journal is written just before the bytes themselves: of a
 * killed process it is known which letters were handed over, but for one whose bytes were just being written.
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
      // this one alone: of its batch, some are in the server's hands by now
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
    /** The number under which this process takes letters. */
    sender,
    /** Calls `finish` once it is on the disk that the letter is being handed over, or `refuse`. */
    handOver(letter: HandedLetter): void {
      waiting.push(letter);
      if (!marking) done = markAll();
    },
    /** False once the connection, and the lock with it, is lost. */
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
