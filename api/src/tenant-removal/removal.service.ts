import { isTenantId } from '@ostatok/api/contract/tenant-id.ts';
import type { Knex } from '@ostatok/kit/node/db.ts';
import type { Logger } from '@ostatok/kit/node/log.ts';
import { createConcurrencyLimit } from '../../../kit/node/concurrency-limit.ts';
import { takeLock } from '../platform/locks.queries.ts';
import type { TenantRuntime } from '../supervisor/tenant-runtime.service.ts';
import {
  type DueVenue,
  forgetPurged,
  listDue,
  lockKept,
  markDeleted,
  markPurged,
  pluckGoneOwners,
  pluckKept,
  pluckPurged,
  presentAmong,
  rowsAmong,
  signInRoles,
  wipeTokensOf,
} from './removal.queries.ts';
import { closeTenantDatabase, dropTenantDatabase } from './tenant-database.queries.ts';

/** The most tenants removed at once: each holds a connection until it is gone. */
const AT_ONCE = 4;

interface RemovalDeps {
  db: Knex;
  /** The pool for locks that are held during removal. */
  lockPool: Knex;
  /** The server of tenants' databases. */
  server: Knex;
  runtime: Pick<TenantRuntime, 'stopWithoutLock' | 'forget' | 'logs' | 'state'>;
  /** Deletes the tenant's backups, which may not outlive its data. */
  forgetBackups: (tenantId: string) => Promise<void>;
  /** Is called when tenants were deleted, so that lists of them are refreshed. */
  onChange: (tenantId: string) => void;
  log: Logger;
}

/** Deletes everything and checks that it is gone. Throws when something is left. */
async function wipe({ runtime, server, forgetBackups }: RemovalDeps, id: string): Promise<void> {
  if (!isTenantId(id)) throw new Error(`no venue's id: ${id}`);
  await runtime.stopWithoutLock(id);
  await dropTenantDatabase(server, id);
  await forgetBackups(id);
  await runtime.forget(id);
  const left = await presentAmong(server, [id]);
  const files = (await runtime.logs(id, 1)).length > 0;
  if (left.length > 0 || files) throw new Error(`venue ${id} is not gone: ${files ? 'files' : 'database'}`);
}

/**
 * Removes tenants for good. Deleting marks the tenant in a transaction, then stops it and closes its database. After a
 * crash any process finishes that: a role that may still sign in shows what is left. Purging deletes database, role,
 * files and secrets.
 */
export function createVenueRemoval(deps: RemovalDeps) {
  const { db, lockPool, server, runtime, onChange, log } = deps;
  const turn = createConcurrencyLimit(AT_ONCE);

  /** Waits for any running provisioning or start of the tenant; nothing starts it while `work` runs. */
  const withTenantLock = <T>(id: string, work: (trx: Knex.Transaction) => Promise<T>): Promise<T> =>
    turn(() =>
      lockPool.transaction(async (trx) => {
        await takeLock(trx, 'provision', id);
        await takeLock(trx, 'wake', id);
        return work(trx);
      }),
    );

  /** Stops the tenant and closes its database, unless a restore came first and it runs again. */
  async function shut(id: string): Promise<void> {
    await withTenantLock(id, async (trx) => {
      if ((await rowsAmong(trx, [id])).some(({ deleted }) => !deleted)) return;
      await runtime.stopWithoutLock(id);
      await closeTenantDatabase(server, id);
    });
  }

  /** Failures are logged, and `finish` tries again. */
  async function stopAll(ids: string[]): Promise<void> {
    for (const id of ids) onChange(id);
    const failed = (tenant: string, err: unknown): void => log.error({ err, tenant }, 'deleted venue not stopped yet');
    await Promise.all(ids.map((id) => shut(id).catch((error) => failed(id, error))));
  }

  return {
    /** Call it within the transaction that deletes the owner, then `stopAll`. */
    async removeOwned(trx: Knex.Transaction, ownerId: number, at: Date): Promise<string[]> {
      const marked = await markDeleted(trx, { owner_id: ownerId }, at);
      await wipeTokensOf(trx, ownerId);
      return marked.map(({ id }) => id);
    },
    stopAll,
    /** Stops a tenant that is marked as deleted, and closes its database. */
    shut,

    /** Deletes tenants of deleted owners, and closes deleted ones that a crash left open; it is idempotent. */
    async finish(at: Date): Promise<string[]> {
      const owners = await pluckGoneOwners(db);
      for (const owner_id of owners) await db.transaction((trx) => markDeleted(trx, { owner_id }, at));
      const open = await signInRoles(server, await pluckKept(db));
      await stopAll(open);
      return open;
    },

    /** Returns which of the ids are tenants that are not deleted. */
    livingAmong: async (ids: string[]): Promise<string[]> =>
      (await rowsAmong(db, ids)).flatMap(({ id, deleted }) => (deleted ? [] : id)),

    /** Deletes the tenant again, with the given time. */
    async removeAgain(id: string, at: Date): Promise<void> {
      const rows = await db.transaction((trx) => markDeleted(trx, { id }, at));
      await stopAll(rows.map((row) => row.id));
    },

    due: (before: Date, afterNumber: number, limit: number): Promise<DueVenue[]> =>
      listDue(db, before, afterNumber, limit),

    /**
     * Deletes the tenant's database, role, files and secrets; returns false when there was nothing to do. Throws when
     * something is left. `begun` is called before anything is deleted, when the tenant can no longer be restored.
     */
    purge: (
      id: string,
      at: Date,
      begun: (deletedAt: Date) => Promise<void> = async () => undefined,
    ): Promise<boolean> =>
      withTenantLock(id, async (trx) => {
        const kept = await lockKept(trx, id);
        if (!kept) return false;
        await begun(kept.deleted_at ?? at);
        await wipe(deps, id);
        await markPurged(trx, id, at);
        return true;
      }),

    /** Wipes purged tenants that a restore has brought back; `known` holds ids that may have no row any more. */
    async wipeRestored(known: string[]): Promise<string[]> {
      const purged = await presentAmong(server, await pluckPurged(db));
      await forgetPurged(db, purged);
      const rows = new Set((await rowsAmong(db, known)).map(({ id }) => id));
      const strays = await presentAmong(
        server,
        known.filter((id) => !rows.has(id)),
      );
      for (const id of strays) await withTenantLock(id, () => wipe(deps, id));
      return [...purged, ...strays];
    },
  };
}
export type VenueRemoval = ReturnType<typeof createVenueRemoval>;
