import { setTimeout as sleep } from 'node:timers/promises';
import type { Db, Knex } from '@ostatok/kit/node/db.ts';
import { AppError, NotFound, Unavailable } from '@ostatok/kit/node/errors.ts';
import { hasProcess } from '../hosting/host.ts';
import type { TenantRow } from '../platform/tables.ts';
import { findTenant } from '../platform/tenant-rows.queries.ts';
import { createEndpoints } from './endpoints.ts';
import { clearEndpoint, listPlaced, noteFailedStart } from './instances.queries.ts';
import { isStoppedByUs } from './start-failure.ts';
import { createSwitching } from './switching.ts';
import { answersAnything, endAt, type TenantAddress } from './tenant-client.ts';
import { createTenantStarts, type TenantStartsDeps } from './tenant-starts.ts';
import type { VenueUse } from './usage.ts';

/** How long a request waits for a tenant to wake. */
const LONGEST_WAKE_MS = 10_000;
/** How long another api process may take to notice the end of a tenant of its own, before it counts as away. */
const CLEARED_MS = 10_000;
const LOOK_EVERY_MS = 100;

/** Gives up waiting after `ms`; the start itself goes on. `onFailed` gets what a person must look into. */
function withinWakeLimit(starting: Promise<string>, ms: number, onFailed: (error: unknown) => void): Promise<string> {
  return new Promise((fulfil, reject) => {
    const timer = setTimeout(
      () => reject(new Unavailable(5, 'Заведение просыпается. Повторите через несколько секунд', 'waking')),
      ms,
    );
    starting
      .then(fulfil, (error) => {
        if (error instanceof AppError) return reject(error);
        onFailed(error);
        reject(new Unavailable(10, 'Заведение не запускается. Мы уже разбираемся', 'tenant_down'));
      })
      .finally(() => clearTimeout(timer));
  });
}

/** Clears endpoints that an earlier platform stored for tenants which ended with it. */
async function forgetGone(
  { db, host }: Pick<TenantStartsDeps, 'db' | 'host'>,
  isGone: (row: TenantRow) => Promise<boolean>,
  endpoints: ReturnType<typeof createEndpoints>,
): Promise<void> {
  for (const row of await listPlaced(db)) {
    if (!hasProcess(await host.state(row.id)) && (await isGone(row))) await endpoints.clear(row);
  }
}

