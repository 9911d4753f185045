import type { Db } from '@ostatok/kit/node/db.ts';
import type { Messenger } from '../../contract/messengers.ts';
import { chatsOf } from '../messenger-columns.ts';
import { userName } from '../user-name-sql.ts';

interface BlockedRow {
  channel: Messenger;
  user_id: number | null;
  name: string | null;
  blocked_at: Date;
}

/**
 * Returns the chats whose users have blocked the bot or deleted the chat, the latest first, with the names known here.
 */
export async function selectBlocked(db: Db): Promise<BlockedRow[]> {
  const { rows } = await db.raw<{ rows: BlockedRow[] }>(
    `select b.channel, b.blocked_at, u.id as user_id, coalesce(${userName('u')}, n.name) as name
       from bot_chats b
       left join lateral (select u.* from users u cross join lateral ${chatsOf('u')}
                           where c.channel = b.channel and c.chat_id = b.chat_id and u.removed_at is null) u on true
       left join newcomers n on n.channel = b.channel and n.telegram_id = b.chat_id
      where b.blocked_at is not null
      order by b.blocked_at desc limit 200`,
  );
  return rows;
}
