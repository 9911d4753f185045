import type { Db, Knex } from '@ostatok/kit/node/db.ts';

export interface DeletedUser {
  id: number;
  email: string;
  name: string;
  role: 'admin' | 'customer';
  created_at: Date;
}

/**
 * Behind whoever orders a venue for them or pays at this moment; undefined: they have gone already. The subscription
 * first, as billing does: two that take the same locks in another order would wait for each other.
 */
export async function lockUser(trx: Knex.Transaction, id: number): Promise<DeletedUser | undefined> {
  await trx('subscriptions').where({ user_id: id }).forUpdate().first('id');
  return trx('users')
    .where({ id })
    .whereNull('deleted_at')
    .forNoKeyUpdate()
    .first('id', 'email', 'name', 'role', 'created_at');
}

/** Those who may administer. One leaves at a time, so that the last two cannot leave at once. */
export async function administratorsInTurn(trx: Knex.Transaction): Promise<number[]> {
  await trx.raw(`select pg_advisory_xact_lock(hashtext('administrators'))`);
  return trx('users').where({ role: 'admin', status: 'active' }).whereNull('deleted_at').pluck('id');
}

export async function markUserDeleted(trx: Knex.Transaction, id: number, at: Date): Promise<void> {
  await trx('link_tokens').where({ user_id: id }).delete();
  // whoever comes back through a provider begins anew
  await trx('identities').where({ user_id: id }).delete();
  await trx('users').where({ id }).update({ deleted_at: at, updated_at: at });
}

/** Of those who are gone, whose payments a crash kept from being stopped. */
export const pluckStillPaying = (db: Db): Promise<number[]> =>
  db('users')
    .whereNotNull('deleted_at')
    .where((open) =>
      open
        .whereExists(db('subscriptions as s').whereRaw('s.user_id = users.id').where({ auto_renew: true }))
        .orWhereExists(db('payment_methods as m').whereRaw('m.user_id = users.id').whereNull('m.removed_at')),
    )
    .pluck('id');

/** The first time counts; false: it was withdrawn before. */
export async function markWithdrawn(trx: Knex.Transaction, id: number, at: Date): Promise<boolean> {
  const changed = await trx('users')
    .where({ id })
    .whereNull('deleted_at')
    .whereNull('consent_withdrawn_at')
    .update({ consent_withdrawn_at: at, updated_at: at });
  return changed > 0;
}
