import type { Db, Knex } from '@ostatok/kit/node/db.ts';
import type { NoticeRow, UserRow } from '../tables.ts';
import { userName } from '../user-name-sql.ts';
import type { NewNotice, Notice } from './notice.ts';

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

export const recordNotified = (db: Db, id: number, userId: number, until: Date): Promise<number> =>
  notices(db)
    .where({ id })
    .update({ notified: db.raw('notified || to_jsonb(?::int)', [userId]), claimed_until: until });

export const markDone = (db: Db, id: number, at: Date): Promise<number> =>
  notices(db).where({ id }).update({ done_at: at });

export const deleteNoticesBefore = (db: Db, moment: Date): Promise<number> =>
  notices(db).where('created_at', '<', moment).delete();

/** `chatId` is that of Telegram, null where the user has none or has blocked the bot. */
export type Reader = Pick<UserRow, 'id' | 'role'> & { name: string; username: string; chatId: number | null };

/** Returns the users, every one of whom can be written to in the venue's own chat. */
export async function selectReaders(db: Db): Promise<Reader[]> {
  return db<UserRow>('users as u')
    .leftJoin('bot_chats as b', 'b.chat_id', 'u.telegram_id')
    .whereNull('u.removed_at')
    .where({ 'u.support': false })
    .orderBy('u.id')
    .select<Reader[]>(
      'u.id',
      'u.role',
      'u.username',
      db.raw('case when b.blocked_at is null then u.telegram_id end as "chatId"'),
      db.raw(`${userName('u')} as name`),
    );
}
