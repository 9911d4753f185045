import type { ChatMessageBody } from '@ostatok/kit/contract/chat-message.ts';
import type { Db, Knex } from '@ostatok/kit/node/db.ts';
import { DATASET } from '../dataset-sql.ts';

export interface ChatMessageRow {
  id: number;
  user_id: number;
  /** `chats.version` when it was written or last changed. */
  version: number;
  key: string | null;
  from_bot: boolean;
  body: ChatMessageBody;
  written_at: Date;
  edited_at: Date | null;
}

export interface Toast {
  text: string;
  alert: boolean;
}

/** What a person has sent to the bot: a message, its correction, or the press of a button. */
export interface ChatUpdateRow {
  id: number;
  user_id: number;
  key: string;
  kind: 'message' | 'edit' | 'press';
  message_id: number;
  /** The text or caption as it was sent, or the data of the pressed button. */
  text: string | null;
  created_at: Date;
  handled_at: Date | null;
  toast: Toast | null;
}

export interface ChatFileRow {
  id: string;
  user_id: number;
  name: string;
  type: string;
  bytes: Buffer;
  created_at: Date;
}

const messages = (db: Db) => db<ChatMessageRow>('chat_messages');
const updates = (db: Db) => db<ChatUpdateRow>('chat_updates');
const files = (db: Db) => db<ChatFileRow>('chat_files');

/** Locks the person's conversation until the transaction ends, and returns its next version. */
export async function nextVersion(trx: Knex.Transaction, userId: number): Promise<number> {
  const { rows } = await trx.raw<{ rows: { version: number }[] }>(
    `insert into chats (user_id, version) values (?, 1)
     on conflict (user_id) do update set version = chats.version + 1
     returning version`,
    [userId],
  );
  return rows[0]?.version ?? 0;
}

export async function insertMessage(
  db: Db,
  { body, ...row }: Omit<ChatMessageRow, 'id' | 'edited_at'>,
): Promise<ChatMessageRow> {
  const [message] = await db('chat_messages')
    .insert({ ...row, body: JSON.stringify(body) })
    .returning('*');
  return message;
}

/** Writes what the bot says; returns undefined where the key is known. */
export async function insertBotMessage(
  db: Db,
  { user_id, key, body, written_at }: Pick<ChatMessageRow, 'user_id' | 'key' | 'body' | 'written_at'>,
): Promise<ChatMessageRow | undefined> {
  const { rows } = await db.raw<{ rows: ChatMessageRow[] }>(
    `with chat as (
       insert into chats (user_id, version) values (:user_id, 1)
       on conflict (user_id) do update set version = chats.version + 1
       returning version)
     insert into chat_messages (user_id, version, key, from_bot, body, written_at)
     select :user_id, chat.version, :key, true, :body, :written_at from chat
     on conflict (user_id, key) do nothing
     returning *`,
    { user_id, key, body: JSON.stringify(body), written_at } as never,
  );
  return rows[0];
}

export async function updateMessage(
  db: Db,
  id: number,
  { body, ...fields }: Pick<ChatMessageRow, 'body' | 'version' | 'edited_at'>,
): Promise<void> {
  await db('chat_messages')
    .where({ id })
    .update({ ...fields, body: JSON.stringify(body) });
}

export const findMessage = (db: Db, userId: number, id: number): Promise<ChatMessageRow | undefined> =>
  messages(db).where({ user_id: userId, id }).first();

export const findMessageByKey = (db: Db, userId: number, key: string): Promise<ChatMessageRow | undefined> =>
  messages(db).where({ user_id: userId, key }).first();

/** Returns what was written or changed after this version, the newest `limit` of it, the oldest first. */
export async function selectMessagesAfter(
  db: Db,
  userId: number,
  version: number,
  limit: number,
): Promise<ChatMessageRow[]> {
  const rows = await messages(db)
    .where({ user_id: userId })
    .where('version', '>', version)
    .orderBy('id', 'desc')
    .limit(limit);
  return rows.reverse();
}

export interface ChatState {
  dataset: string;
  version: number;
  unread: number;
  waiting: boolean;
}

export async function findChatState(db: Db, userId: number): Promise<ChatState> {
  const { rows } = await db.raw<{ rows: ChatState[] }>(
    `select ${DATASET} as dataset,
            coalesce(c.version, 0) as version,
            (select count(*) from chat_messages m
              where m.user_id = c.user_id and m.from_bot and m.id > c.read_id) as unread,
            exists (select from chat_updates u where u.user_id = c.user_id and u.handled_at is null) as waiting
       from (select 1) as always left join chats c on c.user_id = ?`,
    [userId],
  );
  return rows[0] as ChatState;
}

export async function updateReadId(db: Db, userId: number, messageId: number): Promise<void> {
  await db('chats')
    .where({ user_id: userId })
    .where('read_id', '<', messageId)
    .update({ read_id: messageId, version: db.raw('version + 1') });
}

export async function insertUpdate(
  db: Db,
  row: Pick<ChatUpdateRow, 'user_id' | 'key' | 'kind' | 'message_id' | 'text' | 'created_at'>,
): Promise<number> {
  const [update] = await db('chat_updates').insert(row).returning('id');
  return update.id;
}

export const findUpdateByKey = (db: Db, userId: number, key: string): Promise<ChatUpdateRow | undefined> =>
  updates(db).where({ user_id: userId, key }).first();

/** Returns the oldest update of the person that still has to be handled. */
export const findWaiting = (db: Db, userId: number): Promise<ChatUpdateRow | undefined> =>
  updates(db).where({ user_id: userId }).whereNull('handled_at').orderBy('id').first();

export const pluckWaitingUsers = (db: Db): Promise<number[]> =>
  updates(db).whereNull('handled_at').distinct().pluck('user_id');

export const markHandled = (db: Db, id: number, at: Date): Promise<number> =>
  updates(db).where({ id }).update({ handled_at: at });

export const setToast = (db: Db, id: number, toast: Toast): Promise<number> =>
  db('chat_updates')
    .where({ id })
    .update({ toast: JSON.stringify(toast) });

export async function insertFile(db: Db, file: ChatFileRow): Promise<void> {
  await files(db).insert(file).onConflict('id').ignore();
}

export const findFileOf = (db: Db, userId: number, id: string): Promise<ChatFileRow | undefined> =>
  files(db).where({ user_id: userId, id }).first();

/** Deletes what is too old: files first, then what was written and how it was answered. */
export async function deleteBefore(
  db: Db,
  { files: filesBefore, messages: before }: Record<'files' | 'messages', Date>,
) {
  await files(db).where('created_at', '<', filesBefore).delete();
  await updates(db).where('created_at', '<', before).whereNotNull('handled_at').delete();
  await messages(db)
    .where('written_at', '<', before)
    .whereRaw('not exists (select from chat_updates u where u.message_id = chat_messages.id and u.handled_at is null)')
    .delete();
}
