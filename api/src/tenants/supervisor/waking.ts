import type { Knex } from '@ostatok/kit/node/db.ts';
import { AppError, NotFound, Unavailable } from '@ostatok/kit/node/errors.ts';
import type { Logger } from '@ostatok/kit/node/log.ts';
import { createConcurrencyLimit } from '../../../../kit/node/concurrency-limit.ts';
import type { Host } from '../../hosting/host.ts';
import type { TenantRow } from '../../platform/tables.ts';
import type { TenantSecrets } from '../provisioning/tenant-secrets.ts';
import {
  clearEndpoint,
  findTenant,
  listPlaced,
  lockTenant,
  noteFailedStart,
  setEndpoint,
  setStarted,
} from '../tenants.queries.ts';
import type { MemoryShortage } from './memory-shortage.ts';
import { causeIn, isStoppedByUs, startFailureOf } from './start-failure.ts';
import { readStats, type TenantAddress } from './tenant-client.ts';
import type { SpecOf } from './tenant-spec.ts';
import type { VenueUse } from './usage.ts';

/** The most starts at once: each holds a connection until its process listens. */
const STARTS_AT_ONCE = 8;
/** The most tenants locked by `keep` at once: each holds a connection until its work is done. */
const KEPT_AT_ONCE = 8;
const WAKE_LIMIT_MS = 10_000;
/** Enough for the message and the stack of the failure that ended a process. */
const LOG_LINES = 80;

export interface WakingDeps {
  db: Knex;
  /** The pool for locks that are held while processes start and stop; no request is answered with it. */
  lockPool: Knex;
  host: Host;
  secrets: TenantSecrets;
  specOf: SpecOf;
  /** The release that tenants are started with, from `releaseOf`. */
  release: string;
  memory: MemoryShortage;
  log: Logger;
}

