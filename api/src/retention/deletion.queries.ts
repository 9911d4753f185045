import type { Db, Knex } from '@ostatok/kit/node/db.ts';
import { takeLock } from '../platform/locks.queries.ts';

export interface DeletedUser {
  id: number;
  email: string;
  name: string;
  role: 'admin' | 'customer';
  created_at: Date;
}

/**
 * Locks the user, after waiting for a tenant order or a payment of theirs that is under way. Returns undefined when the
 * account is already deleted. The subscription is locked first, as in billing: another order could deadlock.
 */
export async function lockUser(trx: Knex.Transaction, id: number): Promise<DeletedUser | undefined> {
  await trx('subscriptions').where({ user_id: id }).forUpdate().first('id');
  return trx('users')
    .where({ id })
    .whereNull('deleted_at')
    .forNoKeyUpdate()
    .first('id', 'email', 'name', 'role', 'created_at');
}

/** Active administrators; none of them leaves before the transaction ends. */
export async function administratorsInTurn(trx: Knex.Transaction): Promise<number[]> {
  await takeLock(trx, 'administrators');
  return trx('users').where({ role: 'admin', status: 'active' }).whereNull('deleted_at').pluck('id');
}

export async function markUserDeleted(trx: Knex.Transaction, id: number, at: Date): Promise<void> {
  await trx('link_tokens').where({ user_id: id }).delete();
  // a deleted user who signs in through a provider again gets a new account
  await trx('identities').where({ user_id: id }).delete();
  await trx('users').where({ id }).update({ deleted_at: at, updated_at: at });
}

/** Deleted users whose payments were not stopped because of a crash. */
export const pluckStillPaying = (db: Db): Promise<number[]> =>
  db('users')
    .whereNotNull('deleted_at')
    .where((open) =>
      open
        .whereExists(db('subscriptions as s').whereRaw('s.user_id = users.id').where({ auto_renew: true }))
        .orWhereExists(db('payment_methods as m').whereRaw('m.user_id = users.id').whereNull('m.removed_at')),
    )
    .pluck('id');

/** Keeps the first time. Returns false when consent was withdrawn before. */
export async function markWithdrawn(trx: Knex.Transaction, id: number, at: Date): Promise<boolean> {
  const changed = await trx('users')
    .where({ id })
    .whereNull('deleted_at')
    .whereNull('consent_withdrawn_at')
    .update({ consent_withdrawn_at: at, updated_at: at });
  return changed > 0;
}
