import type { Db, Knex } from '@ostatok/kit/node/db.ts';
import type { TenantRow } from './tables.ts';

/**
 * Locks the owner's row: two orders at once must not both take the last place of a plan. Returns false when the account
 * was deleted meanwhile. Rows that refer to the owner may still be written.
 */
export async function lockOwner(trx: Knex.Transaction, ownerId: number): Promise<boolean> {
  return Boolean(await trx('users').where({ id: ownerId }).whereNull('deleted_at').forNoKeyUpdate().first('id'));
}

export function findTenant(db: Db, id: string): Promise<TenantRow | undefined> {
  return db('tenants').where({ id }).first();
}

/** What letters and the activity say of a tenant and its owner. */
interface TenantWithOwner {
  subdomain: string;
  display_name: string;
  status: TenantRow['status'];
  user_email: string;
  user_name: string;
}

export const findWithOwner = (db: Db, id: string): Promise<TenantWithOwner | undefined> =>
  db('tenants')
    .join('users', 'users.id', 'tenants.owner_id')
    .where('tenants.id', id)
    .first(
      'tenants.subdomain',
      'tenants.display_name',
      'tenants.status',
      'users.email as user_email',
      'users.name as user_name',
    );

export async function findEmail(db: Db, userId: number): Promise<string> {
  const user = await db('users').where({ id: userId }).first('email');
  return user?.email ?? '';
}

export async function countTenants(db: Db, ownerId: number): Promise<number> {
  const [row] = await db('tenants').where({ owner_id: ownerId }).whereNot({ status: 'deleted' }).count({ n: '*' });
  return Number(row?.n ?? 0);
}

/** Tenants that are active or suspended. */
export const listLiving = (db: Db): Promise<TenantRow[]> =>
  db('tenants').whereIn('status', ['active', 'suspended']).orderBy('number').select('*');

/** Selects the failed provisions of a row of tenants: nothing of such a tenant is kept. */
export const failedProvision = (db: Db) =>
  db('provisions').whereRaw('provisions.tenant_id = tenants.id').where({ status: 'failed' }).select(db.raw('1'));
