import type { Db } from '@ostatok/kit/node/db.ts';
import type { ItemRow, RecipeProductRow } from '../tables.ts';

/** Returns the items as the matcher of names compares them. */
export const selectComparedItems = (db: Db) =>
  db<ItemRow>('items')
    .whereNull('deleted_at')
    .orderBy('id')
    .select('id', 'name', 'search_name', 'names', 'ean', 'codes', 'alias_ean', 'alias_names', 'volume_ml', 'category');

export const selectProducts = (db: Db, ids: string[]): Promise<RecipeProductRow[]> =>
  db<RecipeProductRow>('recipe_products').whereRaw('id = any(?)', [ids]).select('*');
