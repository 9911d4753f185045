import type { Db, Knex } from '@ostatok/kit/node/db.ts';
import type { CountNoticeRow, UserRow } from '../tables.ts';
import { userName } from '../user-name-sql.ts';

const notices = (db: Db) => db<CountNoticeRow>('count_notices');

export type NewNotice = Pick<CountNoticeRow, 'kind' | 'user_id' | 'created_at'> & {
  count_id?: number;
  area_id?: number;
  /** What administrators read in a notice that is not about a count. */
  text?: string;
};

export const insertNotice = async (trx: Knex.Transaction, notice: NewNotice): Promise<void> =>
  void (await notices(trx).insert(notice));

/** Claims the oldest unsent notice that no other process is sending, until the given time. */
export async function claimNotice(
  db: Db,
  { now, until }: { now: Date; until: Date },
): Promise<CountNoticeRow | undefined> {
  const { rows } = await db.raw<{ rows: CountNoticeRow[] }>(
    `update count_notices set claimed_until = :until
      where id = (select id from count_notices
                   where done_at is null and (claimed_until is null or claimed_until <= :now)
                   order by id limit 1 for update skip locked)
      returning *`,
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
    .update({ told: db.raw('told || to_jsonb(?::int)', [userId]), claimed_until: until });

export const markDone = (db: Db, id: number, at: Date): Promise<number> =>
  notices(db).where({ id }).update({ done_at: at });

export const deleteNoticesBefore = (db: Db, moment: Date): Promise<number> =>
  notices(db).where('created_at', '<', moment).delete();

export type Reader = Pick<UserRow, 'id' | 'role'> & { name: string; username: string; chatId: number };

/** Returns the users who can be written to in the chat. */
export async function selectReaders(db: Db): Promise<Reader[]> {
  return db<UserRow>('users as u')
    .leftJoin('bot_chats as b', 'b.chat_id', 'u.telegram_id')
    .whereNull('u.removed_at')
    .whereNotNull('u.telegram_id')
    .whereNull('b.blocked_at')
    .orderBy('u.id')
    .select<Reader[]>('u.id', 'u.role', 'u.username', 'u.telegram_id as chatId', db.raw(`${userName('u')} as name`));
}

/** Returns the users who have entries in the count. */
export async function selectCounterIds(db: Db, countId: number): Promise<number[]> {
  const rows = await db('count_entries').where({ count_id: countId }).whereNull('voided_at').distinct('user_id');
  return rows.map(({ user_id }) => user_id);
}

/**
 * Returns lines whose recount was requested at that moment and is still due, with the users who counted them before.
 */
export async function selectAskedAgain(
  db: Db,
  countId: number,
  at: Date,
): Promise<{ name: string; counters: number[] }[]> {
  const { rows } = await db.raw<{ rows: { name: string; counters: number[] }[] }>(
    `select i.name, array_agg(distinct e.user_id) as counters
       from count_lines l
       join items i on i.id = l.item_id and i.deleted_at is null
       join count_entries e on e.count_id = l.count_id and e.item_id = l.item_id and e.voided_at is null
      where l.count_id = ? and l.recount_at = ?
      group by l.item_id, i.name, l.round having max(e.round) < l.round
      order by lower(i.name), l.item_id`,
    [countId, at],
  );
  return rows;
}
