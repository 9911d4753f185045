import type { ActivityRecord } from '@ostatok/api/contract/overview.endpoints.ts';
import type { ActivityFilter } from '@ostatok/api/contract/overview.ts';
import type { Db, Knex } from '@ostatok/kit/node/db.ts';
import { NotFound } from '@ostatok/kit/node/errors.ts';
import { notifyOfTarget } from '../live/live.service.ts';
import { requestIp } from '../platform/request-context.ts';
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
import { hasWhatUndoNeeds, type UndoData } from './undo-data.ts';
import { refuseUndone, takenBackOf, withUndo } from './undo-marks.ts';

/** No transaction of ours takes this long, so everything older is complete. */
const SETTLED_MS = 3_600_000;
const COUNT_AGAIN_MS = 10 * 60_000;

/** Counts a log that grows only at its end and shrinks only at its start: its old part is counted once. */
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
 * The log of who did what on the platform. An entry is written in the transaction of its action, so that neither exists
 * without the other; open pages are notified of both at the commit. The entry's address is that of the request.
 */
export function createActivity({ db, now = () => new Date() }: { db: Knex; now?: () => Date }) {
  const countAll = createCount(db, now);
  return {
    /** Throws Conflict when the entry to be undone is followed by a newer one on the same matter. */
    async record(trx: Db, { takesBack, ...entry }: ActivityEntry): Promise<void> {
      const ip = entry.ip ?? (entry.actorId === null ? undefined : requestIp());
      const undoes = takesBack ? await takenBackOf(trx, entry, takesBack) : null;
      await insertActivity(trx, now(), { ...entry, ip, undoes }).catch(refuseUndone);
      await notifyOfTarget(trx, entry.target);
    },

    hasWhatUndoNeeds,

    /** Throws NotFound. */
    async entry(id: number): Promise<ActivityRecord & { undo: UndoData | null }> {
      const [row] = await listActivity(db, { id: [id] }, { sort: 'id', order: 'asc', offset: 0, limit: 1 });
      if (!row) throw new NotFound('Такой записи нет', 'entry_not_found');
      const [shown] = await withUndo(db, [row]);
      return { ...(shown as ActivityRecord), undo: row.undo };
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
      return { activity: await withUndo(reader, rows), total };
    },
  };
}
export type Activity = ReturnType<typeof createActivity>;
