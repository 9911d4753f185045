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

/** A code that the catalogue gave to an item of a tenant. */
export interface GivenCode {
  /** As the tenant writes it. */
  code: string;
  /** The code as the catalogue writes it, and that by which the item got it. */
  ean: string;
  by: string;
  /** What it means there. */
  pack: number;
  /** What it meant when it was given; null where that is not remembered. */
  given: number | null;
}

/** What a given code is to mean in place of what it `was`; with null it is not the product's any more. */
export interface CodeCorrection {
  code: string;
  was: number;
  pack: number | null;
}

/**
 * Finds the given codes that the catalogue has corrected or separated since. Where it is not remembered what was given, the
 * catalogue's history tells whether it has ever said so; else a person has changed it, and it is theirs. A code whose
 * product is deleted stays, as facts do.
 */
export async function findCorrections(db: Db, given: GivenCode[]): Promise<CodeCorrection[]> {
  if (given.length === 0) return [];
  const { rows } = await db.raw(
    `with said as (
       select g.code, g.ean, g.pack as was, g.given, c.pack as said,
              case when coalesce(c.product_id, c.id) = coalesce(b.product_id, b.id) then c.pack end as pack
         from jsonb_to_recordset(:given) g(code text, ean text, by text, pack integer, given integer)
         join aliases b on b.ean = g.by left join aliases c on c.ean = g.ean)
     select code, was, pack from said s
      where was is distinct from pack
        and case when given is not null then was = given
                 else was = said or exists (
                   select from alias_revisions r where r.ean = s.ean and r.before ->> 'product_id' is not null
                      and (r.before ->> 'pack')::integer = was) end`,
    { given: JSON.stringify(given) },
  );
  return rows;
}
