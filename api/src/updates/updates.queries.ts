import type { Db } from '@ostatok/kit/node/db.ts';

/** Sets the release that the tenant is to take as soon as it can; null for none. */
export async function setUpdateDue(db: Db, id: string, release: string | null): Promise<void> {
  await db('tenants')
    .where({ id })
    .whereRaw('update_due is distinct from ?', [release])
    .update({ update_due: release });
}

/** Returns the tenants that are awake and to take a release; one that sleeps takes it when it wakes. */
export const pluckUpdateDue = (db: Db): Promise<string[]> =>
  db('tenants')
    .where({ status: 'active' })
    .whereNotNull('update_due')
    .whereNotNull('endpoint')
    .orderBy('number')
    .pluck('id');
