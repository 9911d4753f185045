import type { Db } from '@ostatok/kit/node/db.ts';

/** Items that an open blind count holds. */
export async function selectHiddenItems(db: Db): Promise<number[]> {
  const { rows } = await db.raw<{ rows: { item_id: number }[] }>(
    `select distinct l.item_id from count_lines l join counts c on c.id = l.count_id
      where c.blind and c.status = 'open'`,
  );
  return rows.map((row) => row.item_id);
}
