import type { Knex } from '@ostatok/kit/node/db.ts';
import { Conflict, InvalidInput, NotFound } from '@ostatok/kit/node/errors.ts';
import type { OrderCheck } from '../../contract/deliveries.endpoints.ts';
import type { Order, OrderDetails } from '../../contract/orders.endpoints.ts';
import type { AddOrder, OrderLetter, OrderState, OrdersFilter } from '../../contract/orders.ts';
import type { PlatformClient } from '../platform/platform-client.ts';
import type { Suppliers } from '../suppliers/suppliers.service.ts';
import type { OrderRow } from '../tables.ts';
import { detailsView, orderTextOf, orderView } from './order-view.ts';
import {
  findOrder,
  findOrderByKey,
  insertOrder,
  insertOrderLines,
  listOrders,
  lockOrder,
  type OrderedItem,
  orderLines,
  selectOrderDeliveries,
  selectOrderedItems,
  updateOrder,
} from './orders.queries.ts';
import {
  closeFulfilled,
  insertReceipts,
  lockOpenOrders,
  removeReceipts,
  selectWaited,
  selectWaitedBefore,
} from './receipts.queries.ts';
import { type Came, checkOf, receiptsOf } from './receiving.ts';

interface Deps {
  db: Knex;
  clock: () => Date;
  venue: { name: string; timezone: string };
  suppliers: Pick<Suppliers, 'known'>;
  platform: Pick<PlatformClient, 'sendOrder'>;
  /** Called after the commit, when orders have changed. */
  onChange: () => void;
}

const noOrder = (): NotFound => new NotFound('Такого заказа нет');

/** What a delivery is as far as orders are concerned. */
export interface Arrival {
  id: number;
  supplierId: number;
  came: Came[];
}

function linesOf(orderId: number, lines: AddOrder['lines'], items: readonly OrderedItem[]) {
  const known = new Map(items.map((item) => [item.id, item]));
  return lines.map(({ item_id, quantity, pack_unit, pack_size }, index) => {
    const item = known.get(item_id);
    if (!item) throw new InvalidInput('Такой позиции нет', { item_id: 'Такой позиции нет' });
    const { name, article, unit, price } = item;
    const packed = pack_unit && pack_size ? { pack_unit, pack_size: pack_size.toFixed(3) } : undefined;
    return {
      order_id: orderId,
      place: index + 1,
      item_id,
      name,
      article,
      unit,
      quantity: quantity.toFixed(3),
      pack_unit: packed?.pack_unit ?? null,
      pack_size: packed?.pack_size ?? null,
      price,
    };
  });
}

/** Orders: fixed when they are sent, and compared with what comes. */
export function createOrders({ db, clock, venue, suppliers, platform, onChange }: Deps) {
  async function read(id: number) {
    const order = await findOrder(db, id);
    if (!order) throw noOrder();
    return { order, lines: await orderLines(db, id) };
  }

  async function details(id: number): Promise<OrderDetails> {
    const { order, lines } = await read(id);
    return detailsView(order, lines, await selectOrderDeliveries(db, id), venue);
  }

  /** Ends an open order; ending it twice the same way changes nothing. Throws NotFound, Conflict. */
  async function end(id: number, state: Exclude<OrderState, 'sent'>, userId: number | null): Promise<OrderDetails> {
    await db.transaction(async (trx) => {
      const order = await lockOrder(trx, id);
      if (!order) throw noOrder();
      if (order.state === state) return;
      if (order.state !== 'sent') throw new Conflict('order_ended', endedText(order));
      if (state === 'cancelled' && (await selectOrderDeliveries(trx, id)).length > 0) {
        throw new Conflict(
          'order_received',
          'По заказу уже есть поставка. Его можно закрыть: остальное ждать не будем',
        );
      }
      await updateOrder(trx, id, { state, closed_by: userId, closed_at: clock() });
    });
    onChange();
    return details(id);
  }

  return {
    details,

    async list(
      filter: OrdersFilter,
      page: { offset: number; limit: number; order: 'asc' | 'desc' },
    ): Promise<{ orders: Order[]; total: number }> {
      const { rows, total } = await listOrders(db, filter, page);
      return { orders: rows.map(orderView), total };
    },

    /** Fixes an order; returns it also for a key that was sent before. Throws NotFound, InvalidInput. */
    async add({ key, supplier_id, note, lines }: AddOrder, userId: number | null): Promise<OrderDetails> {
      await suppliers.known(supplier_id);
      const id = await db.transaction(async (trx) => {
        const row = { key, supplier_id, note: note || null, created_by: userId, created_at: clock() };
        const added = await insertOrder(trx, row);
        if (added === undefined) return undefined;
        const ids = lines.map(({ item_id }) => item_id);
        await insertOrderLines(trx, linesOf(added, lines, await selectOrderedItems(trx, ids, supplier_id)));
        return added;
      });
      onChange();
      return details(id ?? ((await findOrderByKey(db, key)) as { id: number }).id);
    },

    close: (id: number, userId: number | null): Promise<OrderDetails> => end(id, 'delivered', userId),
    cancel: (id: number, userId: number | null): Promise<OrderDetails> => end(id, 'cancelled', userId),

    /** Hands an order to the platform as a letter to its supplier. Throws NotFound, Conflict, TooMany. */
    async sendLetter(id: number, { to, reply_to }: OrderLetter): Promise<OrderDetails> {
      const { order, lines } = await read(id);
      if (order.state !== 'sent') throw new Conflict('order_ended', endedText(order));
      const { note, lines: written } = orderTextOf(order, lines, venue);
      await platform.sendOrder({ to, reply_to, number: order.id, key: order.key, note, lines: written });
      await updateOrder(db, id, { letter_at: clock(), letter_to: to });
      onChange();
      return details(id);
    },

    /** Compares a draft with what is waited for from its supplier. */
    check: async ({ supplierId, came }: Omit<Arrival, 'id'>): Promise<OrderCheck | null> =>
      checkOf(
        await selectWaited(
          db,
          supplierId,
          came.map(({ item }) => item.id),
        ),
        came,
      ),

    /** Compares a posted delivery with what was waited for when it came. */
    checkPosted: async (deliveryId: number, came: Came[]): Promise<OrderCheck | null> =>
      checkOf(await selectWaitedBefore(db, deliveryId), came),

    /** Writes what a delivery has brought of the open orders, and closes those that are whole. */
    async receive(trx: Knex.Transaction, { id, supplierId, came }: Arrival): Promise<void> {
      await lockOpenOrders(trx, supplierId);
      const waited = await selectWaited(
        trx,
        supplierId,
        came.map(({ item }) => item.id),
      );
      await insertReceipts(trx, receiptsOf(id, waited, came));
      await closeFulfilled(trx, [...new Set(waited.map(({ order_id }) => order_id))], clock());
    },

    /** Waits again for what a delivery had brought. */
    takeBack: (trx: Knex.Transaction, deliveryId: number): Promise<void> => removeReceipts(trx, deliveryId),
  };
}
export type Orders = ReturnType<typeof createOrders>;

function endedText({ state }: Pick<OrderRow, 'state'>): string {
  return state === 'cancelled' ? 'Заказ отменён' : 'Заказ уже закрыт';
}
