import type { Knex } from '@ostatok/kit/node/db.ts';
import type { Logger } from '@ostatok/kit/node/log.ts';
import type pg from 'pg';
import { MARK, NEXT_SENDER, TAKE_SENDER_LOCK } from './marks-sql.ts';

export interface HandedLetter {
  id: string;
  /** Writes its last bytes. */
  finish: () => void;
  /** They may not be written. */
  refuse: (error: Error) => void;
}

/**
 * What a sender holds of the database for itself: one connection with the lock that says it lives (PostgreSQL frees it
 * when the process dies, however it dies), on which letters are marked just before their last bytes go out.
 *
 * The marks are two. `handed_at` is committed before the end of a letter is written: after a loss of power no letter is
 * sent again that may have been taken. `written_at` goes into this connection in the same turn as the last bytes go
 * into the mail server's: what is in a socket arrives although the process is killed, and the lock is freed only after
 * PostgreSQL has read it. So of a killed process it is known which letters were handed over, but for those whose bytes
 * were just being written.
 */
export async function openPostmark(db: Knex, log: Logger) {
  const connection: pg.Client = await db.client.acquireConnection();
  let sound = true;
  let waiting: HandedLetter[] = [];
  let marking = false;
  let done: Promise<void> | undefined;
  const lose = (): void => {
    sound = false;
  };
  connection.once('end', lose);
  connection.once('error', lose);
  const sender: number = (await connection.query(NEXT_SENDER)).rows[0].sender;
  await connection.query(TAKE_SENDER_LOCK, [sender]);

  async function markAll(): Promise<void> {
    let marked: HandedLetter[] = [];
    marking = true;
    while (waiting.length > 0 || marked.length > 0) {
      const batch = waiting;
      waiting = [];
      const values = [batch.map(({ id }) => id), marked.map(({ id }) => id), sender];
      // the statement is in its socket when this returns: the last bytes follow before anything else happens
      const statement = connection.query<{ id: string }>({ name: 'mark', text: MARK, values });
      for (const { finish } of marked) finish();
      try {
        const allowed = new Set((await statement).rows.map(({ id }) => id));
        marked = batch.filter(({ id }) => allowed.has(id));
        for (const one of batch) if (!allowed.has(one.id)) one.refuse(new Error('the letter is not ours any more'));
      } catch (error) {
        lose();
        log.warn({ err: error }, 'letters could not be marked');
        marked = [];
        for (const one of batch) one.refuse(error as Error);
      }
    }
    marking = false;
  }

  return {
    /** The number under which this process takes letters. */
    sender,
    /** Calls `finish` once it is on the disk that the letter is being handed over, or `refuse`. */
    hand(letter: HandedLetter): void {
      waiting.push(letter);
      if (!marking) done = markAll();
    },
    /** False once the connection, and the lock with it, is lost. */
    isSound: () => sound,
    async close(): Promise<void> {
      await done;
      connection.removeListener('end', lose);
      connection.removeListener('error', lose);
      // the connection goes back to the others, without the lock
      if (sound) await connection.query('select pg_advisory_unlock_all()').catch(() => undefined);
      await db.client.releaseConnection(connection);
    },
  };
}
export type Postmark = Awaited<ReturnType<typeof openPostmark>>;
