import type { Db, Knex } from '@ostatok/kit/node/db.ts';
import type { TenantRow } from '../platform/tables.ts';

/** Wipes the tokens of tenants deleted before their owner's account, so that nobody can restore them. */
export const wipeTokensOf = (trx: Knex.Transaction, ownerId: number): Promise<number> =>
  trx('tenants').where({ owner_id: ownerId, status: 'deleted' }).update({ bot_token_sealed: '' });

type Marked = Pick<TenantRow, 'id' | 'subdomain' | 'display_name'>;

/** Marks tenants as deleted: their bots are free again; running provisions lose the token they need. */
export function markDeleted(
  trx: Knex.Transaction,
  which: { owner_id: number } | { id: string },
  at: Date,
): Promise<Marked[]> {
  return trx('tenants')
    .where(which)
    .whereNot({ status: 'deleted' })
    .update({ status: 'deleted', deleted_at: at, bot_token_sealed: '' })
    .returning(['id', 'subdomain', 'display_name']);
}

/** Lists deleted owners who still have a tenant: one ordered at that very moment, or restored from a backup. */
export const pluckGoneOwners = (db: Db): Promise<number[]> =>
  db('tenants')
    .join('users', 'users.id', 'tenants.owner_id')
    .whereNot('tenants.status', 'deleted')
    .whereNotNull('users.deleted_at')
    .distinct()
    .pluck('tenants.owner_id');

export const pluckKept = (db: Db): Promise<string[]> =>
  db('tenants').where({ status: 'deleted' }).whereNull('purged_at').pluck('id');

export const pluckPurged = (db: Db): Promise<string[]> =>
  db('tenants').where({ status: 'deleted' }).whereNotNull('purged_at').pluck('id');

export async function isPurged(db: Db, id: string): Promise<boolean> {
  return (await db('tenants').where({ id, status: 'deleted' }).whereNotNull('purged_at').first('id')) !== undefined;
}

export interface DueVenue {
  id: string;
  number: number;
  deleted_at: Date;
}

/** The next tenants whose retention term is over, by number. */
export const listDue = (db: Db, before: Date, afterNumber: number, limit: number): Promise<DueVenue[]> =>
  db('tenants')
    .where({ status: 'deleted' })
    .whereNull('purged_at')
    .where('deleted_at', '<=', before)
    .where('number', '>', afterNumber)
    .orderBy('number')
    .limit(limit)
    .select('id', 'number', 'deleted_at');

/** Returns undefined when the tenant is not deleted or was purged meanwhile. */
export const lockKept = (trx: Knex.Transaction, id: string): Promise<TenantRow | undefined> =>
  trx('tenants').where({ id, status: 'deleted' }).whereNull('purged_at').forUpdate().first();

/** Wipes the row; what stays tells that there was a tenant, whose, and from when to when. */
export async function markPurged(trx: Knex.Transaction, id: string, at: Date): Promise<void> {
  await trx('provisions').where({ tenant_id: id }).delete();
  await trx('bot_leases').where({ tenant_id: id }).delete();
  await trx('own_domains').where({ tenant_id: id }).delete();
  await trx('tenants').where({ id }).update({
    purged_at: at,
    display_name: '',
    bot_username: null,
    bot_token_sealed: '',
    admin_username: '',
    database_password_sealed: '',
    internal_secret_sealed: '',
    endpoint: null,
    stats: null,
  });
}

export const forgetPurged = (db: Db, ids: string[]): Promise<number> =>
  db('tenants').whereRaw('id = any(?)', [ids]).update({ purged_at: null });

/** Returns which of the ids have a row, and whether it is deleted. */
export const rowsAmong = (db: Db, ids: string[]): Promise<{ id: string; deleted: boolean }[]> =>
  db('tenants')
    .whereRaw('id = any(?)', [ids])
    .select<{ id: string; deleted: boolean }[]>('id', db.raw(`status = 'deleted' as deleted`));

/** Returns which of the names have a role on the server that may sign in. */
export const signInRoles = (server: Knex, names: string[]): Promise<string[]> =>
  server('pg_roles').whereRaw('rolname = any(?)', [names]).where({ rolcanlogin: true }).pluck('rolname');

/** Returns which of the names still have a database, or a role that may sign in, on the server. */
export async function presentAmong(server: Knex, names: string[]): Promise<string[]> {
  const [databases, roles] = await Promise.all([
    server('pg_database').whereRaw('datname = any(?)', [names]).pluck('datname'),
    signInRoles(server, names),
  ]);
  return [...new Set<string>([...databases, ...roles])];
}

/** Locks a tenant against deletion and suspension until the transaction ends; false if deleted or still being made. */
export const lockLiving = async (trx: Knex.Transaction, id: string): Promise<boolean> =>
  Boolean(await trx('tenants').where({ id }).whereIn('status', ['active', 'suspended']).forShare().first('id'));
