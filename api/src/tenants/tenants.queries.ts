import { VENUE_RETENTION_DAYS } from '@ostatok/api/contract/my-data.ts';
import type { Db, Knex } from '@ostatok/kit/node/db.ts';
import type { TenantStats } from '@ostatok/tenant-runtime/contract/internal.ts';
import type { TenantStatus } from '../../contract/provision.ts';
import type { TenantRow } from '../platform/tables.ts';

const RETENTION_MS = VENUE_RETENTION_DAYS * 86_400_000;

/**
 * Locks the owner's row: two orders at once must not both take the last place of a plan. Returns false when the account
 * was deleted meanwhile. Rows that refer to the owner may still be written.
 */
export async function lockOwner(trx: Knex.Transaction, ownerId: number): Promise<boolean> {
  return Boolean(await trx('users').where({ id: ownerId }).whereNull('deleted_at').forNoKeyUpdate().first('id'));
}

export async function countTenants(db: Db, ownerId: number): Promise<number> {
  const [row] = await db('tenants').where({ owner_id: ownerId }).whereNot({ status: 'deleted' }).count({ n: '*' });
  return Number(row?.n ?? 0);
}

const failedProvision = (db: Db) =>
  db('provisions').whereRaw('provisions.tenant_id = tenants.id').where({ status: 'failed' }).select(db.raw('1'));

/** Counts deleted tenants of this owner or bot whose data is still kept; failed provisions have none. */
export async function countKept(db: Db, { ownerId, botId }: { ownerId: number; botId: number }): Promise<number> {
  const [row] = await db('tenants')
    .where({ status: 'deleted' })
    .whereNull('purged_at')
    .where((by) => by.where({ owner_id: ownerId }).orWhere({ bot_id: botId }))
    .whereNotExists(failedProvision(db))
    .count({ n: '*' });
  return Number(row?.n ?? 0);
}

/** Counts the owner's provisions that were ordered since then and failed. */
export async function countFailed(db: Db, ownerId: number, since: Date): Promise<number> {
  const [row] = await db('tenants')
    .join('provisions', 'provisions.tenant_id', 'tenants.id')
    .where({ owner_id: ownerId, 'provisions.status': 'failed' })
    .where('tenants.created_at', '>', since)
    .count({ n: '*' });
  return Number(row?.n ?? 0);
}

type NewTenant = Omit<
  TenantRow,
  | 'number'
  | 'status'
  | 'timezone'
  | 'bot_username'
  | 'bot_state'
  | 'bot_token_version'
  | 'bot_generation'
  | 'database_server'
  | 'endpoint'
  | 'stats'
  | 'last_active_at'
  | 'created_at'
  | 'deleted_at'
  | 'suspended_by'
  | 'suspended_at'
  | 'last_suspended_at'
  | 'last_resumed_at'
  | 'deleted_by'
  | 'kept_first'
  | 'max_users'
  | 'purged_at'
  | 'alias_revision'
  | 'alias_item'
  | 'alias_database'
  | 'version'
  | 'start_failed_at'
  | 'start_failure'
>;

export async function insertTenant(trx: Knex.Transaction, tenant: NewTenant): Promise<TenantRow> {
  const [row] = await trx('tenants').insert(tenant).returning('*');
  return row as TenantRow;
}

export function findTenant(db: Db, id: string): Promise<TenantRow | undefined> {
  return db('tenants').where({ id }).first();
}

export function findBySubdomain(db: Db, subdomain: string): Promise<TenantRow | undefined> {
  return db('tenants').where({ subdomain }).whereNot({ status: 'deleted' }).first();
}

export function listOwned(db: Db, ownerId: number): Promise<TenantRow[]> {
  return db('tenants').where({ owner_id: ownerId }).whereNot({ status: 'deleted' }).orderBy('created_at', 'desc');
}

/** The owner who asks for a subdomain, and when. */
export interface SubdomainWish {
  ownerId: number;
  at: Date;
}

/**
 * Deleted tenants whose subdomain is reserved for their owner against this one, for as long as they can be restored:
 * another tenant there would receive their staff, QR codes and old links. The owner of a deleted account is whoever has
 * verified the same address since.
 */
const reservedAgainst = (db: Db, { ownerId, at }: SubdomainWish) =>
  db('tenants')
    .where({ 'tenants.status': 'deleted' })
    .whereNull('tenants.purged_at')
    .where('tenants.deleted_at', '>', new Date(at.getTime() - RETENTION_MS))
    .whereNotExists(failedProvision(db))
    .whereNotExists(
      db({ former: 'users' })
        .join({ asking: 'users' }, 'asking.id', db.raw('?', [ownerId]))
        .whereRaw('former.id = tenants.owner_id')
        .whereRaw('(former.id = asking.id or (former.email = asking.email and asking.email_verified))')
        .select(db.raw('1')),
    );

