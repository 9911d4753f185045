import type { Db } from '@ostatok/kit/node/db.ts';
import { userName } from '../user-name-sql.ts';

/**
 * Returns the chats whose users have blocked the bot or deleted the chat, the latest first, with the names known here.
 */
export const selectBlocked = (db: Db): Promise<{ user_id: number | null; name: string | null; blocked_at: Date }[]> =>
  db('bot_chats as b')
    .leftJoin('users as u', (join) => join.on('u.telegram_id', 'b.chat_id').andOnNull('u.removed_at'))
    .leftJoin('newcomers as n', 'n.telegram_id', 'b.chat_id')
    .whereNotNull('b.blocked_at')
    .orderBy('b.blocked_at', 'desc')
    .limit(200)
    .select('u.id as user_id', 'b.blocked_at')
    .select<{ user_id: number | null; name: string | null; blocked_at: Date }[]>(
      db.raw(`coalesce(${userName('u')}, n.name) as name`),
    );
