import type { Db, Knex } from '@ostatok/kit/node/db.ts';
import type { SignInCodeRow, UserRow } from '../tables.ts';

const codes = (db: Db) => db<SignInCodeRow>('sign_in_codes');

export const insertCode = (db: Db, row: SignInCodeRow): Promise<unknown> => codes(db).insert(row);

export const deleteExpiredCodes = (db: Db, now: Date): Promise<number> =>
  codes(db).where('expires_at', '<=', now).delete();

/** Deleting is what makes it good once: of two redeems at once the row is given to one. */
export async function takeCode(trx: Knex.Transaction, hash: string): Promise<SignInCodeRow | undefined> {
  const [row] = await codes(trx).where({ hash }).delete().returning('*');
  return row;
}

/** Held until the end, so that a removal or a new password comes either before or after the redeeming, never within. */
export const lockMaker = (trx: Knex.Transaction, id: number): Promise<UserRow | undefined> =>
  trx<UserRow>('users').where({ id }).whereNull('removed_at').forShare().first();