/** Starts and stops tenants and knows the addresses of those that run. */
export function createWaking(deps: TenantStartsDeps & { use: VenueUse; longestWakeMs?: number | undefined }) {
  const { db, host, addresses, log, use, longestWakeMs = LONGEST_WAKE_MS } = deps;
  const starts = createTenantStarts(deps);
  const { startUnderLock, startLocked, notingFailure, keep, presenceOf, isGone, whyNotStarted } = starts;
  const endpoints = createEndpoints(db);
  const switching = createSwitching({ ...deps, starts, endpoints });
  const waking = new Map<string, Promise<string>>();
  const restarting = new Map<string, Promise<void>>();

  /** Records a crash that the tenant does not recover from, so that it is noticed before anybody visits. */
  async function noteGone(id: string, error: unknown): Promise<void> {
    const reason = await whyNotStarted(id, error);
    // meanwhile somebody may have started it, or is about to
    if (!isStoppedByUs(error) && !endpoints.find(id) && !waking.has(id)) await noteFailedStart(db, id, reason);
  }

  function wake(id: string): Promise<string> {
    const present = endpoints.find(id);
    if (present) return Promise.resolve(present);
    let starting = waking.get(id);
    if (!starting) {
      starting = startUnderLock(id)
        .then((endpoint) => {
          endpoints.set(id, endpoint);
          return endpoint;
        })
        .finally(() => waking.delete(id));
      waking.set(id, starting);
      starting.catch(() => undefined);
    }
    return starting;
  }

  /** Like `wake`, but gives up waiting after a while; the start itself goes on. */
  function endpointOf(id: string): Promise<string> {
    use.mark(id);
    const present = endpoints.find(id);
    if (present) return Promise.resolve(present);
    const onFailed = (error: unknown): void => log.error({ err: error, tenant: id }, 'tenant did not start');
    return withinWakeLimit(wake(id), longestWakeMs, onFailed);
  }

  async function addressOf(id: string): Promise<TenantAddress> {
    const endpoint = await endpointOf(id);
    // read after a start, which may have been one of another release
    const row = await findTenant(db, id);
    if (!row) throw new NotFound('Заведение не найдено');
    return addresses.at(row, endpoint);
  }

  /** Returns the address of any tenant; a suspended one must be acquired first and still gets no visitors. */
  async function addressEvenIfSuspended(id: string): Promise<TenantAddress> {
    use.mark(id);
    if (!endpoints.find(id)) endpoints.set(id, await startUnderLock(id, { evenSuspended: true }));
    return addressOf(id);
  }

  /**
   * Stops the tenant, in whichever api process it runs, and returns its stored endpoint, which the caller clears. A
   * transaction must not write a tenant's row twice: the second time PostgreSQL checks the owner's row, which an
   * enforcement may have locked. Throws Unavailable when it runs elsewhere and does not end.
   */
  async function halt(reader: Db, id: string): Promise<string | undefined> {
    const isHere = hasProcess(await host.state(id));
    const endpoint = endpoints.take(id);
    await host.stop(id);
    const row = await findTenant(reader, id);
    if (!row?.endpoint || (isHere && row.endpoint === endpoint)) return endpoint;
    if (await endAt(await addresses.at(row, row.endpoint))) await untilCleared(reader, row);
    return row.endpoint;
  }

  /** Its process writes for a moment after it has ceased to listen; the one that runs it clears its address at its end. */
  async function untilCleared(reader: Db, { id, endpoint }: TenantRow): Promise<void> {
    for (let looked = 0; looked < CLEARED_MS / LOOK_EVERY_MS; looked += 1) {
      if ((await findTenant(reader, id))?.endpoint !== endpoint) return;
      await sleep(LOOK_EVERY_MS);
    }
  }

  /** Stops the tenant whose lock the transaction holds. */
  async function stopLocked(trx: Knex.Transaction, id: string): Promise<void> {
    const endpoint = await halt(trx, id);
    if (endpoint) await clearEndpoint(trx, id, endpoint);
  }

  /** Ends the start that is under way here, which holds the tenant's lock for as long as it takes. */
  async function interruptStart(id: string): Promise<void> {
    const begun = waking.get(id);
    if (!begun) return;
    await host.stop(id);
    await begun.catch(() => undefined);
  }

  /** Stops the tenant whose lock the caller holds, or one that has brought the database down. */
  async function stopWithoutLock(id: string): Promise<void> {
    const endpoint = await halt(db, id);
    if (endpoint) await clearEndpoint(db, id, endpoint);
  }

  async function stop(id: string): Promise<void> {
    await interruptStart(id);
    await keep(id, (trx) => stopLocked(trx, id));
  }

  /**
   * Stops and starts the tenant under one lock, so that nobody starts it in between, if that is still needed once the lock
   * is taken. Where nothing was stopped, its address stays.
   */
  async function replace(id: string, isNeeded: (trx: Knex.Transaction) => Promise<boolean>): Promise<void> {
    let before: string | undefined;
    try {
      const start = (): Promise<string | undefined> =>
        keep(id, async (trx) => {
          if (!(await isNeeded(trx))) return undefined;
          before = await halt(trx, id);
          return startLocked(trx, id);
        });
      const endpoint = await notingFailure(id, start);
      if (endpoint) endpoints.set(id, endpoint);
    } catch (error) {
      if (before) await clearEndpoint(db, id, before);
      throw error;
    }
  }

  async function startAnew(id: string): Promise<void> {
    await interruptStart(id);
    await replace(id, async () => true);
  }

  return {
    wake,
    ...switching,
    /**
     * Starts the tenant anew that has answered nothing there, unless somebody was quicker: a container that was started
     * anew often gets the same address.
     */
    replaceHung: (id: string, endpoint: string): Promise<void> =>
      replace(
        id,
        async (trx) => (await findTenant(trx, id))?.endpoint === endpoint && !(await answersAnything(endpoint)),
      ),
    startAnew,
    endpointOf,
    addressOf,
    addressEvenIfSuspended,
    stop,
    halt,
    stopLocked,
    stopWithoutLock,
    keep,
    presenceOf,
    isGone,
    endpointIfAwake: endpoints.find,
    /**
     * Forgets an endpoint that did not answer: the process ended, or another api process has put it to sleep. The next
     * request starts it again.
     */
    markUnreachable: endpoints.drop,
    onEndpointChanged(id: string, endpoint: string | null, failure?: unknown): void {
      const failed = (error: unknown): void => log.error({ err: error, tenant: id }, 'endpoint not saved');
      endpoints.change(id, endpoint).catch(failed);
      if (failure !== undefined) noteGone(id, failure).catch(failed);
    },
    /** Returns null for a tenant that may not run. */
    async restartCrashed(id: string): Promise<string | null> {
      // a host that is away keeps nobody else's from coming back
      const hosted = await host.list().catch(() => []);
      const crashes = hosted.find((one) => one.id === id)?.crashes;
      return startUnderLock(id, { crashes }).catch((error) => {
        if (error instanceof NotFound) return null;
        throw error;
      });
    },
    forgetEndpoint: endpoints.clear,
    forgetGone: () => forgetGone(deps, isGone, endpoints),
    /** Restarts once for all concurrent callers: a second restart would stop what the first has just begun to start. */
    restart({ id }: TenantRow): Promise<void> {
      const present = restarting.get(id);
      if (present) return present;
      const begun = startAnew(id).finally(() => restarting.delete(id));
      restarting.set(id, begun);
      return begun;
    },
  };
}
export type Waking = ReturnType<typeof createWaking>;
