import { VENUE_RETENTION_DAYS } from '@ostatok/api/contract/my-data.ts';
import type { Knex } from '@ostatok/kit/node/db.ts';
import { NotFound } from '@ostatok/kit/node/errors.ts';
import type { MaxBot } from '../../contract/max.ts';
import type { AdminTenant, AdminTenantDetails } from '../../contract/tenants.endpoints.ts';
import type { Host, Hosted } from '../hosting/host.ts';
import { type Addresses, venueUrl } from '../platform/addresses.ts';
import { findMaxBot } from '../platform/max-bot.queries.ts';
import {
  type AdminTenantRow,
  databaseBytes,
  findDetails,
  findLastBackup,
  type LastBackup,
  type TenantDetailsRow,
} from './admin-tenants.queries.ts';

const RETENTION_MS = VENUE_RETENTION_DAYS * 86_400_000;

const iso = (date: Date | null | undefined): string | null => date?.toISOString() ?? null;

function botStateOf({ bot_id, bot_state }: Pick<AdminTenantRow, 'bot_id' | 'bot_state'>): AdminTenant['bot']['state'] {
  if (bot_id === null) return 'none';
  return bot_state === 'ok' ? 'well' : bot_state;
}

export const toAdminTenant = (
  addresses: Pick<Addresses, 'publicUrl' | 'baseDomain'>,
  row: AdminTenantRow,
  max: MaxBot | null,
) => ({
  id: row.id,
  tenant_id: row.id,
  subdomain: row.subdomain,
  display_name: row.display_name,
  user_email: row.user_email,
  status: row.status,
  web_url: venueUrl(addresses, row.subdomain),
  created_at: row.created_at.toISOString(),
  version: row.version,
  ...(row.status === 'suspended' && row.suspended_by ? { suspended_by: row.suspended_by } : {}),
  ...(row.status === 'active' && row.start_failed_at
    ? { start_failed: { since: row.start_failed_at.toISOString(), reason: row.start_failure ?? 'причина в журнале' } }
    : {}),
  awake: row.status === 'active' && row.endpoint !== null,
  bot: { username: row.bot_username, state: botStateOf(row) },
  max,
  last_active_at: row.last_active_at.toISOString(),
  cpu_percent: row.cpu_percent,
  memory_bytes: row.memory_bytes,
  database_bytes: row.database_bytes,
  disk_bytes: row.disk_bytes,
  deleted_at: iso(row.deleted_at),
  ...(row.status === 'deleted' ? { restorable_until: restorableUntil(row) } : {}),
  ...(row.making_failed_at
    ? { making_failed: { at: row.making_failed_at.toISOString(), reason: row.making_error ?? 'причина неизвестна' } }
    : {}),
});

/** Null when its data is deleted or never existed. */
const restorableUntil = ({ purged_at, deleted_at, bot_token_sealed }: AdminTenantRow): string | null =>
  purged_at || !deleted_at || bot_token_sealed === '' ? null : iso(new Date(deleted_at.getTime() + RETENTION_MS));

const planOf = (row: TenantDetailsRow): AdminTenantDetails['plan'] =>
  row.plan_name === null
    ? null
    : {
        name: row.plan_name,
        display_name: row.plan_display_name ?? row.plan_name,
        status: row.subscription_status ?? 'expired',
        period_end: iso(row.period_end),
      };

const processOf = (hosted: Hosted | undefined): AdminTenantDetails['process'] => ({
  state: hosted?.state ?? 'not_found',
  started_at: iso(hosted?.startedAt),
  crashes: hosted?.crashes ?? 0,
});

function releaseOf({
  pinned_release,
  failed_release,
  update_state,
  update_note,
}: TenantDetailsRow): AdminTenantDetails['release'] {
  const failed = failed_release !== null && update_state !== null;
  return {
    pinned: pinned_release,
    ...(failed && { failure: { release: failed_release, state: update_state, note: update_note ?? '' } }),
  };
}

const backupOf = (backup: LastBackup | undefined): AdminTenantDetails['last_backup'] =>
  backup ? { ...backup, finished_at: backup.finished_at.toISOString(), verified_at: iso(backup.verified_at) } : null;

/** Reads everything that an administrator may want to know of one tenant, deleted or not. */
export function createTenantDetails(deps: {
  db: Knex;
  server: Knex;
  host: Pick<Host, 'list' | 'diskUse'>;
  addresses: Addresses;
}) {
  const { db, server, host, addresses } = deps;
  return async (id: string): Promise<AdminTenantDetails> => {
    const row = await findDetails(db, id);
    if (!row) throw new NotFound('Заведение не найдено', 'tenant_not_found');
    const [max, hosted, database_bytes, disk_bytes, backup] = await Promise.all([
      findMaxBot(db, addresses, id),
      host.list(),
      databaseBytes(server, id),
      host.diskUse(id),
      findLastBackup(db, id),
    ]);
    return {
      ...toAdminTenant(addresses, row, max),
      owner: { id: row.owner_id, email: row.user_email, name: row.user_name, status: row.user_status },
      plan: planOf(row),
      process: processOf(hosted.find((one) => one.id === id)),
      endpoint: row.endpoint,
      database_bytes,
      disk_bytes,
      stats: row.stats,
      last_backup: backupOf(backup),
      suspended_at: iso(row.suspended_at),
      release: releaseOf(row),
    };
  };
}
export type TenantDetails = ReturnType<typeof createTenantDetails>;
