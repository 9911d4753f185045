import type { Db } from '@ostatok/kit/node/db.ts';

/** Returns the users who have entries in the count. */
export async function selectCounterIds(db: Db, countId: number): Promise<number[]> {
  const rows = await db('count_entries').where({ count_id: countId }).whereNull('voided_at').distinct('user_id');
  return rows.map(({ user_id }) => user_id);
}

/**
 * Returns lines whose recount was requested at that moment and is still due, with the users who counted them before.
 */
export async function selectAskedAgain(
  db: Db,
  countId: number,
  at: Date,
): Promise<{ name: string; counters: number[] }[]> {
  const { rows } = await db.raw<{ rows: { name: string; counters: number[] }[] }>(
    `select i.name, array_agg(distinct e.user_id) as counters
       from count_lines l
       join items i on i.id = l.item_id and i.deleted_at is null
       join count_entries e on e.count_id = l.count_id and e.item_id = l.item_id and e.voided_at is null
      where l.count_id = ? and l.recount_at = ?
      group by l.item_id, i.name, l.round having max(e.round) < l.round
      order by lower(i.name), l.item_id`,
    [countId, at],
  );
  return rows;
}
