import type { Knex } from '@ostatok/kit/node/db.ts';
import type { Logger } from '@ostatok/kit/node/log.ts';
import type { Host } from '../hosting/host.ts';
import { lookRegularly } from '../platform/regular-looks.ts';
import {
  endSessionsOf,
  endTransaction,
  findRoles,
  notificationsWaiting,
  type OpenTransaction,
  openTransactions,
  rolesHoldingLocks,
} from './lock-watch.queries.ts';
import type { TenantRuntime } from './tenant-runtime.service.ts';

const LOOK_EVERY_MS = 5_000;
/**
 * PostgreSQL keeps the locks of all databases in one table of some twenty thousand; when it is full, nobody can sign in
 * anywhere. The largest import of a tenant takes a few hundred, since locks of rows are not in it.
 */
const MOST_LOCKS = 2_000;
/**
 * PostgreSQL keeps the notifications of all databases in one queue of 8 GB, until the oldest transaction of a listener
 * ends. When it is full, every transaction that notifies fails, the platform's too. Ordinary ones take next to nothing.
 */
const MOST_NOTIFICATIONS = 0.005;

interface LockWatchDeps {
  /** The server of tenants' databases. */
  server: Knex;
  host: Pick<Host, 'list'>;
  runtime: Pick<TenantRuntime, 'stopWithoutLock'>;
  suspend: (tenantId: string, why: string) => Promise<unknown>;
  log: Logger;
}

/**
 * Suspends a tenant that takes the locks of all databases for itself; an administrator may resume it. Ends transactions
 * that keep back the notifications of all databases.
 */
export function createLockWatch({ server, host, runtime, suspend, log }: LockWatchDeps) {
  /** The running tenants by the oid of their role: when the locks are gone, no role can be looked up any more. */
  let tenants = new Map<number, string>();
  /** The tenants still to be suspended: while the locks are gone, nothing can be written. */
  const toSuspend = new Set<string>();

  async function lookUp(running: string[]): Promise<void> {
    const known = new Map([...tenants].filter(([, id]) => running.includes(id)));
    const ids = new Set(known.values());
    const unknown = running.filter((id) => !ids.has(id));
    if (unknown.length > 0) for (const { oid, name } of await findRoles(server, unknown)) known.set(oid, name);
    tenants = known;
  }

  /** Either may fail while the locks are gone; the next look tries again what is left. */
  async function end(oid: number, id: string): Promise<void> {
    const failed = (error: unknown): void => log.error({ err: error, tenant: id }, 'tenant not ended yet');
    await runtime.stopWithoutLock(id).catch(failed);
    await endSessionsOf(server, oid).catch(failed);
  }

  /** The transactions of tenants at the last look, if the queue of notifications was too full then. */
  let open: OpenTransaction[] = [];

  /** Who listens is not to be seen from outside, so each tenant's transaction ends that outlives two looks. */
  async function relieveNotifications(): Promise<void> {
    const before = open;
    open = [];
    if ((await notificationsWaiting(server)) < MOST_NOTIFICATIONS) return;
    open = (await openTransactions(server)).filter(({ oid }) => tenants.has(oid));
    for (const found of open) {
      if (!before.some(({ pid, since }) => pid === found.pid && since === found.since)) continue;
      log.error({ tenant: tenants.get(found.oid) }, 'a transaction keeps back the notifications of all databases');
      await endTransaction(server, found);
    }
  }

  async function look(): Promise<void> {
    const running = (await host.list()).map(({ id }) => id);
    if (running.length === 0 && toSuspend.size === 0) return;
    for (const { oid, locks } of await rolesHoldingLocks(server, MOST_LOCKS)) {
      const id = tenants.get(oid);
      if (id === undefined) continue;
      log.error({ tenant: id, locks }, 'a tenant takes the locks of all databases, it is suspended');
      toSuspend.add(id);
      await end(oid, id);
    }
    for (const id of toSuspend) {
      await suspend(id, 'заняло блокировки всего сервера базы данных');
      toSuspend.delete(id);
    }
    await lookUp(running);
    await relieveNotifications();
  }

  return {
    /** Looks until the returned function is called. */
    watch: (): (() => Promise<void>) =>
      lookRegularly({
        everyMs: LOOK_EVERY_MS,
        look,
        onError: (error) => log.error({ err: error }, 'could not look at the locks of tenants'),
      }),
  };
}
