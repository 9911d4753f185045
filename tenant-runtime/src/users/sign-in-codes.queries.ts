import type { Db, Knex } from '@ostatok/kit/node/db.ts';
import type { SignInCodeRow, UserRow } from '../tables.ts';

const codes = (db: Db) => db<SignInCodeRow>('sign_in_codes');

export const insertCode = (db: Db, row: SignInCodeRow): Promise<unknown> => codes(db).insert(row);

export const deleteExpiredCodes = (db: Db, now: Date): Promise<number> =>
  codes(db).where('expires_at', '<=', now).delete();

/** Deletes the row, which makes the code single-use: of two simultaneous attempts only one gets it. */
export async function takeCode(trx: Knex.Transaction, hash: string): Promise<SignInCodeRow | undefined> {
  const [row] = await codes(trx).where({ hash }).delete().returning('*');
  return row;
}

/**
 * Locks the maker until the transaction ends, so that a removal or a new password comes before or after the redeeming,
 * never during it.
 */
export const lockMaker = (trx: Knex.Transaction, id: number): Promise<UserRow | undefined> =>
  trx<UserRow>('users').where({ id }).whereNull('removed_at').forShare().first();
