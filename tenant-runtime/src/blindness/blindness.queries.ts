import type { Db } from '@ostatok/kit/node/db.ts';

/**
 * Returns the items of open blind counts. `all` is true when one of them counts everything, so that it also holds items
 * added later.
 */
export async function selectHidden(db: Db): Promise<{ itemIds: number[]; all: boolean }> {
  const { rows } = await db.raw<{ rows: { item_id: number; all: boolean }[] }>(
    `select l.item_id, bool_or(c.scope = 'all') as "all" from counts c left join count_lines l on l.count_id = c.id
      where c.blind and c.status = 'open' group by l.item_id`,
  );
  return { itemIds: rows.map((row) => row.item_id), all: rows.some(({ all }) => all) };
}
