import type { Db } from '@ostatok/kit/node/db.ts';
import type { Reason } from '../../contract/changes.ts';
import type { Unit } from '../../contract/items.ts';
import type { ChangeRow } from '../tables.ts';
import type { Channel, MessageAt } from './channel.ts';
import type { Plan } from './plan.ts';
import type { Unsigned } from './unsigned.ts';

/** The changes that a message or one of its edits writes. */
export interface MessageRow extends MessageAt {
  update_id: number;
  /** The item whose card this message answers with only a quantity. */
  item_id: number | null;
  count_id: number | null;
  /** The count's area where the quantity was found. */
  area_id: number | null;
  change_ids: string[];
  plan: Plan | null;
  /** What its lines without a sign mean, once the user has answered it. */
  unsigned: Unsigned | null;
  created_at: Date;
}

const messages = (db: Db) => db<MessageRow>('bot_messages');

/** Stores the message; when the same update is delivered again, the first record stays. */
export async function keepMessage(
  db: Db,
  { change_ids, plan, ...row }: Omit<MessageRow, 'plan' | 'unsigned'> & Partial<Pick<MessageRow, 'plan' | 'unsigned'>>,
): Promise<void> {
  await db('bot_messages')
    .insert({ ...row, change_ids: JSON.stringify(change_ids), plan: plan ? JSON.stringify(plan) : null })
    .onConflict(['channel', 'update_id'])
    .ignore();
}

/** Returns the message that this change or a question about it belongs to, and not a later answer to it. */
export const findMessageOf = (db: Db, changeId: string): Promise<MessageRow | undefined> =>
  messages(db)
    .whereRaw('change_ids @> ?::jsonb', [JSON.stringify([changeId])])
    .orderBy(['created_at', 'update_id'])
    .first();

/** Stores the item that a message of only a quantity is about, so that its edits are about the same. */
export const setMessageItem = (db: Db, { channel, chat_id, message_id }: MessageAt, itemId: number): Promise<number> =>
  messages(db).where({ channel, chat_id, message_id }).update({ item_id: itemId });

/** Returns the message and its edits, oldest first. */
export const selectMessages = (db: Db, { channel, chat_id, message_id }: MessageAt): Promise<MessageRow[]> =>
  messages(db).where({ channel, chat_id, message_id }).orderBy(['created_at', 'update_id']);

export interface MadeChange {
  id: string;
  item_id: number;
  delta: string;
  method: ChangeRow['method'];
  given: string;
  reason: Reason | null;
  at: Date;
  name: string;
  unit: Unit;
  /** The id of the change that undid this one. */
  reverse_id: string | null;
}

/** Returns those of these changes that were made, in their order. */
export const selectMade = (db: Db, ids: string[]): Promise<MadeChange[]> =>
  db<ChangeRow>('changes as c')
    .join('items as i', 'i.id', 'c.item_id')
    .leftJoin('changes as r', 'r.undoes', 'c.id')
    .whereIn('c.id', ids)
    .orderBy('c.seq')
    .select<MadeChange[]>(
      'c.id',
      'c.item_id',
      'c.delta',
      'c.method',
      'c.given',
      'c.reason',
      'c.at',
      'i.name',
      'i.unit',
      'r.id as reverse_id',
    );

export interface ReplyRow extends MessageAt {
  item_id: number | null;
  ean: string | null;
  /** The change that an answer with the name of the `quantity` makes. */
  change_id: string | null;
  quantity: string | null;
  created_at: Date;
}

/**
 * Stores what an answer to this message of the bot refers to: an item, a barcode, or a quantity without a name. An
 * update that is delivered again stores it again; nothing has followed it by then.
 */
export async function keepReply(db: Db, row: ReplyRow): Promise<void> {
  await db('bot_replies')
    .insert(row)
    .onConflict(['channel', 'chat_id', 'message_id'])
    .merge({ followed_by: null, followed_at: null });
}

interface Following {
  channel: Channel;
  chat_id: number;
  update_id: number;
}

/** Records that this update is the person's first one after those messages of the bot that none has followed. */
export const followReplies = (db: Db, { channel, chat_id, update_id }: Following, at: Date): Promise<number> =>
  db('bot_replies').where({ channel, chat_id, followed_by: null }).update({ followed_by: update_id, followed_at: at });

/** Returns those of the bot's messages that this update has followed first, with how soon. */
export const selectFollowed = (
  db: Db,
  { channel, chat_id, update_id }: Following,
): Promise<(ReplyRow & { followed_at: Date })[]> =>
  db('bot_replies').where({ channel, chat_id, followed_by: update_id }).select();

export const findReply = (db: Db, { channel, chat_id, message_id }: MessageAt): Promise<ReplyRow | undefined> =>
  db<ReplyRow>('bot_replies').where({ channel, chat_id, message_id }).first();

export const deleteReply = (db: Db, { channel, chat_id, message_id }: MessageAt): Promise<number> =>
  db('bot_replies').where({ channel, chat_id, message_id }).delete();

interface FileRow {
  channel: Channel;
  file_id: string;
  name: string;
  created_at: Date;
}

export async function keepFile(db: Db, file: FileRow): Promise<number> {
  const [row] = await db('bot_files').insert(file).returning('id');
  return row.id;
}

export const findFile = (db: Db, id: number, channel: Channel): Promise<FileRow | undefined> =>
  db('bot_files').where({ id, channel }).first();

/** Deletes records that are too old to be answered or corrected. */
export async function forgetBefore(db: Db, moment: Date): Promise<void> {
  for (const table of ['bot_messages', 'bot_replies', 'bot_files']) {
    await db(table).where('created_at', '<', moment).delete();
  }
}