/** Starts and stops tenants and knows the addresses of those that run. */
export function createWaking(deps: WakingDeps & { use: VenueUse }) {
  const { db, lockPool, host, secrets, specOf, release, memory, log, use } = deps;
  const turn = createConcurrencyLimit(STARTS_AT_ONCE);
  const turnToKeep = createConcurrencyLimit(KEPT_AT_ONCE);
  /** The endpoints of tenants known to be up. */
  const awake = new Map<string, string>();
  const waking = new Map<string, Promise<string>>();
  const restarting = new Map<string, Promise<void>>();

  /** Adds the tenant's own error message, so that the person on call need not look for it. */
  async function whyNotStarted(id: string, error: unknown): Promise<string> {
    const cause = causeIn(await host.logs(id, LOG_LINES).catch(() => []));
    return cause ? `${startFailureOf(error)}: ${cause}` : startFailureOf(error);
  }

  /** Records a crash that the tenant does not recover from, so that it is noticed before anybody visits. */
  async function noteGone(id: string, error: unknown): Promise<void> {
    const reason = await whyNotStarted(id, error);
    // meanwhile somebody may have started it, or is about to
    if (!isStoppedByUs(error) && !awake.has(id) && !waking.has(id)) await noteFailedStart(db, id, reason);
  }

  /** Clears the endpoint of a tenant that does not answer; a newer one stays. */
  async function forgetEndpoint({ id, endpoint }: TenantRow): Promise<void> {
    if (!endpoint) return;
    if (awake.get(id) === endpoint) awake.delete(id);
    await clearEndpoint(db, id, endpoint);
  }

  /** Starts the tenant under a lock across all api processes; a second caller finds what the first one has started. */
  function startUnderLock(id: string, evenSuspended = false): Promise<string> {
    const start = async (trx: Knex.Transaction): Promise<string> => {
      await lockTenant(trx, 'wake', id);
      const row = await findTenant(trx, id);
      const gone = !row || row.status === 'deleted' || (row.status === 'suspended' && !evenSuspended);
      if (gone) throw new NotFound('Заведение не найдено');
      if ((await host.state(id)) === 'not_found' && (await answers(row))) return row.endpoint as string;
      if ((await host.state(id)) !== 'running') memory.requireRoom(id);
      const spec = await specOf(row, trx);
      const { endpoint } = await host.start(spec).catch(async (error) => {
        if (!isStoppedByUs(error)) await noteFailedStart(db, id, await whyNotStarted(id, error));
        throw error;
      });
      await setStarted(trx, id, { endpoint, maxUsers: Number(spec.env.MAX_USERS), release });
      return endpoint;
    };
    return turn(() => lockPool.transaction(start));
  }

  /** Keeps others from starting or stopping the tenant until `work` is done. */
  const keep = <T>(id: string, work: (trx: Knex.Transaction) => Promise<T>): Promise<T> =>
    turnToKeep(() =>
      lockPool.transaction(async (trx) => {
        await lockTenant(trx, 'wake', id);
        return work(trx);
      }),
    );

  /**
   * Whether this very tenant answers at its stored endpoint, in whichever api process it runs. The port may belong to
   * another process by now, so the listener has to know the tenant's secret.
   */
  async function answers(row: TenantRow): Promise<boolean> {
    if (!row.endpoint) return false;
    const address = { endpoint: row.endpoint, secret: secrets.internalOf(row) };
    return readStats(address).then(
      () => true,
      () => false,
    );
  }

  function wake(id: string): Promise<string> {
    const present = awake.get(id);
    if (present) return Promise.resolve(present);
    let starting = waking.get(id);
    if (!starting) {
      starting = startUnderLock(id)
        .then((endpoint) => {
          awake.set(id, endpoint);
          return endpoint;
        })
        .finally(() => waking.delete(id));
      waking.set(id, starting);
      starting.catch(() => undefined);
    }
    return starting;
  }

  /** Like `wake`, but gives up waiting after ten seconds; the start itself goes on. */
  function endpointOf(id: string): Promise<string> {
    use.mark(id);
    const present = awake.get(id);
    if (present) return Promise.resolve(present);
    return new Promise((fulfil, reject) => {
      const timer = setTimeout(
        () => reject(new Unavailable(5, 'Заведение просыпается. Повторите через несколько секунд', 'waking')),
        WAKE_LIMIT_MS,
      );
      wake(id)
        .then(fulfil, (error) => {
          if (error instanceof AppError) return reject(error);
          log.error({ err: error, tenant: id }, 'tenant did not start');
          reject(new Unavailable(10, 'Заведение не запускается. Мы уже разбираемся', 'tenant_down'));
        })
        .finally(() => clearTimeout(timer));
    });
  }

  async function addressOf(id: string): Promise<TenantAddress> {
    const [endpoint, row] = await Promise.all([endpointOf(id), findTenant(db, id)]);
    if (!row) throw new NotFound('Заведение не найдено');
    return { endpoint, secret: secrets.internalOf(row) };
  }

  /** Returns the address of any tenant; a suspended one must be acquired first and still gets no visitors. */
  async function addressEvenIfSuspended(id: string): Promise<TenantAddress> {
    use.mark(id);
    if (!awake.has(id)) awake.set(id, await startUnderLock(id, true));
    return addressOf(id);
  }

  async function putToSleep(id: string): Promise<void> {
    const endpoint = awake.get(id);
    awake.delete(id);
    await host.stop(id);
    if (endpoint) await clearEndpoint(db, id, endpoint);
  }

  /** Restarts the tenant after any interrupted start has ended, whose failure is not the new one's. */
  async function startAnew(id: string): Promise<void> {
    const begun = waking.get(id);
    await putToSleep(id);
    await begun?.catch(() => undefined);
    await wake(id);
  }

  return {
    wake,
    startAnew,
    endpointOf,
    addressOf,
    addressEvenIfSuspended,
    putToSleep,
    keep,
    answers,
    endpointIfAwake: (id: string): string | undefined => awake.get(id),
    /**
     * Forgets an endpoint that did not answer: the process ended, or another api process has put it to sleep. The next
     * request starts it again.
     */
    markUnreachable(id: string, endpoint: string): void {
      if (awake.get(id) === endpoint) awake.delete(id);
    },
    onEndpointChanged(id: string, endpoint: string | null, failure?: unknown): void {
      const failed = (error: unknown): void => log.error({ err: error, tenant: id }, 'endpoint not saved');
      const before = awake.get(id);
      if (endpoint) awake.set(id, endpoint);
      else awake.delete(id);
      const save = endpoint ? setEndpoint(db, id, endpoint) : before ? clearEndpoint(db, id, before) : undefined;
      save?.catch(failed);
      if (failure !== undefined) noteGone(id, failure).catch(failed);
    },
    forgetEndpoint,
    /** Clears endpoints that an earlier platform stored for tenants which ended with it. */
    async forgetGone(): Promise<void> {
      for (const row of await listPlaced(db)) {
        if ((await host.state(row.id)) === 'not_found' && !(await answers(row))) await forgetEndpoint(row);
      }
    },
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
