import type { Knex } from '@ostatok/kit/node/db.ts';
import { type HostedState, hasProcess } from '../hosting/host.ts';
import type { TenantRow } from '../platform/tables.ts';
import { findTenant } from '../platform/tenant-rows.queries.ts';
import type { TenantSecrets } from '../platform/tenant-secrets.ts';
import { createAcquiredTenants } from './acquired-tenants.ts';
import { createVenueCalls } from './calls.ts';
import { pluckClosed, setEndpoint } from './instances.queries.ts';
import { createSleeping } from './sleeping.ts';
import { createTenantAddresses } from './tenant-addresses.ts';
import type { TenantAddress } from './tenant-client.ts';
import type { TenantStartsDeps } from './tenant-starts.ts';
import { createVenueUse } from './usage.ts';
import { createWaking } from './waking.ts';

/** Wakes tenants and puts them to sleep; a caller asks for a tenant's address and gets it awake. */
export function createTenantRuntime(
  deps: Omit<TenantStartsDeps, 'addresses'> & {
    secrets: TenantSecrets;
    idleMinutes: number;
    longestWakeMs?: number | undefined;
  },
) {
  const { db, host, releases } = deps;
  const use = createVenueUse();
  const acquired = createAcquiredTenants(deps);
  const addresses = createTenantAddresses(deps);
  const waking = createWaking({ ...deps, addresses, use });
  const { wake, startAnew, stopLocked, keep } = waking;
  const calls = createVenueCalls({ db, addresses, waking });
  const sleeping = createSleeping({ ...deps, addresses, use, acquired, waking, noteStats: calls.noteStats });

  return {
    wake,
    endpointOf: waking.endpointOf,
    endpointIfAwake: waking.endpointIfAwake,
    addressEvenIfSuspended: waking.addressEvenIfSuspended,
    presenceOf: waking.presenceOf,
    isGone: waking.isGone,
    markUnreachable: waking.markUnreachable,
    onEndpointChanged: waking.onEndpointChanged,
    forgetEndpoint: waking.forgetEndpoint,
    forgetGone: waking.forgetGone,
    restart: waking.restart,
    replaceHung: waking.replaceHung,
    stop: waking.stop,
    stopWithoutLock: waking.stopWithoutLock,
    restartCrashed: waking.restartCrashed,
    ...calls,
    ...sleeping,
    begin: use.begin,
    end: use.end,
    /** Keeps the tenant from being stopped until `releaseInstance`, also a suspended one, and by other api processes. */
    acquireInstance: acquired.acquire,
    async releaseInstance(id: string): Promise<void> {
      if (!(await acquired.release(id))) return;
      await keep(id, async (trx) => {
        if ((await pluckClosed(trx, [id])).length > 0 && (await acquired.isFree(trx, id))) await stopLocked(trx, id);
      });
    },
    /** Waits for a running start, so that nothing starts the suspended tenant afterwards. */
    suspend: (id: string): Promise<void> =>
      keep(id, async (trx) => {
        if (!(await acquired.isFree(trx, id))) return;
        await waking.halt(trx, id);
        await setEndpoint(trx, id, null);
      }),
    /** Like `wake`, but returns undefined for a tenant that may not run. */
    wakeIfActive: async (id: string): Promise<string | undefined> =>
      (await pluckClosed(db, [id])).length > 0 ? undefined : wake(id),
    /**
     * Stops the tenant and keeps it from starting until `work` is done; requests meanwhile wait or get Unavailable.
     * Writing its endpoint locks its row, so nobody can delete it either.
     */
    whileStopped: <T>(id: string, work: () => Promise<T>): Promise<T> =>
      keep(id, async (trx) => {
        await waking.halt(trx, id);
        await setEndpoint(trx, id, null);
        return work();
      }),
    /** Keeps the tenant from being started or suspended during `work`; passes its row and, if awake, its address. */
    withStableInstance: <T>(
      id: string,
      work: (trx: Knex.Transaction, row: TenantRow | undefined, address: TenantAddress | undefined) => Promise<T>,
    ): Promise<T> =>
      keep(id, async (trx) => {
        const row = await findTenant(trx, id);
        const endpoint = waking.endpointIfAwake(id) ?? row?.endpoint;
        return work(trx, row, row && endpoint ? await addresses.at(row, endpoint) : undefined);
      }),
    /** Wakes the tenant with the release that it is to run; one that runs another is restarted. */
    async wakeRenewed(row: TenantRow): Promise<TenantRow> {
      // its earlier use must not keep it awake afterwards
      await sleeping.flushUse();
      const { release } = await releases.choose(row, db, false);
      await (row.version === release ? wake(row.id) : startAnew(row.id));
      return (await findTenant(db, row.id)) ?? row;
    },
    switchTo: waking.switchTo,
    moveTo: waking.moveTo,
    /** Restarts the tenant where it runs here, for its present limits; a sleeping one gets them when it wakes. */
    async renew(id: string): Promise<void> {
      if (!hasProcess(await host.state(id))) return;
      await startAnew(id);
    },
    forget: (id: string): Promise<void> => host.forget(id),
    state: (id: string): Promise<HostedState> => host.state(id),
    logs: (id: string, lines: number): Promise<string[]> => host.logs(id, lines),
  };
}
export type TenantRuntime = ReturnType<typeof createTenantRuntime>;
