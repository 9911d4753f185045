import type { Db } from '@ostatok/kit/node/db.ts';
import type { ItemRow } from '../tables.ts';
import { MAX_TAUGHT } from './taught-limit.ts';

/** Teaches the item a name, once however often it is called; returns false if it has too many names already. */
export async function teachName(db: Db, itemId: number, name: string): Promise<boolean> {
  const taught = await db<ItemRow>('items')
    .where({ id: itemId })
    .whereNull('deleted_at')
    .whereRaw('jsonb_array_length(names) < ?', [MAX_TAUGHT])
    .update({
      names: db.raw('(names - ?::text) || to_jsonb(?::text)', [name, name]),
      updated_at: db.fn.now(),
    });
  return taught > 0;
}

export const forgetName = (db: Db, itemId: number, name: string): Promise<number> =>
  db<ItemRow>('items')
    .where({ id: itemId })
    .whereRaw('names @> to_jsonb(?::text)', [name])
    .update({ names: db.raw('names - ?::text', [name]), updated_at: db.fn.now() });

/** Returns every taught name with its item, sorted by the item's name. */
export async function listTaught(db: Db): Promise<{ itemId: number; item: string; name: string }[]> {
  const rows = await db<ItemRow>('items')
    .whereNull('deleted_at')
    .whereRaw("names <> '[]'")
    .orderBy('search_name')
    .select('id', 'name', 'names');
  return rows.flatMap(({ id, name: item, names }) => names.map((name) => ({ itemId: id, item, name })));
}
