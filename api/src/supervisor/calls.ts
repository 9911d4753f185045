import { isDeepStrictEqual } from 'node:util';
import type { Knex } from '@ostatok/kit/node/db.ts';
import type { TenantStats } from '@ostatok/tenant-runtime/contract/internal.ts';
import type { OpenSupport } from '@ostatok/tenant-runtime/contract/support.ts';
import type { Credentials } from '../../contract/provision.ts';
import type { TenantRow } from '../platform/tables.ts';
import { findTenant } from '../platform/tenant-rows.queries.ts';
import type { TenantSecrets } from '../platform/tenant-secrets.ts';
import { setStats } from './instances.queries.ts';
import {
  deliverUpdates,
  endSupport,
  inviteSupport,
  makeTelegramCode,
  readFacts,
  readStats,
  setAdmin,
  TenantError,
} from './tenant-client.ts';
import type { Waking } from './waking.ts';

function withoutPeople({ counts, ...stats }: TenantStats): TenantStats {
  if (!counts) return stats;
  return { ...stats, counts: { ...counts, open: counts.open && { ...counts.open, people: [] } } };
}

/** The platform's calls to tenants; all except `lastStats` and `noteStats` wake the tenant. */
export function createVenueCalls({
  db,
  secrets,
  waking: { addressOf, endpointIfAwake, markUnreachable },
}: {
  db: Knex;
  secrets: TenantSecrets;
  waking: Pick<Waking, 'addressOf' | 'endpointIfAwake' | 'markUnreachable'>;
}) {
  /** Stores statistics without the names of the people who count: those are shown only for an awake tenant. */
  async function keep(row: TenantRow, stats: TenantStats): Promise<void> {
    const kept = withoutPeople(stats);
    if (!isDeepStrictEqual(kept, row.stats)) await setStats(db, row.id, kept);
  }

  return {
    async setAdmin(id: string, credentials: Credentials): Promise<void> {
      await setAdmin(await addressOf(id), credentials);
    },
    telegramCode: async (id: string, username: string): Promise<string> =>
      makeTelegramCode(await addressOf(id), username),
    /** Returns the link's secret. */
    inviteSupport: async (id: string, visit: OpenSupport): Promise<string> => inviteSupport(await addressOf(id), visit),
    /** Wakes a sleeping tenant too, because a session outlives its sleep. */
    endSupport: async (id: string, administrator: string): Promise<void> =>
      endSupport(await addressOf(id), administrator),
    async deliver(id: string, updates: object[], generation?: number): Promise<void> {
      const address = await addressOf(id);
      try {
        await deliverUpdates(address, updates, generation);
      } catch (error) {
        // nobody answers there: another api process may have put it to sleep
        if (!(error instanceof TenantError)) markUnreachable(id, address.endpoint);
        throw error;
      }
    },
    async stats(id: string): Promise<TenantStats> {
      const stats = await readStats(await addressOf(id));
      await setStats(db, id, stats);
      return stats;
    },
    /** Reads an awake tenant's statistics, else the last stored ones, so that showing a list wakes nobody. */
    async lastStats(row: TenantRow): Promise<TenantStats | null> {
      const endpoint = endpointIfAwake(row.id);
      if (!endpoint) return row.stats;
      try {
        const stats = await readFacts({ endpoint, secret: secrets.internalOf(row) });
        await keep(row, stats);
        return stats;
      } catch {
        return row.stats;
      }
    },
    /**
     * Stores the last statistics before a tenant falls asleep, to be shown until it wakes. An unresponsive tenant falls
     * asleep all the same.
     */
    async noteStats(id: string): Promise<void> {
      const endpoint = endpointIfAwake(id);
      const row = endpoint && (await findTenant(db, id));
      if (!row) return;
      await readFacts({ endpoint, secret: secrets.internalOf(row) })
        .then((stats) => keep(row, stats))
        .catch(() => undefined);
    },
  };
}
export type VenueCalls = ReturnType<typeof createVenueCalls>;
