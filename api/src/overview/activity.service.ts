import type { Db, Knex } from '@ostatok/kit/node/db.ts';
import { type ActivityEntry, insertActivity, listRecentActivity } from './activity.queries.ts';

/** Who did what on the platform. Written in the transaction of what it tells of, so that neither is there alone. */
export function createActivity({ db, now = () => new Date() }: { db: Knex; now?: () => Date }) {
  return {
    record: (trx: Db, entry: ActivityEntry): Promise<void> => insertActivity(trx, now(), entry),
    recent: (limit: number) => listRecentActivity(db, limit),
  };
}
export type Activity = ReturnType<typeof createActivity>;
