import type { Db, Knex } from '@ostatok/kit/node/db.ts';

export interface AlertMessage {
  id: number;
  text: string;
  created_at: Date;
}

const messages = (db: Db) => db<AlertMessage>('alert_messages');

/** Adds a message and keeps only the newest of those that wait. */
export async function putMessage(trx: Knex.Transaction, text: string, at: Date, most: number): Promise<void> {
  await messages(trx).insert({ text, created_at: at });
  const kept = messages(trx).orderBy('id', 'desc').limit(most).select('id');
  await messages(trx).whereNotIn('id', kept).delete();
}

/** Returns the message that waits longest, locked until it is sent. */
export const lockOldest = (trx: Knex.Transaction): Promise<AlertMessage | undefined> =>
  messages(trx).orderBy('id').forUpdate().first();

export async function deleteMessage(trx: Knex.Transaction, id: number): Promise<void> {
  await messages(trx).where({ id }).delete();
}

/** Deletes messages that nobody needs any more; returns how many. */
export const deleteOlder = (db: Db, before: Date): Promise<number> =>
  messages(db).where('created_at', '<', before).delete();
