import { integer, listOf, number, oneOf, text, time } from '@ostatok/kit/contract/answers.ts';
import { defineEndpoints } from '@ostatok/kit/contract/endpoint.ts';
import * as yup from 'yup';
import { units } from './items.ts';
import { addOrderSchema, orderLetterSchema, orderStates, ordersFilterSchema } from './orders.ts';

const orderSchema = yup.object({
  /** The number that people see. */
  id: integer(),
  key: text(),
  supplier: yup.object({ id: integer(), name: text() }),
  state: oneOf(orderStates),
  note: text().nullable(),
  created_at: time(),
  /** Who has ordered. */
  created_by: text().nullable(),
  closed_at: time().nullable(),
  lines: integer(),
  /** Lines of which something has not come. */
  open_lines: integer(),
  /** Roubles of the lines with a known price. */
  worth: number(),
});
export type Order = yup.InferType<typeof orderSchema>;

const orderLineSchema = yup.object({
  place: integer(),
  item: yup.object({ id: integer(), name: text(), unit: oneOf(units) }),
  article: text().nullable(),
  /** In the item's unit. */
  quantity: number(),
  /** Null where the item's unit is ordered. */
  pack: yup.object({ unit: text(), size: number() }).nullable(),
  /** As it is written to the supplier: «2 кор» or «2,5 кг». */
  amount: text(),
  /** What posted deliveries have brought. */
  received: number(),
  /** Roubles for a unit, as it was last bought. */
  price: number().nullable(),
});
export type OrderLine = yup.InferType<typeof orderLineSchema>;

const detailsSchema = orderSchema.shape({
  rows: listOf(orderLineSchema),
  /** The order as a message to the supplier. */
  text: text(),
  letter: yup.object({ to: text(), at: time() }).nullable(),
  deliveries: listOf(
    yup.object({ id: integer(), number: text().nullable(), day: text().nullable(), posted_at: time() }),
  ),
});
export type OrderDetails = yup.InferType<typeof detailsSchema>;

const details = yup.object({ order: detailsSchema });

export const orderEndpoints = defineEndpoints({
  'GET /api/orders': {
    summary: 'Orders, the newest first',
    access: 'admin',
    list: { rows: 'orders', sorts: ['id'], sort: 'id', order: 'desc', filter: ordersFilterSchema },
    answer: yup.object({ orders: listOf(orderSchema) }),
  },
  'POST /api/orders': {
    summary: 'Fix what is ordered from a supplier, once for a key',
    access: 'admin',
    body: addOrderSchema,
    answer: details,
    status: 201,
  },
  'GET /api/orders/:id': { summary: 'An order with its lines, and what has come', access: 'admin', answer: details },
  'POST /api/orders/:id/close': {
    summary: 'Wait no longer for what has not come',
    access: 'admin',
    answer: details,
  },
  'POST /api/orders/:id/cancel': {
    summary: 'Cancel an order of which nothing has come',
    access: 'admin',
    answer: details,
  },
  'POST /api/orders/:id/letter': {
    summary: "Send an order to the supplier's address as a letter of the platform, a few a day",
    access: 'admin',
    body: orderLetterSchema,
    answer: details,
  },
});
