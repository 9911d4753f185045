import type { Hosting } from '@ostatok/api/contract/hosting.ts';
import type { Db } from '@ostatok/kit/node/db.ts';

/** Counts the living tenants that were last started elsewhere. */
export async function countElsewhere(db: Db, hosting: Hosting): Promise<number> {
  const [found] = await db('tenants').whereNot({ status: 'deleted' }).whereNot({ hosting }).count('* as count');
  return Number(found?.count);
}
