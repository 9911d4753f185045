import type { Db } from '@ostatok/kit/node/db.ts';

export interface PushKeys {
  public_key: string;
  private_key: string;
}

export interface SubscriptionRow {
  endpoint: string;
  session_id: string;
  p256dh: string;
  auth: string;
  created_at: Date;
}

const subscriptions = (db: Db) => db<SubscriptionRow>('push_subscriptions');

export const findKeys = (db: Db): Promise<PushKeys | undefined> => db<PushKeys>('push_keys').first();

/** Writes the keys unless there are some already. */
export async function insertKeys(db: Db, keys: PushKeys): Promise<void> {
  await db('push_keys').insert(keys).onConflict('only').ignore();
}

/** A device that somebody else has used before is theirs no more. */
export async function upsertSubscription(db: Db, row: SubscriptionRow): Promise<void> {
  await subscriptions(db).insert(row).onConflict('endpoint').merge();
}

/** Deletes all but the newest subscriptions of a sign-in: a browser has one, which may change its address. */
export async function deleteOlderSubscriptions(db: Db, sessionId: string, kept: number): Promise<void> {
  const newest = subscriptions(db)
    .where({ session_id: sessionId })
    .orderBy('created_at', 'desc')
    .limit(kept)
    .select('endpoint');
  await subscriptions(db).where({ session_id: sessionId }).whereNotIn('endpoint', newest).delete();
}

/** Returns the devices of a user on which the sign-in is still good. */
export const selectSubscriptions = (db: Db, userId: number, now: Date): Promise<SubscriptionRow[]> =>
  db('push_subscriptions as p')
    .join('sessions as s', 's.id', 'p.session_id')
    .join('users as u', (on) => on.on('u.id', 's.user_id').andOn('u.token_version', 's.token_version'))
    .where('u.id', userId)
    .whereNull('u.removed_at')
    .where('s.expires_at', '>', now)
    .select('p.*');

export const deleteSubscription = (db: Db, endpoint: string): Promise<number> =>
  subscriptions(db).where({ endpoint }).delete();

export const deleteSubscriptionOf = (db: Db, endpoint: string, userId: number): Promise<number> =>
  subscriptions(db)
    .where({ endpoint })
    .whereIn('session_id', db('sessions').where({ user_id: userId }).select('id'))
    .delete();
