import type { Db } from '@ostatok/kit/node/db.ts';
import type { ItemRow } from '../tables.ts';
import { VISIBLE_UNTIL } from './visible-until-sql.ts';

export type NameRow = Pick<
  ItemRow,
  | 'id'
  | 'name'
  | 'article'
  | 'ean'
  | 'codes'
  | 'names'
  | 'alias_ean'
  | 'alias_names'
  | 'unit'
  | 'volume_ml'
  | 'deleted_at'
> & {
  mark: Date;
};

/**
 * Returns names and what counting by name needs. `since` returns only items touched after it, including deleted ones.
 * Rows of a transaction that is still open will carry `mark` or a later time.
 */
export function selectNames(db: Db, since?: Date): Promise<NameRow[]> {
  const query = db<ItemRow>('items').select<NameRow[]>(
    'id',
    'name',
    'article',
    'ean',
    'codes',
    'names',
    'alias_ean',
    'alias_names',
    'unit',
    'volume_ml',
    'deleted_at',
    db.raw(`${VISIBLE_UNTIL} as mark`),
  );
  return since ? query.where('updated_at', '>', since) : query.whereNull('deleted_at');
}

export type StockRow = Pick<ItemRow, 'id' | 'name' | 'article' | 'unit' | 'quantity' | 'category'>;

export const selectStock = (db: Db, ids: number[]): Promise<StockRow[]> =>
  db<ItemRow>('items')
    .whereIn('id', ids)
    .whereNull('deleted_at')
    .select('id', 'name', 'article', 'unit', 'quantity', 'category');
