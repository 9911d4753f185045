import type { ActivityFilter, ActivityRecord } from '@ostatok/api/contract/overview.ts';
import type { Db, Knex } from '@ostatok/kit/node/db.ts';
import { requestIp } from '../request-context.ts';
import {
  type ActivityEntry,
  activityBounds,
  activityNumbers,
  countActivity,
  countActivityUpTo,
  insertActivity,
  isEmptyFilter,
  listActivity,
  listRecentActivity,
} from './activity.queries.ts';
import { notifyLive } from './live.queries.ts';
import { eventsOf } from './live.service.ts';

/** No transaction of ours writes for so long: what is older is all there. */
const SETTLED_MS = 3_600_000;
const COUNT_AGAIN_MS = 10 * 60_000;

/** Counts a log that only grows at its end and only goes at its start: what is old is counted once. */
function createCount(db: Knex, now: () => Date) {
  let known: { first: number; last: number; count: number; at: number } | undefined;

  return async (): Promise<number> => {
    const at = now().getTime();
    const { first, settled } = await activityBounds(db, new Date(at - SETTLED_MS));
    if (!first || !settled) return countActivity(db, {});
    if (!known || known.first !== first || Math.abs(at - known.at) > COUNT_AGAIN_MS)
      known = { first, last: settled, count: await countActivityUpTo(db, settled), at };
    return known.count + (await countActivity(db, {}, known.last));
  };
}

/**
 * Who did what on the platform. Written in the transaction of what it tells of, so that neither is there alone; open
 * pages hear of both when it commits. A person's address is their request's.
 */
export function createActivity({ db, now = () => new Date() }: { db: Knex; now?: () => Date }) {
  const countAll = createCount(db, now);
  return {
    async record(trx: Db, entry: ActivityEntry): Promise<void> {
      const ip = entry.ip ?? (entry.actorId === null ? undefined : requestIp());
      await insertActivity(trx, now(), { ...entry, ip });
      await notifyLive(trx, eventsOf(entry.target));
    },

    numbers: activityNumbers,

    recent: (limit: number) => listRecentActivity(db, limit),

    async list(
      filter: ActivityFilter,
      page: { sort: string; order: 'asc' | 'desc'; offset: number; limit: number },
      reader: Knex = db,
    ): Promise<{ activity: ActivityRecord[]; total: number }> {
      const [rows, total] = await Promise.all([
        listActivity(reader, filter, page),
        isEmptyFilter(filter) ? countAll() : countActivity(reader, filter),
      ]);
      return { activity: rows.map((row) => ({ ...row, at: row.at.toISOString() })), total };
    },
  };
}
export type Activity = ReturnType<typeof createActivity>;
