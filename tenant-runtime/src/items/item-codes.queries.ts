import type { Db, Knex } from '@ostatok/kit/node/db.ts';
import { LOCK_CODES } from '../locks-sql.ts';
import type { ItemRow } from '../tables.ts';
import { having } from './codes-sql.ts';

export const lockCodes = async (trx: Knex.Transaction): Promise<void> => void (await trx.raw(LOCK_CODES));

/** Returns one of these barcodes that an item other than `except` has. */
export async function findCodeHolder(
  trx: Knex.Transaction,
  eans: string[],
  except: number | null,
): Promise<{ name: string; ean: string } | undefined> {
  const { rows } = await trx.raw<{ rows: { name: string; ean: string }[] }>(
    `select i.name, given.ean from unnest(?::text[]) as given(ean)
       join items i on i.deleted_at is null and i.id is distinct from ?
        and (i.ean = given.ean or (i.codes <> '[]' and i.codes @> jsonb_build_array(jsonb_build_object('ean', given.ean))))
      limit 1`,
    [eans, except],
  );
  return rows[0];
}

/** Makes codes a person's own, which the catalogue has given to the item before: it does not correct or take them any more. */
export const forgetGivenCodes = async (trx: Knex.Transaction, id: number, eans: readonly string[]): Promise<void> =>
  void (await trx.raw(
    `update items
        set catalogue = catalogue || jsonb_build_object(
              'codes', (catalogue -> 'codes') - :eans::text[], 'packs', coalesce(catalogue -> 'packs', '{}') - :eans::text[])
      where id = :id and catalogue -> 'codes' is not null`,
    { id, eans: [...eans] },
  ));

export async function findItemByEan(db: Db, ean: string): Promise<ItemRow | undefined> {
  const { rows } = await db.raw<{ rows: ItemRow[] }>(
    `select * from items where deleted_at is null and (ean = ? or (codes <> '[]' and codes @> ?::jsonb)) limit 1`,
    [ean, having(ean)],
  );
  return rows[0];
}

/** The item that has the first of these other codes of a product, unless `ean` was taken away from it. */
export async function findItemOfProduct(db: Db, ean: string, others: string[]): Promise<ItemRow | undefined> {
  const { rows } = await db.raw<{ rows: ItemRow[] }>(
    `select i.* from unnest(?::text[]) with ordinality as given(ean, at)
       join items i on i.deleted_at is null
        and (i.ean = given.ean or (i.codes <> '[]' and i.codes @> jsonb_build_array(jsonb_build_object('ean', given.ean))))
      where not exists (select from attached_codes a where a.ean = ? and a.item_id = i.id and not a.accepted)
      order by given.at, i.id limit 1`,
    [others, ean],
  );
  return rows[0];
}

export const findItemByKey = (db: Db, key: string): Promise<ItemRow | undefined> =>
  db<ItemRow>('items').where({ key }).first();
