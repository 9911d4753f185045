/** A product with several codes: further ones refer to its main code and repeat its facts. */
import type { Db } from '@ostatok/kit/node/db.ts';
import type { AliasRow } from './alias-row.ts';

/** The further codes of these products, bottles before cases. */
export const findFurther = (db: Db, productIds: number[]): Promise<AliasRow[]> =>
  db('aliases')
    .whereNotNull('product_id')
    .whereRaw('product_id = any(?)', [productIds])
    .orderBy(['product_id', 'pack', 'ean']);

/** The main codes of those among the rows that are further ones. Asks nothing where there are none. */
export async function mainCodesOf(db: Db, rows: Pick<AliasRow, 'product_id'>[]): Promise<Map<number, string>> {
  const ids = [...new Set(rows.flatMap(({ product_id }) => product_id ?? []))];
  if (ids.length === 0) return new Map();
  const mains: { id: number; ean: string }[] = await db('aliases').whereRaw('id = any(?)', [ids]).select('id', 'ean');
  return new Map(mains.map(({ id, ean }) => [id, ean]));
}
