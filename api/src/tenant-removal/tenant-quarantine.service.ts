import { constraintOf, type Knex, sqlState, UNIQUE_VIOLATION } from '@ostatok/kit/node/db.ts';
import { Conflict, NotFound } from '@ostatok/kit/node/errors.ts';
import { takeLock } from '../platform/locks.queries.ts';
import type { TenantRow } from '../platform/tables.ts';
import { findTenant, lockOwner } from '../platform/tenant-rows.queries.ts';
import type { SubscriptionEnforcement } from '../supervisor/subscription-enforcement.service.ts';
import type { TenantRuntime } from '../supervisor/tenant-runtime.service.ts';
import { closeTenantDatabase } from './tenant-database.queries.ts';
import { markDeleted, openTenantDatabase, type SuspensionState, unmarkDeleted } from './tenant-quarantine.queries.ts';

/** A tenant's status before it was set aside; times are ISO strings. A type, because it is stored as a record of values. */
export type TenantSnapshot = {
  status: 'active' | 'suspended';
  suspended_by: SuspensionState['suspended_by'];
  suspended_at: string | null;
};

interface RestoreHooks {
  may?: ((trx: Knex.Transaction) => Promise<void>) | undefined;
  done?: ((trx: Knex.Transaction) => Promise<void>) | undefined;
}

function taken(error: unknown): unknown {
  if (sqlState(error) !== UNIQUE_VIOLATION) return error;
  return constraintOf(error) === 'tenants_bot_key'
    ? new Conflict('bot_taken', 'Бот этого заведения уже подключён к другому')
    : new Conflict('subdomain_taken', 'Адрес этого заведения уже занят другим');
}

/** Deletes tenants temporarily and restores them as they were. Each method may be repeated. */
export function createTenantQuarantine(deps: {
  db: Knex;
  /** The pool for locks that are held while tenants stop. */
  lockPool: Knex;
  server: Knex;
  runtime: Pick<TenantRuntime, 'stopWithoutLock'>;
  enforcement: Pick<SubscriptionEnforcement, 'follow'>;
  onChange: (tenantId: string) => void;
}) {
  const { db, lockPool, server, runtime } = deps;

  /** Waits for any running provisioning or start of the tenant; nothing starts it meanwhile. */
  const withTenantLock = <T>(id: string, work: (trx: Knex.Transaction) => Promise<T>): Promise<T> =>
    lockPool.transaction(async (trx) => {
      await takeLock(trx, 'provision', id);
      await takeLock(trx, 'wake', id);
      return work(trx);
    });

  async function existing(id: string): Promise<TenantRow> {
    const row = await findTenant(db, id);
    if (!row) throw new NotFound('Заведение не найдено', 'tenant_not_found');
    return row;
  }

  return {
    /** Marks the tenant as deleted by that one, in the caller's transaction; false when it is not ready or gone already. */
    markDeleted: (trx: Knex.Transaction, id: string, at: Date, by: NonNullable<TenantRow['deleted_by']>) =>
      markDeleted(trx, id, at, by),

    async snapshot(id: string): Promise<TenantSnapshot> {
      const { status, suspended_by, suspended_at } = await existing(id);
      if (status !== 'active' && status !== 'suspended') throw new Conflict('tenant_not_ready', 'Заведение не готово');
      return { status, suspended_by, suspended_at: suspended_at?.toISOString() ?? null };
    },

    async setAside(id: string, at: Date): Promise<void> {
      await withTenantLock(id, async () => {
        await db.transaction((trx) => markDeleted(trx, id, at));
        deps.onChange(id);
        await runtime.stopWithoutLock(id);
        await closeTenantDatabase(server, id);
      });
      await deps.enforcement.follow((await existing(id)).owner_id);
    },

    /**
     * `may` and `done` run in the restoring transaction, before and after, but not when the tenant is back already; an
     * error from `may` keeps it deleted. Throws Conflict when its owner is deleted, or its subdomain or bot belongs to
     * another tenant by now.
     */
    async restore(id: string, was: TenantSnapshot, { may, done }: RestoreHooks = {}): Promise<void> {
      const row = await existing(id);
      if (row.purged_at) throw new Conflict('tenant_purged', 'Данные заведения уже стёрты');
      await withTenantLock(id, (trx) => restoreIn(trx, row, was, { may, done })).catch((error) => {
        throw taken(error);
      });
      deps.onChange(id);
      await deps.enforcement.follow(row.owner_id);
    },
  };

  async function restoreIn(
    trx: Knex.Transaction,
    { id, owner_id }: TenantRow,
    was: TenantSnapshot,
    { may, done }: RestoreHooks,
  ): Promise<void> {
    if (!(await lockOwner(trx, owner_id))) {
      throw new Conflict('owner_gone', 'Владелец удалил аккаунт: вернуть заведение нельзя');
    }
    if ((await findTenant(trx, id))?.status !== 'deleted') return;
    await may?.(trx);
    const suspended_at = was.suspended_at === null ? null : new Date(was.suspended_at);
    const { status, suspended_by } = was;
    if ((await unmarkDeleted(trx, id, { status, suspended_by, suspended_at })) === 0) return;
    await openTenantDatabase(server, id);
    await done?.(trx);
  }
}
export type TenantQuarantine = ReturnType<typeof createTenantQuarantine>;
