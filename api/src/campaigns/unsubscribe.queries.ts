import type { Db, Knex } from '@ostatok/kit/node/db.ts';

export interface Subscriber {
  id: number;
  created_at: Date;
  unsubscribed_at: Date | null;
}

export const findSubscriber = (db: Db, id: number): Promise<Subscriber | undefined> =>
  db('users as u')
    .leftJoin('mail_preferences as m', 'm.user_id', 'u.id')
    .where({ 'u.id': id })
    .first('u.id', 'u.created_at', 'm.unsubscribed_at');

/** Returns whether the state changed; the first time of unsubscribing is kept. */
export async function setUnsubscribed(trx: Knex.Transaction, user_id: number, at: Date | null): Promise<boolean> {
  const { rowCount } = await trx.raw(
    `insert into mail_preferences as m (user_id, unsubscribed_at) values (:user_id, :at)
     on conflict (user_id) do update set unsubscribed_at = excluded.unsubscribed_at
       where (m.unsubscribed_at is null) <> (excluded.unsubscribed_at is null)`,
    { user_id, at },
  );
  return rowCount > 0;
}
