import type { Knex } from '@ostatok/kit/node/db.ts';
import type { TenantStats } from '@ostatok/tenant-runtime/contract/internal.ts';
import type { OpenSupport } from '@ostatok/tenant-runtime/contract/support.ts';
import type { Credentials } from '../../contract/provision.ts';
import type { TenantRow } from '../tables.ts';
import {
  deliverUpdates,
  endSupport,
  inviteSupport,
  makeTelegramCode,
  readStats,
  setAdmin,
  TenantError,
} from './tenant-client.ts';
import type { TenantSecrets } from './tenant-secrets.ts';
import { setStats } from './tenants.queries.ts';
import type { Waking } from './waking.ts';

/** What the platform asks of a venue and tells it: all but `lastStats` wake it. */
export function createVenueCalls({
  db,
  secrets,
  waking: { addressOf, endpointIfAwake, lost },
}: {
  db: Knex;
  secrets: TenantSecrets;
  waking: Pick<Waking, 'addressOf' | 'endpointIfAwake' | 'lost'>;
}) {
  return {
    async setAdmin(id: string, credentials: Credentials): Promise<void> {
      await setAdmin(await addressOf(id), credentials);
    },
    telegramCode: async (id: string, username: string): Promise<string> =>
      makeTelegramCode(await addressOf(id), username),
    /** The link's secret. */
    inviteSupport: async (id: string, visit: OpenSupport): Promise<string> => inviteSupport(await addressOf(id), visit),
    /** Also in one asleep: a session would outlive its sleep. */
    endSupport: async (id: string, administrator: string): Promise<void> =>
      endSupport(await addressOf(id), administrator),
    async deliver(id: string, updates: object[], generation?: number): Promise<void> {
      const address = await addressOf(id);
      try {
        await deliverUpdates(address, updates, generation);
      } catch (error) {
        // nobody there: another api process may have put it to sleep
        if (!(error instanceof TenantError)) lost(id, address.endpoint);
        throw error;
      }
    },
    async stats(id: string): Promise<TenantStats> {
      const stats = await readStats(await addressOf(id));
      await setStats(db, id, stats);
      return stats;
    },
    /** Of a venue that is awake; what it last told otherwise, so that looking at a list wakes nobody. */
    async lastStats(row: TenantRow): Promise<TenantStats | null> {
      const endpoint = endpointIfAwake(row.id);
      if (!endpoint) return row.stats;
      try {
        const stats = await readStats({ endpoint, secret: secrets.internalOf(row) });
        if (stats.userCount !== row.stats?.userCount) await setStats(db, row.id, stats);
        return stats;
      } catch {
        return row.stats;
      }
    },
  };
}
