import type { Db, Knex } from '@ostatok/kit/node/db.ts';

export type LinkPurpose = 'verify_email' | 'reset_password';

interface NewLink {
  id: string;
  user_id: number;
  purpose: LinkPurpose;
  token_hash: string;
  created_at: Date;
  expires_at: Date;
}

export async function insertLink(trx: Knex.Transaction, link: NewLink): Promise<void> {
  await trx('link_tokens').insert(link);
}

const goodLinks = (db: Db, tokenHash: string, purpose: LinkPurpose, at: Date) =>
  db('link_tokens').where({ token_hash: tokenHash, purpose }).whereNull('used_at').where('expires_at', '>', at);

export async function findLinkOwner(
  db: Db,
  tokenHash: string,
  purpose: LinkPurpose,
  at: Date,
): Promise<number | undefined> {
  const row = await goodLinks(db, tokenHash, purpose, at).first('user_id');
  return row?.user_id;
}

/**
 * Locks all unused links of the user, of every purpose, in one order: concurrent requests with different links would
 * otherwise deadlock.
 */
export async function lockLinks(trx: Knex.Transaction, userId: number): Promise<void> {
  await trx('link_tokens').where({ user_id: userId }).whereNull('used_at').orderBy('id').forUpdate().select('id');
}

/** Marks the link used and returns its user's id; of two concurrent calls one gets undefined. */
export async function useLink(
  trx: Knex.Transaction,
  tokenHash: string,
  purpose: LinkPurpose,
  at: Date,
): Promise<number | undefined> {
  const [row] = await goodLinks(trx, tokenHash, purpose, at).update({ used_at: at }).returning('user_id');
  return row?.user_id;
}

export async function voidLinks(
  trx: Knex.Transaction,
  userId: number,
  purposes: LinkPurpose[],
  at: Date,
): Promise<void> {
  const links = trx('link_tokens').where({ user_id: userId }).whereNull('used_at');
  await links.whereIn('purpose', purposes).update({ used_at: at });
}

export async function deleteExpiredLinks(trx: Knex.Transaction, userId: number, now: Date): Promise<void> {
  await trx('link_tokens').where({ user_id: userId }).where('expires_at', '<', now).delete();
}
