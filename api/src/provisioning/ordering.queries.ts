import type { Db, Knex } from '@ostatok/kit/node/db.ts';
import type { TenantRow } from '../platform/tables.ts';
import { failedProvision } from '../platform/tenant-rows.queries.ts';

/** Counts deleted tenants of this owner or bot whose data is still kept; failed provisions have none. */
export async function countKept(
  db: Db,
  { ownerId, botId }: { ownerId: number; botId: number | null },
): Promise<number> {
  const [row] = await db('tenants')
    .where({ status: 'deleted' })
    .whereNull('purged_at')
    .where((by) =>
      by.where({ owner_id: ownerId }).orWhere((one) => one.whereNotNull('bot_id').where({ bot_id: botId })),
    )
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
  | 'hosting'
  | 'endpoint'
  | 'run_by'
  | 'update_due'
  | 'backed_up_for'
  | 'stats'
  | 'last_active_at'
  | 'wake_at'
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
  | 'names_changed'
  | 'names_served'
  | 'version'
  | 'pinned_release'
  | 'previous_release'
  | 'released_at'
  | 'failed_release'
  | 'update_state'
  | 'update_note'
  | 'start_failed_at'
  | 'start_failure'
>;

export async function insertTenant(trx: Knex.Transaction, tenant: NewTenant): Promise<TenantRow> {
  const [row] = await trx('tenants').insert(tenant).returning('*');
  return row as TenantRow;
}
