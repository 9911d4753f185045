import type { Db } from '@ostatok/kit/node/db.ts';
import type { ItemRow } from '../tables.ts';

/** What an item is compared by. */
export type ComparedItem = Pick<
  ItemRow,
  'id' | 'name' | 'search_name' | 'names' | 'ean' | 'codes' | 'alias_ean' | 'alias_names' | 'volume_ml' | 'category'
>;

export const selectComparedItems = (db: Db): Promise<ComparedItem[]> =>
  db<ItemRow>('items')
    .whereNull('deleted_at')
    .orderBy('id')
    .select('id', 'name', 'search_name', 'names', 'ean', 'codes', 'alias_ean', 'alias_names', 'volume_ml', 'category');
