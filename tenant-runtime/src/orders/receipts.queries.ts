import type { Db, Knex } from '@ostatok/kit/node/db.ts';
import type { Unit } from '../../contract/items.ts';

/** A line of an order that a delivery may bring, the oldest order first. */
export interface WaitedLine {
  order_id: number;
  place: number;
  item_id: number;
  name: string;
  /** What the item was counted in when it was ordered, and its bottle, which ties litres to pieces. */
  unit: Unit;
  volume_ml: number | null;
  /** What the item is counted in now. */
  item_unit: Unit;
  /** In the unit of the order: ordered, and come with other deliveries. */
  quantity: string;
  received: string;
  price: number | null;
}

/** Locks the open orders of a supplier. */
export const lockOpenOrders = (trx: Knex.Transaction, supplierId: number): Promise<unknown> =>
  trx('orders').where({ supplier_id: supplierId, state: 'sent' }).orderBy('id').forUpdate().select('id');

const SELECTED = `select l.order_id, l.place, l.item_id, l.name, l.unit, l.quantity, l.price,
  (select i.volume_ml from items i where i.id = l.item_id) as volume_ml, (select i.unit from items i where i.id = l.item_id) as item_unit`;

/** Returns the lines of those open orders of a supplier that have any of these items. */
export async function selectWaited(db: Db, supplierId: number, itemIds: number[]): Promise<WaitedLine[]> {
  const { rows } = await db.raw<{ rows: WaitedLine[] }>(
    `${SELECTED}, coalesce((select sum(r.quantity) from order_receipts r
                             where r.order_id = l.order_id and r.place = l.place), 0) as received
       from order_lines l join orders o on o.id = l.order_id and o.state = 'sent' and o.supplier_id = :supplierId
      where exists (select from order_lines m where m.order_id = l.order_id and m.item_id = any(:itemIds))
      order by l.order_id, l.place`,
    { supplierId, itemIds },
  );
  return rows;
}

/** Returns the lines of the orders that a posted delivery has brought, as they were waited for before it. */
export async function selectWaitedBefore(db: Db, deliveryId: number): Promise<WaitedLine[]> {
  const { rows } = await db.raw<{ rows: WaitedLine[] }>(
    `${SELECTED}, coalesce((select sum(r.quantity) from order_receipts r
                              join deliveries e on e.id = r.delivery_id and e.posted_at < d.posted_at
                             where r.order_id = l.order_id and r.place = l.place), 0) as received
       from deliveries d
       join order_lines l on l.order_id in (select order_id from order_receipts where delivery_id = d.id)
      where d.id = ? order by l.order_id, l.place`,
    [deliveryId],
  );
  return rows;
}

export interface Receipt {
  order_id: number;
  place: number;
  delivery_id: number;
  quantity: string;
}

export const insertReceipts = (trx: Knex.Transaction, rows: Receipt[]): Promise<unknown> =>
  trx.batchInsert('order_receipts', rows);

/** Closes those of the open orders of which everything has come. */
export const closeFulfilled = async (trx: Knex.Transaction, orderIds: number[], at: Date): Promise<void> =>
  void (await trx.raw(
    `update orders o set state = 'delivered', closed_at = :at, closed_by = null
      where o.id = any(:orderIds) and o.state = 'sent'
        and not exists (select from order_lines l where l.order_id = o.id and l.quantity > coalesce(
              (select sum(r.quantity) from order_receipts r where r.order_id = l.order_id and r.place = l.place), 0))`,
    { orderIds, at },
  ));

/** Takes back what a delivery has brought; its orders are waited for again. */
export async function removeReceipts(trx: Knex.Transaction, deliveryId: number): Promise<void> {
  const { rows } = await trx.raw<{ rows: { order_id: number }[] }>(
    'delete from order_receipts where delivery_id = ? returning order_id',
    [deliveryId],
  );
  await trx('orders')
    .whereIn('id', [...new Set(rows.map(({ order_id }) => order_id))])
    .where({ state: 'delivered' })
    .update({ state: 'sent', closed_at: null, closed_by: null });
}
