import type { Db } from '@ostatok/kit/node/db.ts';
import type { ItemRow } from '../tables.ts';
import { VISIBLE_UNTIL } from './visible-until-sql.ts';

export type NameRow = Pick<
  ItemRow,
  'id' | 'name' | 'article' | 'ean' | 'codes' | 'names' | 'unit' | 'volume_ml' | 'deleted_at'
> & {
  mark: Date;
};

/**
 * Names and what counting by name needs; `since` gives only what was touched after it, deleted ones too. What a
 * transaction still open will write carries `mark` or later.
 */
export function selectNames(db: Db, since?: Date): Promise<NameRow[]> {
  const query = db<ItemRow>('items').select<NameRow[]>(
    'id',
    'name',
    'article',
    'ean',
    'codes',
    'names',
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
