import type { Db, Knex } from '@ostatok/kit/node/db.ts';
import { requestIp } from '../request-context.ts';
import { type ActivityEntry, insertActivity, listRecentActivity } from './activity.queries.ts';
import { notifyLive } from './live.queries.ts';
import { eventsOf } from './live.service.ts';

/**
 * Who did what on the platform. Written in the transaction of what it tells of, so that neither is there alone; open
 * pages hear of both when it commits. A person's address is their request's.
 */
export function createActivity({ db, now = () => new Date() }: { db: Knex; now?: () => Date }) {
  return {
    async record(trx: Db, entry: ActivityEntry): Promise<void> {
      const ip = entry.ip ?? (entry.actorId === null ? undefined : requestIp());
      await insertActivity(trx, now(), { ...entry, ip });
      await notifyLive(trx, eventsOf(entry.target));
    },
    recent: (limit: number) => listRecentActivity(db, limit),
  };
}
export type Activity = ReturnType<typeof createActivity>;
