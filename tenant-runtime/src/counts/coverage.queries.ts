import type { Db } from '@ostatok/kit/node/db.ts';
import type { Count } from '../../contract/counts.endpoints.ts';
import { userName } from '../user-name-sql.ts';
import type { Sight } from './line-sql.ts';

/** Returns the coverage of open counts, by their ids. */
export async function selectCoverage(db: Db, countIds: number[]): Promise<Map<number, Count['coverage']>> {
  if (countIds.length === 0) return new Map();
  const { rows } = await db.raw<{ rows: ({ count_id: number } & Count['coverage'])[] }>(
    `select count_id, count(*)::int as lines, count(counted)::int as counted,
            (count(*) filter (where counted < round))::int as recount
       from (select l.count_id, l.round, i.deleted_at,
                    (select max(e.round) from count_entries e
                      where e.count_id = l.count_id and e.item_id = l.item_id and e.voided_at is null) as counted
               from count_lines l join items i on i.id = l.item_id where l.count_id = any(:countIds)) line
      where deleted_at is null or counted is not null
      group by count_id`,
    { countIds },
  );
  return new Map(rows.map(({ count_id, lines, counted, recount }) => [count_id, { lines, counted, recount }]));
}

interface Share {
  user_id: number;
  user_name: string;
  lines: number;
  entries: number;
  /** Another text where one entry has taken the place of another. */
  which: string;
}

/** Returns how much each user has counted, without entries that were taken back. */
export async function selectCounters(db: Db, countId: number): Promise<Share[]> {
  const { rows } = await db.raw<{ rows: Share[] }>(
    `select e.*, ${userName('u')} as user_name
       from (select user_id, count(distinct item_id)::int as lines, count(*)::int as entries,
                    sum(hashtext(id::text))::text as which
               from count_entries where count_id = ? and voided_at is null group by user_id) e
       join users u on u.id = e.user_id order by e.user_id`,
    [countId],
  );
  return rows;
}

/** Returns the number of entries by area, as far as the caller may see them. */
export async function selectAreaEntries(
  db: Db,
  countId: number,
  { userId, hidden }: Sight,
): Promise<Map<number, number>> {
  const rows = await db('count_entries')
    .where({ count_id: countId })
    .whereNull('voided_at')
    .whereNotNull('area_id')
    .whereRaw('(user_id = ? or item_id <> all(?))', [userId, hidden])
    .groupBy('area_id')
    .select('area_id')
    .count('* as entries');
  return new Map(rows.map(({ area_id, entries }) => [Number(area_id), Number(entries)]));
}

/** Returns those of the counts that hold any of the items. */
export async function selectHolding(db: Db, countIds: number[], itemIds: number[]): Promise<Set<number>> {
  const { rows } = await db.raw<{ rows: { id: number }[] }>(
    `select id from unnest(?::int[]) as given(id)
      where exists (select from count_lines l where l.count_id = id and l.item_id = any(?))`,
    [countIds, itemIds],
  );
  return new Set(rows.map(({ id }) => id));
}
