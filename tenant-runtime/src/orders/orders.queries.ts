import type { Db, Knex } from '@ostatok/kit/node/db.ts';
import type { OrdersFilter } from '../../contract/orders.ts';
import { BROUGHT_OF_ITEM, PRICE } from '../suppliers/source-sql.ts';
import type { ItemRow, OrderLineRow, OrderRow } from '../tables.ts';
import { userName } from '../user-name-sql.ts';

const RECEIVED = `coalesce((select sum(r.quantity) from order_receipts r
  where r.order_id = l.order_id and r.place = l.place), 0)`;

export type ListedOrder = OrderRow & {
  supplier_name: string;
  author: string | null;
  lines: number;
  open_lines: number;
  worth: number;
};

const listed = (db: Db) =>
  db('orders as o')
    .join('suppliers as s', 's.id', 'o.supplier_id')
    .leftJoin('users as u', 'u.id', 'o.created_by')
    .select<ListedOrder[]>(
      'o.*',
      's.name as supplier_name',
      db.raw(`${userName('u')} as author`),
      db.raw('(select count(*)::int from order_lines l where l.order_id = o.id) as lines'),
      db.raw(
        `(select count(*)::int from order_lines l where l.order_id = o.id and l.quantity > ${RECEIVED}) as open_lines`,
      ),
      db.raw(
        '(select coalesce(sum(round(l.quantity * l.price)), 0)::bigint from order_lines l where l.order_id = o.id) as worth',
      ),
    );

export async function listOrders(
  db: Db,
  { supplier, state }: OrdersFilter,
  page: { offset: number; limit: number; order: 'asc' | 'desc' },
): Promise<{ rows: ListedOrder[]; total: number }> {
  const filter = (query: Knex.QueryBuilder): void => {
    if (supplier !== undefined) query.where('o.supplier_id', supplier);
    if (state !== undefined) query.where('o.state', state);
  };
  const [counted] = await db('orders as o').where(filter).count<{ count: number }[]>('* as count');
  const rows = await listed(db).where(filter).orderBy('o.id', page.order).offset(page.offset).limit(page.limit);
  return { rows, total: Number(counted?.count ?? 0) };
}

export const findOrder = (db: Db, id: number): Promise<ListedOrder | undefined> => listed(db).where('o.id', id).first();

export const findOrderByKey = (db: Db, key: string): Promise<{ id: number } | undefined> =>
  db<OrderRow>('orders').where({ key }).first('id');

export const lockOrder = (trx: Knex.Transaction, id: number): Promise<OrderRow | undefined> =>
  trx<OrderRow>('orders').where({ id }).forUpdate().first();

type NewOrder = Pick<OrderRow, 'key' | 'supplier_id' | 'note' | 'created_by' | 'created_at'>;

/** Returns undefined if an order with this key is there already. */
export async function insertOrder(trx: Knex.Transaction, row: NewOrder): Promise<number | undefined> {
  const [added] = await trx('orders').insert(row).onConflict('key').ignore().returning('id');
  return added?.id;
}

export const insertOrderLines = (trx: Knex.Transaction, rows: OrderLineRow[]): Promise<unknown> =>
  trx.batchInsert('order_lines', rows);

export const updateOrder = (db: Db, id: number, fields: Partial<OrderRow>): Promise<number> =>
  db('orders').where({ id }).update(fields);

export type LineWithReceived = OrderLineRow & { received: string };

export const orderLines = (db: Db, orderId: number): Promise<LineWithReceived[]> =>
  db('order_lines as l')
    .where('l.order_id', orderId)
    .orderBy('l.place')
    .select<LineWithReceived[]>('l.*', db.raw(`${RECEIVED} as received`));

export interface OrderDelivery {
  id: number;
  number: string | null;
  day: string | null;
  posted_at: Date;
}

/** Returns the posted deliveries that have brought something of an order. */
export const selectOrderDeliveries = (db: Db, orderId: number): Promise<OrderDelivery[]> =>
  db('deliveries as d')
    .whereIn('d.id', db('order_receipts').where({ order_id: orderId }).select('delivery_id'))
    .orderBy('d.posted_at')
    .select('d.id', 'd.number', 'd.day', 'd.posted_at');

export type OrderedItem = Pick<ItemRow, 'id' | 'name' | 'article' | 'unit'> & { price: number | null };

/** Returns items that exist, with what a unit cost when this supplier brought it last. */
export async function selectOrderedItems(db: Db, ids: number[], supplierId: number): Promise<OrderedItem[]> {
  const { rows } = await db.raw<{ rows: OrderedItem[] }>(
    `select i.id, i.name, i.article, i.unit,
            (select ${PRICE} from ${BROUGHT_OF_ITEM}
              where l.item_id = i.id and l.cost_seq is not null and d.supplier_id = :supplierId
              order by l.cost_seq desc limit 1) as price
       from items i where i.id = any(:ids) and i.deleted_at is null`,
    { ids, supplierId },
  );
  return rows;
}
