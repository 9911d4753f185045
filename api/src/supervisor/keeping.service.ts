import type { Knex } from '@ostatok/kit/node/db.ts';
import { NotFound, Unauthorized } from '@ostatok/kit/node/errors.ts';
import { lockOwner } from '../platform/tenant-rows.queries.ts';
import { markKeptFirst } from './subscription-enforcement.queries.ts';
import type { SubscriptionEnforcement } from './subscription-enforcement.service.ts';

/** Lets the owner choose which tenants run where the plan allows fewer than there are; the others sleep. */
export function createKeeping({ db, enforcement }: { db: Knex; enforcement: Pick<SubscriptionEnforcement, 'follow'> }) {
  /** Replaces the earlier choice; remaining places go to the oldest tenants. */
  return async (ownerId: number, tenantIds: string[]): Promise<void> => {
    const chosen = [...new Set(tenantIds)];
    await db.transaction(async (trx) => {
      if (!(await lockOwner(trx, ownerId))) throw new Unauthorized('session_over', 'Учётная запись удалена');
      if ((await markKeptFirst(trx, ownerId, chosen)) < chosen.length)
        throw new NotFound('Заведение не найдено', 'tenant_not_found');
    });
    await enforcement.follow(ownerId);
  };
}
export type Keeping = ReturnType<typeof createKeeping>;
