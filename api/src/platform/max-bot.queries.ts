import type { MaxBot } from '@ostatok/api/contract/max.ts';
import type { Db } from '@ostatok/kit/node/db.ts';
import { type Addresses, botUrl } from './addresses.ts';

type BotAddresses = Pick<Addresses, 'botUrlPrefixes'>;

interface TenantBotRow {
  tenant_id: string;
  username: string;
  is_shared: boolean;
  state: MaxBot['state'];
  state_at: Date | null;
}

/** Returns the bots in MAX of these tenants by the tenant's id; tenants without one are absent. */
export async function selectMaxBots(
  db: Db,
  addresses: BotAddresses,
  tenantIds: string[],
): Promise<Map<string, MaxBot>> {
  const rows: TenantBotRow[] = await db('tenants')
    .join('max_bots', 'max_bots.id', 'tenants.max_bot_id')
    .whereIn('tenants.id', tenantIds)
    .select('tenants.id as tenant_id', 'username', 'is_shared', 'state', 'state_at');
  return new Map(
    rows.map(({ tenant_id, username, is_shared, state, state_at }) => [
      tenant_id,
      {
        username,
        link: botUrl(addresses, 'max', username),
        shared: is_shared,
        state,
        since: state_at?.toISOString() ?? null,
      },
    ]),
  );
}

export const findMaxBot = async (db: Db, addresses: BotAddresses, tenantId: string): Promise<MaxBot | null> =>
  (await selectMaxBots(db, addresses, [tenantId])).get(tenantId) ?? null;
