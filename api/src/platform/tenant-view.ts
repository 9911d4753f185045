import type { TenantStats } from '@ostatok/tenant-runtime/contract/internal.ts';
import type { MaxBot } from '../../contract/max.ts';
import type { Tenant, VenueFacts } from '../../contract/tenants.endpoints.ts';
import { type Addresses, venueUrl } from './addresses.ts';
import type { TenantRow } from './tables.ts';

const factsOf = ({ userCount, itemCount, lastChangeAt, counts }: TenantStats): VenueFacts => ({
  userCount,
  itemCount,
  lastChangeAt,
  ...(counts && { lastCount: counts.last, openCount: counts.open }),
});

/** Converts a tenant for its owner. */
export function toTenant(
  addresses: Addresses,
  row: TenantRow,
  { stats, max }: { stats: TenantStats | null; max: MaxBot | null },
): Tenant {
  return {
    id: row.id,
    tenant_id: row.id,
    subdomain: row.subdomain,
    display_name: row.display_name,
    status: row.status,
    web_url: venueUrl(addresses, row.subdomain),
    bot_username: row.bot_username,
    bot_state: row.bot_state,
    max,
    created_at: row.created_at.toISOString(),
    stats: stats && factsOf(stats),
    ...(row.status === 'suspended' && row.suspended_by ? { suspended_by: row.suspended_by } : {}),
  };
}
