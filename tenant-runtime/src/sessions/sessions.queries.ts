import type { Db, Knex } from '@ostatok/kit/node/db.ts';
import type { SessionRow, UserRow } from '../tables.ts';

const sessions = (db: Db) => db<SessionRow>('sessions');

export const insertSession = (db: Db, row: SessionRow): Promise<unknown> => sessions(db).insert(row);

/**
 * Finds the session by its newest refresh token or the previous one. The row stays locked until the transaction ends,
 * so that a second use waits for the first.
 */
export const lockSession = (trx: Knex.Transaction, hash: string): Promise<SessionRow | undefined> =>
  sessions(trx)
    .where((either) => either.where({ token_hash: hash }).orWhere({ used_hash: hash }))
    .forUpdate()
    .first();

export const isSession = async (db: Db, id: string, now: Date): Promise<boolean> =>
  Boolean(await sessions(db).where({ id }).where('expires_at', '>', now).first('id'));

/** Returns the user's sessions that a refresh would still accept, the last used first. */
export const openSessions = (db: Db, user: Pick<UserRow, 'id' | 'token_version'>, now: Date): Promise<SessionRow[]> =>
  sessions(db)
    .where({ user_id: user.id, token_version: user.token_version })
    .where('expires_at', '>', now)
    .orderBy('refreshed_at', 'desc');

export const deleteSessionOf = (db: Db, id: string, userId: number): Promise<number> =>
  sessions(db).where({ id, user_id: userId }).delete();

export const updateSession = (
  trx: Db,
  id: string,
  fields: Partial<Pick<SessionRow, 'token_hash' | 'used_hash' | 'arrived' | 'refreshed_at' | 'expires_at'>>,
): Promise<number> => sessions(trx).where({ id }).update(fields);

export const markArrived = (db: Db, id: string, tokenHash: string): Promise<number> =>
  sessions(db).where({ id, token_hash: tokenHash, arrived: false }).update({ arrived: true });

export async function deleteSession(db: Db, id: string): Promise<SessionRow | undefined> {
  const [row] = await sessions(db).where({ id }).delete().returning('*');
  return row;
}

export const deleteExpiredSessions = (db: Db, now: Date): Promise<number> =>
  sessions(db).where('expires_at', '<=', now).delete();
