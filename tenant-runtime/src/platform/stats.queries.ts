import type { Db } from '@ostatok/kit/node/db.ts';
import type { CountTotals } from '../../contract/counts.endpoints.ts';
import type { TenantStats, VenueCounts } from '../../contract/internal.ts';
import { userName } from '../user-name-sql.ts';

/** A user who has entered something within these minutes is counting now. */
const COUNTING_MINUTES = 15;
const MOST_PEOPLE = 20;

export async function selectStats(db: Db): Promise<TenantStats> {
  const { rows } = await db.raw<{ rows: (Omit<TenantStats, 'lastChangeAt'> & { lastChangeAt: Date | null })[] }>(
    `select (select count(*) from users where removed_at is null and not support) as "userCount",
            (select count(*) from items where deleted_at is null) as "itemCount",
            count(*) as "changeCount",
            (select created_at from changes order by seq desc limit 1) as "lastChangeAt"
       from changes`,
  );
  const [stats] = rows;
  if (!stats) throw new Error('no statistics');
  return { ...stats, lastChangeAt: stats.lastChangeAt?.toISOString() ?? null };
}

interface ClosedRow {
  title: string;
  closed_at: Date;
  totals: CountTotals | null;
}

async function selectLastClosed(db: Db): Promise<VenueCounts['last']> {
  const row: ClosedRow | undefined = await db('counts')
    .where({ status: 'closed' })
    .orderBy('closed_at', 'desc')
    .first('title', 'closed_at', 'totals');
  if (!row) return null;
  const { shortage, surplus, withoutCost } = row.totals?.money ?? { shortage: 0, surplus: 0, withoutCost: 0 };
  return { title: row.title, closedAt: row.closed_at.toISOString(), shortage, surplus, withoutCost };
}

interface OpenRow {
  title: string;
  opened_at: Date;
  lines: number;
  counted: number;
  people: string[];
}

/** Returns the open count that was opened last, with its progress and the users who count in it now. */
async function selectOpen(db: Db): Promise<VenueCounts['open']> {
  const { rows } = await db.raw<{ rows: OpenRow[] }>(
    `select c.title, c.opened_at,
            (select count(*)::int from count_lines l join items i on i.id = l.item_id
              where l.count_id = c.id and i.deleted_at is null) as lines,
            (select count(distinct e.item_id)::int from count_entries e join items i on i.id = e.item_id
              where e.count_id = c.id and e.voided_at is null and i.deleted_at is null) as counted,
            array(select distinct ${userName('u')} from count_entries e join users u on u.id = e.user_id
                   where e.count_id = c.id and e.voided_at is null and u.removed_at is null
                     and e.created_at > now() - cast(:minutes as int) * interval '1 minute'
                   order by 1 limit :most) as people
       from counts c where c.status = 'open' order by c.id desc limit 1`,
    { minutes: COUNTING_MINUTES, most: MOST_PEOPLE },
  );
  const [row] = rows;
  if (!row) return null;
  const { opened_at, ...open } = row;
  return { ...open, openedAt: opened_at.toISOString() };
}

/** Returns the counts that the owner's page shows. */
export async function selectCountsNow(db: Db): Promise<VenueCounts> {
  const [last, open] = await Promise.all([selectLastClosed(db), selectOpen(db)]);
  return { last, open };
}

/** Throws if the database cannot be reached. */
export const ping = async (db: Db): Promise<void> => void (await db.raw('select 1'));
