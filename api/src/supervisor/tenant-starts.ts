import type { Knex } from '@ostatok/kit/node/db.ts';
import { AppError, NotFound } from '@ostatok/kit/node/errors.ts';
import type { Logger } from '@ostatok/kit/node/log.ts';
import { outsideRequests } from '@ostatok/kit/node/request-scope.ts';
import { createConcurrencyLimit } from '../../../kit/node/concurrency-limit.ts';
import type { Host } from '../hosting/host.ts';
import { takeLock } from '../platform/locks.queries.ts';
import type { TenantRow } from '../platform/tables.ts';
import { findTenant } from '../platform/tenant-rows.queries.ts';
import type { TenantSecrets } from '../platform/tenant-secrets.ts';
import { noteFailedStart, setStarted } from './instances.queries.ts';
import type { MemoryShortage } from './memory-shortage.ts';
import { causeIn, isStoppedByUs, startFailureOf } from './start-failure.ts';
import { readStats } from './tenant-client.ts';
import type { SpecOf } from './tenant-spec.ts';

/** The most starts at once: each holds a connection until its process listens. */
const STARTS_AT_ONCE = 8;
/** The most tenants locked by `keep` at once: each holds a connection until its work is done. */
const KEPT_AT_ONCE = 8;
/** Enough for the message and the stack of the failure that ended a process. */
const LOG_LINES = 80;

export interface TenantStartsDeps {
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

/** Starts tenants, each in one process at a time. */
export function createTenantStarts(deps: TenantStartsDeps) {
  const { db, lockPool, host, secrets, specOf, release, memory } = deps;
  const turn = createConcurrencyLimit(STARTS_AT_ONCE);
  const turnToKeep = createConcurrencyLimit(KEPT_AT_ONCE);

  /** Adds the tenant's own error message, so that the person on call need not look for it. */
  async function whyNotStarted(id: string, error: unknown): Promise<string> {
    const cause = causeIn(await host.logs(id, LOG_LINES).catch(() => []));
    return cause ? `${startFailureOf(error)}: ${cause}` : startFailureOf(error);
  }

  /** Starts the tenant under a lock across all api processes; a second caller finds what the first one has started. */
  const startUnderLock = (id: string, evenSuspended = false): Promise<string> =>
    notingFailure(id, () =>
      turn(() =>
        lockPool.transaction(async (trx) => {
          await takeLock(trx, 'wake', id);
          return startLocked(trx, id, evenSuspended);
        }),
      ),
    );

  /** Records why the tenant did not start, after the transaction that may have locked its row. */
  const notingFailure = <T>(id: string, start: () => Promise<T>): Promise<T> =>
    start().catch(async (error) => {
      if (!(error instanceof AppError) && !isStoppedByUs(error))
        await noteFailedStart(db, id, await whyNotStarted(id, error));
      throw error;
    });

  /** Starts the tenant whose lock the transaction holds. */
  async function startLocked(trx: Knex.Transaction, id: string, evenSuspended = false): Promise<string> {
    const row = await findTenant(trx, id);
    const gone = !row || row.status === 'deleted' || (row.status === 'suspended' && !evenSuspended);
    if (gone) throw new NotFound('Заведение не найдено');
    const isRunningHere = (await host.state(id)) === 'running';
    if (!isRunningHere && (await answers(row))) return row.endpoint as string;
    if (!isRunningHere) memory.requireRoom(id);
    const spec = await specOf(row, trx);
    const { endpoint } = await outsideRequests(() => host.start(spec));
    await setStarted(trx, id, { endpoint, maxUsers: Number(spec.env.MAX_USERS), release });
    return endpoint;
  }

  /** Keeps others from starting or stopping the tenant until `work` is done. */
  const keep = <T>(id: string, work: (trx: Knex.Transaction) => Promise<T>): Promise<T> =>
    turnToKeep(() =>
      lockPool.transaction(async (trx) => {
        await takeLock(trx, 'wake', id);
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

  return { startUnderLock, startLocked, notingFailure, keep, answers, whyNotStarted };
}