/** Returns which of the subdomains this owner may not use: those of existing tenants, and those reserved for others. */
export async function takenSubdomains(db: Db, candidates: string[], wish: SubdomainWish): Promise<Set<string>> {
  const ofExisting: string[] = await db('tenants')
    .whereIn('subdomain', candidates)
    .whereNot({ status: 'deleted' })
    .pluck('subdomain');
  const reserved: string[] = await reservedAgainst(db, wish).whereIn('subdomain', candidates).pluck('subdomain');
  return new Set([...ofExisting, ...reserved]);
}

/**
 * Call it after the new tenant was inserted: nobody else can use the subdomain until the transaction ends, and a
 * deletion that the insertion waited for is seen.
 */
export const isReserved = async (trx: Knex.Transaction, subdomain: string, wish: SubdomainWish): Promise<boolean> =>
  Boolean(await reservedAgainst(trx, wish).where({ subdomain }).first('tenants.id'));

/** Changes the status only from one of `from`; undefined when it was none of them. */
export async function setStatus(
  db: Db,
  id: string,
  from: TenantStatus[],
  to: TenantStatus,
  at: Date,
): Promise<TenantRow | undefined> {
  const [row] = await db('tenants')
    .where({ id })
    .whereIn('status', from)
    .update({ status: to, ...(to === 'deleted' ? { deleted_at: at, bot_token_sealed: '' } : {}) })
    .returning('*');
  return row;
}

export async function setBotUsername(db: Db, id: string, username: string): Promise<void> {
  await db('tenants').where({ id }).update({ bot_username: username });
}

const STARTS = { start_failed_at: null, start_failure: null };

/** Sets the address, or null when the tenant was stopped on purpose. Both clear an earlier failure to start. */
export async function setEndpoint(db: Db, id: string, endpoint: string | null): Promise<void> {
  await db('tenants')
    .where({ id })
    .update({ endpoint, ...STARTS });
}

/**
 * Sets the address, the users' limit and the release it was started with. It is one statement: a second one in its
 * transaction would check the owner's row.
 */
export async function setStarted(
  db: Db,
  id: string,
  { endpoint, maxUsers, release }: { endpoint: string; maxUsers: number; release: string },
): Promise<void> {
  await db('tenants')
    .where({ id })
    .update({ endpoint, max_users: maxUsers, version: release, last_active_at: db.fn.now(), ...STARTS });
}

/** Keeps the time of the first failure. */
export async function noteFailedStart(db: Db, id: string, failure: string): Promise<void> {
  await db('tenants')
    .where({ id })
    .update({ start_failed_at: db.raw('coalesce(start_failed_at, now())'), start_failure: failure });
}

/** Tenants with a stored endpoint. */
export const listPlaced = (db: Db): Promise<TenantRow[]> => db('tenants').whereNotNull('endpoint').orderBy('id');

/** Clears an endpoint unless somebody has replaced it meanwhile. */
export async function clearEndpoint(db: Db, id: string, endpoint: string): Promise<void> {
  await db('tenants').where({ id, endpoint }).update({ endpoint: null });
}

export async function setStats(db: Db, id: string, stats: TenantStats): Promise<void> {
  await db('tenants')
    .where({ id })
    .update({ stats: JSON.stringify(stats) });
}

export async function touch(db: Db, ids: string[]): Promise<void> {
  if (ids.length > 0) await db('tenants').whereIn('id', ids).update({ last_active_at: db.fn.now() });
}

/** Returns which of the ids were unused for so many minutes, through whichever api process. */
export async function idleAmong(db: Db, ids: string[], minutes: number): Promise<string[]> {
  const rows = await db('tenants')
    .whereIn('id', ids)
    .whereRaw(`last_active_at < now() - ? * interval '1 minute'`, [minutes])
    .orderBy('last_active_at')
    .select('id');
  return rows.map((row: { id: string }) => row.id);
}

/** Returns which of the ids may not run. */
export const pluckClosed = (db: Db, ids: string[]): Promise<string[]> =>
  db('tenants').whereIn('id', ids).whereIn('status', ['suspended', 'deleted']).pluck('id');

/** Locks a tenant against deletion and suspension until the transaction ends; false if deleted or still being made. */
export const lockLiving = async (trx: Knex.Transaction, id: string): Promise<boolean> =>
  Boolean(await trx('tenants').where({ id }).whereIn('status', ['active', 'suspended']).forShare().first('id'));

/** Tenants that are active or suspended. */
export const listLiving = (db: Db): Promise<TenantRow[]> =>
  db('tenants').whereIn('status', ['active', 'suspended']).orderBy('number').select('*');
