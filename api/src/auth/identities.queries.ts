import type { ProviderName } from '@ostatok/api/contract/auth.ts';
import type { Knex } from '@ostatok/kit/node/db.ts';

interface IdentityRow {
  id: string;
  user_id: number;
  provider: ProviderName;
  subject: string;
  email: string | null;
  created_at: Date;
  used_at: Date;
}

export const findIdentity = (
  trx: Knex.Transaction,
  provider: ProviderName,
  subject: string,
): Promise<IdentityRow | undefined> => trx('identities').where({ provider, subject }).first();

/**
 * Throws PostgreSQL's unique violation when this identity, or another one of this provider for the user, is already
 * linked.
 */
export async function insertIdentity(trx: Knex.Transaction, identity: IdentityRow): Promise<void> {
  await trx('identities').insert(identity);
}

export async function deleteIdentities(trx: Knex.Transaction, userId: number): Promise<void> {
  await trx('identities').where({ user_id: userId }).delete();
}

export async function touchIdentity(
  trx: Knex.Transaction,
  id: string,
  changes: Pick<IdentityRow, 'email' | 'used_at'>,
): Promise<void> {
  await trx('identities').where({ id }).update(changes);
}
