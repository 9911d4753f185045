import type { Db, Knex } from '@ostatok/kit/node/db.ts';
import type { Messenger } from '../../contract/messengers.ts';
import { chatsOf } from '../messenger-columns.ts';
import type { NoticeRow, UserRow } from '../tables.ts';
import { userName } from '../user-name-sql.ts';
import type { NewNotice, Notice, Notified } from './notice.ts';

const notices = (db: Db) => db<NoticeRow>('notices');

export async function insertNotice(trx: Knex.Transaction, { kind, data, userId, createdAt }: NewNotice): Promise<void> {
  await notices(trx).insert({ kind, data: JSON.stringify(data), user_id: userId, created_at: createdAt });
}

/** Claims the oldest unsent notice that no other process is sending, until the given time. */
export async function claimNotice(db: Db, { now, until }: { now: Date; until: Date }): Promise<Notice | undefined> {
  const { rows } = await db.raw<{ rows: Notice[] }>(
    `update notices set claimed_until = :until
      where id = (select id from notices
                   where done_at is null and (claimed_until is null or claimed_until <= :now)
                   order by id limit 1 for update skip locked)
      returning id, kind, data, user_id as "userId", created_at as "createdAt", notified`,
    { now, until },
  );
  return rows[0];
}

export const areNoticesUnsent = async (db: Db): Promise<boolean> =>
  (await notices(db).whereNull('done_at').first('id')) !== undefined;

export const releaseNotice = (db: Db, id: number): Promise<number> =>
  notices(db).where({ id }).update({ claimed_until: null });

export const recordNotified = (db: Db, id: number, notified: Notified, until: Date): Promise<number> =>
  notices(db)
    .where({ id })
    .update({ notified: db.raw('notified || ?::jsonb', [JSON.stringify(notified)]), claimed_until: until });

export const markDone = (db: Db, id: number, at: Date): Promise<number> =>
  notices(db).where({ id }).update({ done_at: at });

export const deleteNoticesBefore = (db: Db, moment: Date): Promise<number> =>
  notices(db).where('created_at', '<', moment).delete();

/** `chats` are those of the messengers, null where the user has none or has blocked the bot. */
export interface Reader extends Pick<UserRow, 'id' | 'role' | 'username'> {
  name: string;
  chats: Record<Messenger, number | null>;
}

/** Returns the users, every one of whom can be written to in the venue's own chat. */
export async function selectReaders(db: Db): Promise<Reader[]> {
  const { rows } = await db.raw<{ rows: Reader[] }>(
    `select u.id, u.role, u.username, ${userName('u')} as name,
            json_object_agg(c.channel, case when b.blocked_at is null then c.chat_id end) as chats
       from users u cross join lateral ${chatsOf('u')} left join bot_chats b using (channel, chat_id)
      where u.removed_at is null and not u.support
      group by u.id order by u.id`,
  );
  return rows;
}
