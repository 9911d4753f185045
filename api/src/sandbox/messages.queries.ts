import type { Db } from '@ostatok/kit/node/db.ts';
import type { SandboxMessageBody } from '../../contract/sandbox.ts';
import { SIGNAL_CHANNEL, type Signal } from './signals.ts';

export interface MessageRow {
  bot_id: number;
  person_id: number;
  message_id: number;
  from_bot: boolean;
  date: Date;
  edit_date: Date | null;
  body: SandboxMessageBody;
}

/** Delivered to every api process when the transaction commits. */
export async function notify(db: Db, signal: Signal): Promise<void> {
  await db.raw('select pg_notify(?, ?)', [SIGNAL_CHANNEL, JSON.stringify(signal)]);
}

/**
 * Opens the chat with the person's first message; writing to a stopped bot starts it again. Returns whether it was not
 * open before.
 */
export async function openChat(db: Db, botId: number, personId: number): Promise<boolean> {
  const known = await findChat(db, botId, personId);
  await db('sandbox_chats')
    .insert({ bot_id: botId, person_id: personId })
    .onConflict(['bot_id', 'person_id'])
    .merge({ blocked: false });
  return known?.blocked ?? true;
}

export const findChat = (db: Db, botId: number, personId: number): Promise<{ blocked: boolean } | undefined> =>
  db('sandbox_chats').where({ bot_id: botId, person_id: personId }).first('blocked');

export async function setBlocked(db: Db, botId: number, personId: number, blocked: boolean): Promise<boolean> {
  return (await db('sandbox_chats').where({ bot_id: botId, person_id: personId }).update({ blocked })) > 0;
}

/**
 * Numbers the message within its chat and notifies the page; undefined when there is no such chat. A bot's own message
 * is committed asynchronously: a power cut may lose the last fifth of a second of answers, never of questions.
 */
export async function insertMessage(
  db: Db,
  message: Omit<MessageRow, 'message_id' | 'edit_date'>,
): Promise<MessageRow | undefined> {
  const { rows } = await db.raw(
    `with chat as (
       update sandbox_chats set last_message_id = last_message_id + 1
       where bot_id = :bot_id and person_id = :person_id returning last_message_id
     ), message as (
       insert into sandbox_messages (bot_id, person_id, message_id, from_bot, date, body)
       select cast(:bot_id as bigint), cast(:person_id as bigint), last_message_id, cast(:from_bot as boolean),
         cast(:date as timestamptz), cast(:body as jsonb)
       from chat returning *
     )
     select message.*, set_config('synchronous_commit', case when from_bot then 'off' else current_setting('synchronous_commit') end, true),
       pg_notify(:channel, cast(json_build_object(
       'type', 'message', 'botId', bot_id, 'personId', person_id, 'messageId', message_id) as text))
     from message`,
    { ...message, body: JSON.stringify(message.body), channel: SIGNAL_CHANNEL },
  );
  return rows[0];
}

export const findMessage = (
  db: Db,
  botId: number,
  personId: number,
  messageId: number,
): Promise<MessageRow | undefined> =>
  db('sandbox_messages').where({ bot_id: botId, person_id: personId, message_id: messageId }).first();

/** Returns the newest `limit` messages, oldest first. */
export async function listMessages(db: Db, botId: number, personId: number, limit: number): Promise<MessageRow[]> {
  const newest = await db('sandbox_messages')
    .where({ bot_id: botId, person_id: personId })
    .orderBy('message_id', 'desc')
    .limit(limit);
  return newest.reverse();
}

export async function updateMessage(
  db: Db,
  { bot_id, person_id, message_id }: Pick<MessageRow, 'bot_id' | 'person_id' | 'message_id'>,
  fields: { body: SandboxMessageBody; edit_date: Date },
): Promise<MessageRow> {
  const [message] = await db('sandbox_messages')
    .where({ bot_id, person_id, message_id })
    .update({ ...fields, body: JSON.stringify(fields.body) })
    .returning('*');
  return message;
}

export async function deleteMessage(db: Db, botId: number, personId: number, messageId: number): Promise<boolean> {
  const key = { bot_id: botId, person_id: personId, message_id: messageId };
  return (await db('sandbox_messages').where(key).delete()) > 0;
}

export async function insertCallback(db: Db, id: string, botId: number, personId: number): Promise<void> {
  await db('sandbox_callbacks').insert({ id, bot_id: botId, person_id: personId });
}

/** Returns the person who pressed the button; undefined when the query is unknown or answered already. */
export async function answerCallback(db: Db, id: string, botId: number, at: Date): Promise<number | undefined> {
  const [answered] = await db('sandbox_callbacks')
    .where({ id, bot_id: botId })
    .whereNull('answered_at')
    .update({ answered_at: at })
    .returning('person_id');
  return answered?.person_id;
}
