import type { Db, Knex } from '@ostatok/kit/node/db.ts';
import type { TenantRow } from '../platform/tables.ts';

export type EnforcedRow = Pick<
  TenantRow,
  'id' | 'subdomain' | 'display_name' | 'status' | 'suspended_by' | 'endpoint' | 'max_users'
>;

/** The owner's venues that are there: those to be kept first, then oldest first. */
export const listForEnforcement = (db: Db, ownerId: number): Promise<EnforcedRow[]> =>
  db('tenants')
    .where({ owner_id: ownerId })
    .whereNot({ status: 'deleted' })
    .orderBy([{ column: 'kept_first', order: 'desc' }, { column: 'number' }])
    .select('id', 'subdomain', 'display_name', 'status', 'suspended_by', 'endpoint', 'max_users');

/** Of an owner's venues that are there these are kept first from now on; how many of these there are. */
export async function markKeptFirst(trx: Knex.Transaction, ownerId: number, ids: string[]): Promise<number> {
  const living = () => trx('tenants').where({ owner_id: ownerId }).whereNot({ status: 'deleted' });
  await living().update({ kept_first: trx.raw('id = any(?)', [ids]) });
  return (await living().where({ kept_first: true }).select('id')).length;
}

/** Active ones, and those that the other has suspended. */
export async function suspend(
  db: Db,
  ids: string[],
  by: NonNullable<TenantRow['suspended_by']>,
  at: Date,
): Promise<void> {
  await db('tenants')
    .whereIn('id', ids)
    .whereIn('status', ['active', 'suspended'])
    .update({ status: 'suspended', suspended_by: by, suspended_at: db.raw('coalesce(suspended_at, ?)', [at]) });
}

/** `at`: what was written to its bot until then is told of, and not applied. */
export async function resume(db: Db, ids: string[], at: Date): Promise<void> {
  await db('tenants')
    .whereIn('id', ids)
    .where({ status: 'suspended' })
    .update({
      status: 'active',
      suspended_by: null,
      suspended_at: null,
      last_suspended_at: db.raw('suspended_at'),
      last_resumed_at: at,
    });
}

/** Who has a venue, by their number. */
export const pluckOwners = (db: Db, afterId: number, limit: number): Promise<number[]> =>
  db('tenants')
    .whereNot({ status: 'deleted' })
    .where('owner_id', '>', afterId)
    .distinct()
    .orderBy('owner_id')
    .limit(limit)
    .pluck('owner_id');
