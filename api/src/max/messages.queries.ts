import type { Db } from '@ostatok/kit/node/db.ts';

export interface MaxMessageRow {
  /** The number of the message for tenants. */
  id: number;
  bot_id: number;
  mid: string;
  person_id: number;
  /** Null for the platform's own messages, and for what people have written before it is known to whom. */
  tenant_id: string | null;
}

/** Returns the number of a message, a new one where it has none. */
export async function numberMessage(db: Db, message: Omit<MaxMessageRow, 'id'>): Promise<number> {
  const [row] = await db('max_messages')
    .insert(message)
    .onConflict(['bot_id', 'mid'])
    .merge({ tenant_id: db.raw('coalesce(max_messages.tenant_id, excluded.tenant_id)') })
    .returning('id');
  return row.id;
}

export const findMessageByMid = (db: Db, botId: number, mid: string): Promise<MaxMessageRow | undefined> =>
  db('max_messages').where({ bot_id: botId, mid }).first('id', 'bot_id', 'mid', 'person_id', 'tenant_id');

/** Finds a message of the dialog between the bot, on this tenant's behalf, and the person. */
export const findMessage = (
  db: Db,
  message: Pick<MaxMessageRow, 'id' | 'bot_id' | 'tenant_id' | 'person_id'>,
): Promise<MaxMessageRow | undefined> =>
  db('max_messages').where(message).first('id', 'bot_id', 'mid', 'person_id', 'tenant_id');

export const deleteMessagesBefore = (db: Db, moment: Date): Promise<number> =>
  db('max_messages').where('created_at', '<', moment).delete();
