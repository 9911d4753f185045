import { isDeepStrictEqual } from 'node:util';
import type { Knex } from '@ostatok/kit/node/db.ts';
import type { TenantStats } from '@ostatok/tenant-runtime/contract/internal.ts';
import type { OpenSupport } from '@ostatok/tenant-runtime/contract/support.ts';
import type { Credentials } from '../../contract/provision.ts';
import type { TenantRow } from '../platform/tables.ts';
import { findTenant } from '../platform/tenant-rows.queries.ts';
import { setStats } from './instances.queries.ts';
import type { TenantAddresses } from './tenant-addresses.ts';
import {
  deliverMaxUpdates,
  deliverUpdates,
  endSupport,
  inviteSupport,
  isUnprocessed,
  makeTelegramCode,
  readFacts,
  readStats,
  setAdmin,
  type TenantAddress,
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
  addresses,
  waking: { addressOf, endpointIfAwake, markUnreachable },
}: {
  db: Knex;
  addresses: Pick<TenantAddresses, 'at'>;
  waking: Pick<Waking, 'addressOf' | 'endpointIfAwake' | 'markUnreachable'>;
}) {
  /** Stores statistics without the names of the people who count: those are shown only for an awake tenant. */
  async function keep(row: TenantRow, stats: TenantStats): Promise<void> {
    const kept = withoutPeople(stats);
    if (!isDeepStrictEqual(kept, row.stats)) await setStats(db, row.id, kept);
  }

  /** Calls the tenant; one that ended meanwhile, perhaps by another api process, is woken and called once more. */
  async function calling<T>(id: string, act: (address: TenantAddress) => Promise<T>): Promise<T> {
    const address = await addressOf(id);
    try {
      return await act(address);
    } catch (error) {
      if (isUnprocessed(error) || !(error instanceof TenantError)) markUnreachable(id, address.endpoint);
      if (!isUnprocessed(error)) throw error;
    }
    return act(await addressOf(id));
  }

  return {
    setAdmin: (id: string, credentials: Credentials): Promise<void> =>
      calling(id, (address) => setAdmin(address, credentials)),
    telegramCode: (id: string, username: string): Promise<string> =>
      calling(id, (address) => makeTelegramCode(address, username)),
    /** Returns the link's secret. */
    inviteSupport: (id: string, visit: OpenSupport): Promise<string> =>
      calling(id, (address) => inviteSupport(address, visit)),
    /** Wakes a sleeping tenant too, because a session outlives its sleep. */
    endSupport: (id: string, administrator: string): Promise<void> =>
      calling(id, (address) => endSupport(address, administrator)),
    deliver: (id: string, updates: object[], generation?: number): Promise<void> =>
      calling(id, (address) => deliverUpdates(address, updates, generation)),
    deliverFromMax: (id: string, updates: object[]): Promise<void> =>
      calling(id, (address) => deliverMaxUpdates(address, updates)),
    async stats(id: string): Promise<TenantStats> {
      const stats = await calling(id, readStats);
      await setStats(db, id, stats);
      return stats;
    },
    /** Reads an awake tenant's statistics, else the last stored ones, so that showing a list wakes nobody. */
    async lastStats(row: TenantRow): Promise<TenantStats | null> {
      const endpoint = endpointIfAwake(row.id);
      if (!endpoint) return row.stats;
      try {
        const stats = await readFacts(await addresses.at(row, endpoint));
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
      await readFacts(await addresses.at(row, endpoint))
        .then((stats) => keep(row, stats))
        .catch(() => undefined);
    },
  };
}
export type VenueCalls = ReturnType<typeof createVenueCalls>;
