import type { Db, Knex } from '@ostatok/kit/node/db.ts';

export interface TotpRow {
  id: string;
  user_id: number;
  secret_sealed: string;
  created_at: Date;
  confirmed_at: Date | null;
  last_step: string;
}

export interface PasskeyRow {
  id: string;
  user_id: number;
  credential_id: string;
  public_key: Buffer;
  counter: string;
  transports: string[];
  name: string;
  created_at: Date;
  used_at: Date | null;
}

export const findTotp = (db: Db, userId: number): Promise<TotpRow | undefined> =>
  db('totp_factors').where({ user_id: userId }).first();

/** Stores an offered secret; it replaces an unconfirmed one, never a confirmed one. */
export async function offerTotp(
  db: Db,
  row: Pick<TotpRow, 'id' | 'user_id' | 'secret_sealed' | 'created_at'>,
): Promise<void> {
  await db('totp_factors')
    .insert(row)
    .onConflict('user_id')
    .merge(['secret_sealed', 'created_at'])
    .where({ 'totp_factors.confirmed_at': null });
}

/** Returns whether the code of this step was unused: of two concurrent calls only one gets true. */
export async function takeTotpStep(db: Db, userId: number, step: number): Promise<boolean> {
  const taken = await db('totp_factors')
    .where({ user_id: userId })
    .where('last_step', '<', step)
    .update({ last_step: step });
  return taken === 1;
}

export async function confirmTotp(trx: Knex.Transaction, userId: number, at: Date): Promise<boolean> {
  const where = { user_id: userId, confirmed_at: null };
  return (await trx('totp_factors').where(where).update({ confirmed_at: at })) === 1;
}

export async function deleteTotp(trx: Knex.Transaction, userId: number): Promise<boolean> {
  return (await trx('totp_factors').where({ user_id: userId }).whereNotNull('confirmed_at').delete()) > 0;
}

export const selectPasskeys = (db: Db, userId: number): Promise<PasskeyRow[]> =>
  db('passkeys').where({ user_id: userId }).orderBy('created_at');

export const findPasskey = (db: Db, credentialId: string): Promise<PasskeyRow | undefined> =>
  db('passkeys').where({ credential_id: credentialId }).first();

/** Throws PostgreSQL's unique violation when the passkey is already registered. */
export async function insertPasskey(
  trx: Knex.Transaction,
  row: Omit<PasskeyRow, 'used_at' | 'counter'>,
  counter: number,
): Promise<void> {
  await trx('passkeys').insert({ ...row, counter });
}

/**
 * Moves the counter if it is still what was read, so that only one of two concurrent answers counts. Returns whether it
 * did.
 */
export async function movePasskeyCounter(db: Db, row: PasskeyRow, counter: number, at: Date): Promise<boolean> {
  const where = { id: row.id, counter: row.counter };
  return (await db('passkeys').where(where).update({ counter, used_at: at })) === 1;
}

export async function deletePasskey(trx: Knex.Transaction, userId: number, id: string): Promise<boolean> {
  return (await trx('passkeys').where({ user_id: userId, id }).delete()) === 1;
}

export async function deleteAllFactors(trx: Knex.Transaction, userId: number): Promise<void> {
  for (const table of ['totp_factors', 'passkeys', 'recovery_codes'])
    await trx(table).where({ user_id: userId }).delete();
}

export async function countUnusedRecoveryCodes(db: Db, userId: number): Promise<number> {
  const row = await db('recovery_codes').where({ user_id: userId }).whereNull('used_at').count('* as n').first();
  return Number(row?.n ?? 0);
}

export async function replaceRecoveryCodes(
  trx: Knex.Transaction,
  userId: number,
  codes: { id: string; code_hash: string; created_at: Date }[],
): Promise<void> {
  await trx('recovery_codes').where({ user_id: userId }).delete();
  if (codes.length > 0) await trx('recovery_codes').insert(codes.map((code) => ({ ...code, user_id: userId })));
}

export async function takeRecoveryCode(db: Db, userId: number, codeHash: string, at: Date): Promise<boolean> {
  const where = { user_id: userId, code_hash: codeHash, used_at: null };
  return (await db('recovery_codes').where(where).update({ used_at: at })) === 1;
}
