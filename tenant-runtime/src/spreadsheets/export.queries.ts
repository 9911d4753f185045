import type { Db } from '@ostatok/kit/node/db.ts';
import type { ChangeRow, ItemRow } from '../tables.ts';

const PORTION = 5000;

export const itemsForExport = (db: Db, afterId: number): Promise<ItemRow[]> =>
  db<ItemRow>('items').whereNull('deleted_at').where('id', '>', afterId).orderBy('id').limit(PORTION).select('*');

export async function discrepanciesForExport(
  db: Db,
  afterId: number,
): Promise<
  (Pick<ItemRow, 'id' | 'name' | 'category' | 'group' | 'unit' | 'quantity'> & {
    expected: string;
    difference: string;
  })[]
> {
  const { rows } = await db.raw(
    `select id, name, category, "group", unit, quantity, expected, quantity - expected as difference
       from items where deleted_at is null and expected is not null and id > ? order by id limit ${PORTION}`,
    [afterId],
  );
  return rows;
}

export interface ExportedChange extends Pick<ChangeRow, 'delta' | 'before' | 'after' | 'source' | 'note' | 'at'> {
  /** Its place in the log, newest first. */
  id: number;
  name: string;
  unit: string;
  user_name: string | null;
  undone: boolean;
}

export async function changesForExport(db: Db, beforeSeq: number): Promise<ExportedChange[]> {
  const { rows } = await db.raw(
    `select c.seq as id, c.at, c.delta, c.before, c.after, c.source, c.note, i.name, i.unit,
            coalesce(nullif(u.name, ''), u.username) as user_name,
            exists (select 1 from changes r where r.undoes = c.id) as undone
       from changes c join items i on i.id = c.item_id left join users u on u.id = c.user_id
      where c.seq < ? order by c.seq desc limit ${PORTION}`,
    [beforeSeq],
  );
  return rows;
}
