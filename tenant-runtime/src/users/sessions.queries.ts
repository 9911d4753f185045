import type { Db, Knex } from '@ostatok/kit/node/db.ts';
import type { SessionRow } from '../tables.ts';

const sessions = (db: Db) => db<SessionRow>('sessions');

export const insertSession = (db: Db, row: SessionRow): Promise<unknown> => sessions(db).insert(row);

/** By its newest refresh token or the one before; held until the end, so that one use of it waits for another. */
export const lockSession = (trx: Knex.Transaction, hash: string): Promise<SessionRow | undefined> =>
  sessions(trx)
    .where((either) => either.where({ token_hash: hash }).orWhere({ used_hash: hash }))
    .forUpdate()
    .first();

export const isSession = async (db: Db, id: string, now: Date): Promise<boolean> =>
  Boolean(await sessions(db).where({ id }).where('expires_at', '>', now).first('id'));

export const updateSession = (
  trx: Db,
  id: string,
  fields: Partial<Pick<SessionRow, 'token_hash' | 'used_hash' | 'refreshed_at' | 'expires_at'>>,
): Promise<number> => sessions(trx).where({ id }).update(fields);

export async function deleteSession(db: Db, id: string): Promise<SessionRow | undefined> {
  const [row] = await sessions(db).where({ id }).delete().returning('*');
  return row;
}

export const deleteExpiredSessions = (db: Db, now: Date): Promise<number> =>
  sessions(db).where('expires_at', '<=', now).delete();
