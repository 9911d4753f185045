import type { Db } from '@ostatok/kit/node/db.ts';
import type { ItemRow } from '../tables.ts';
import { BROUGHT, BROUGHT_OF_ITEM, PRICE } from './source-sql.ts';

export type BoughtRow = Pick<ItemRow, 'id' | 'name' | 'category' | 'unit'> & {
  ordered_here: boolean;
  day: string | null;
  /** Kopecks for a unit: from this supplier the last time, and the time before from whomever. */
  price: number | null;
  price_before: number | null;
};

/** Returns items that this supplier has brought, or that a person orders from them, by name. */
export async function selectBought(db: Db, supplierId: number, timezone: string): Promise<BoughtRow[]> {
  const { rows } = await db.raw<{ rows: BoughtRow[] }>(
    `with known as (
       select l.item_id from ${BROUGHT} where d.supplier_id = :supplierId
       union select item_id from item_suppliers where supplier_id = :supplierId)
     select i.id, i.name, i.category, i.unit, coalesce(own.supplier_id, newest.supplier_id) = :supplierId as ordered_here,
            last.day, last.price, before.price as price_before
       from known k join items i on i.id = k.item_id and i.deleted_at is null
       left join item_suppliers own on own.item_id = i.id
       left join lateral (select d.supplier_id from ${BROUGHT_OF_ITEM}
                           where l.item_id = i.id and l.cost_seq is not null order by l.cost_seq desc limit 1) newest on true
       left join lateral (
         select l.cost_seq, ${PRICE} as price, to_char(d.received_at at time zone :timezone, 'YYYY-MM-DD') as day
           from ${BROUGHT_OF_ITEM} where l.item_id = i.id and l.cost_seq is not null and d.supplier_id = :supplierId
          order by l.cost_seq desc limit 1) last on true
       left join lateral (select ${PRICE} as price from ${BROUGHT_OF_ITEM}
                           where l.item_id = i.id and l.cost_seq < last.cost_seq and l.worth is not null
                           order by l.cost_seq desc limit 1) before on true
      order by i.search_name, i.id`,
    { supplierId, timezone },
  );
  return rows;
}

export const isItem = async (db: Db, id: number): Promise<boolean> =>
  (await db('items').where({ id }).whereNull('deleted_at').first('id')) !== undefined;

/** Remembers from whom an item is ordered. */
export const setItemSupplier = async (
  db: Db,
  row: { item_id: number; supplier_id: number; user_id: number | null; at: Date },
): Promise<void> => void (await db('item_suppliers').insert(row).onConflict('item_id').merge());

export const unsetItemSupplier = (db: Db, itemId: number): Promise<number> =>
  db('item_suppliers').where({ item_id: itemId }).delete();

/** Lets the items of a supplier be ordered from whoever brings them. */
export const unsetItemsOf = (db: Db, supplierId: number): Promise<number> =>
  db('item_suppliers').where({ supplier_id: supplierId }).delete();
