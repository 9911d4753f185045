import { createConcurrencyLimit } from '@ostatok/kit/node/concurrency-limit.ts';
import type { Knex } from '@ostatok/kit/node/db.ts';
import { takeLock } from '../platform/locks.queries.ts';
import type { TenantRuntime } from './tenant-runtime.service.ts';

/** The most of such work at once: each holds a connection, also while it waits for a starting tenant. */
const AT_ONCE = 4;

interface Deps {
  /** The pool for locks that are held while tenants stop. */
  lockPool: Knex;
  runtime: Pick<TenantRuntime, 'stopWithoutLock'>;
}

/** Stops a tenant and keeps it from starting until `work` is done; it then starts with what was changed. */
export function createWhileAsleep({ lockPool, runtime }: Deps) {
  const turn = createConcurrencyLimit(AT_ONCE);
  return <T>(tenantId: string, work: () => Promise<T>): Promise<T> =>
    turn(() =>
      lockPool.transaction(async (trx) => {
        await takeLock(trx, 'wake', tenantId);
        await runtime.stopWithoutLock(tenantId);
        return work();
      }),
    );
}
export type WhileAsleep = ReturnType<typeof createWhileAsleep>;
