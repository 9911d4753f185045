import type { Db } from '@ostatok/kit/node/db.ts';

/**
 * Sets the release that the tenant is to take as soon as it can, and for which release it was backed up; null for none.
 */
export async function setUpdateDue(
  db: Db,
  id: string,
  { due, backedUpFor }: { due: string | null; backedUpFor: string | null },
): Promise<void> {
  await db('tenants')
    .where({ id })
    .whereRaw('(update_due, backed_up_for) is distinct from (?::text, ?::text)', [due, backedUpFor])
    .update({ update_due: due, backed_up_for: backedUpFor });
}

/** Returns the tenants that are awake and to take a release; one that sleeps takes it when it wakes. */
export const pluckUpdateDue = (db: Db): Promise<string[]> =>
  db('tenants')
    .where({ status: 'active' })
    .whereNotNull('update_due')
    .whereNotNull('endpoint')
    .orderBy('number')
    .pluck('id');
