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

/** A code with the others of its product. */
export interface OtherCodes {
  ean: string;
  codes: { ean: string; pack: number }[];
}

/** Of which codes (GTIN-13) the others are wanted: where one of them has changed since `since`, and of `fresh` codes all. */
export interface WantedCodes {
  codes: string[];
  since: number;
  fresh: string[];
}

export async function findOtherCodes(db: Db, { codes, since, fresh }: WantedCodes): Promise<OtherCodes[]> {
  const { rows } = await db.raw(
    `with own as (select id, ean, coalesce(product_id, id) as product from aliases where ean = any(:codes)),
          others as (
            select o.ean, c.ean as code, c.pack, c.revision from own o join aliases c on c.product_id = o.product and c.id <> o.id
            union all
            select o.ean, m.ean, m.pack, m.revision from own o join aliases m on m.id = o.product and m.id <> o.id)
     select ean, jsonb_agg(jsonb_build_object('ean', code, 'pack', pack) order by pack, code) as codes
       from others group by ean having max(revision) > :since or ean = any(:fresh)`,
    { codes, since, fresh },
  );
  return rows;
}
