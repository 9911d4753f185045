import type { Db, Knex } from '@ostatok/kit/node/db.ts';
import type { TenantRow } from '../platform/tables.ts';

export type SuspensionState = Pick<TenantRow, 'status' | 'suspended_by' | 'suspended_at'>;

/**
 * Marks a tenant as deleted. Its bot is free at once, its subdomain for its owner alone; its data and the bot's token
 * stay for a restore.
 * Returns false when it did not exist or was not ready.
 */
export const markDeleted = async (
  trx: Knex.Transaction,
  id: string,
  at: Date,
  by: TenantRow['deleted_by'] = null,
): Promise<boolean> =>
  (await trx('tenants')
    .where({ id })
    .whereIn('status', ['active', 'suspended'])
    .update({ status: 'deleted', deleted_at: at, deleted_by: by })) > 0;

/** The tenant's own bot in MAX is somebody else's if it was connected to another tenant meanwhile. */
const KEPT_MAX_BOT = `case when exists (
    select from tenants as other join max_bots on max_bots.id = other.max_bot_id
    where other.max_bot_id = tenants.max_bot_id and other.id <> tenants.id and other.status <> 'deleted'
      and not max_bots.is_shared
  ) then null else tenants.max_bot_id end`;

export const unmarkDeleted = (trx: Knex.Transaction, id: string, state: SuspensionState): Promise<number> =>
  trx('tenants')
    .where({ id, status: 'deleted' })
    .whereNull('purged_at')
    .update({ ...state, deleted_at: null, deleted_by: null, max_bot_id: trx.raw(KEPT_MAX_BOT) });

/** States in which a tenant is in a cleanup's quarantine, or moving into or out of it. */
const IN_QUARANTINE = ['taking', 'kept', 'restoring'];

/** The owner's tenants deleted since then that the owner may restore, the latest first. */
export const listRestorable = (
  db: Db,
  ownerId: number,
  since: Date,
): Promise<{ id: string; subdomain: string; display_name: string; deleted_at: Date }[]> =>
  db('tenants')
    .where({ owner_id: ownerId, status: 'deleted' })
    .whereNull('purged_at')
    .whereNot({ bot_token_sealed: '' })
    .whereRaw(`deleted_by is distinct from 'administrator'`)
    .where('deleted_at', '>', since)
    .whereNotExists(
      db('quarantine').whereRaw('quarantine.key = tenants.id').whereIn('status', IN_QUARANTINE).select(db.raw('1')),
    )
    .orderBy('deleted_at', 'desc')
    .select('id', 'subdomain', 'display_name', 'deleted_at');

/** Whether a cleanup has set the tenant aside; only the cleanup restores it. */
export const isQuarantined = async (db: Db, id: string): Promise<boolean> =>
  Boolean(await db('quarantine').where({ key: id }).whereIn('status', IN_QUARANTINE).first('id'));

export const openTenantDatabase = async (server: Knex, name: string): Promise<void> =>
  void (await server.raw('alter role ?? login', [name]));
