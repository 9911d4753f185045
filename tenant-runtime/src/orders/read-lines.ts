import type { Db } from '@ostatok/kit/node/db.ts';
import type { OrderLine } from '../../contract/orders.endpoints.ts';
import { orderLineView } from './order-view.ts';
import { orderLines } from './orders.queries.ts';

/** Reads the lines of an order in their places. */
export const readOrderLines = async (db: Db, orderId: number): Promise<OrderLine[]> =>
  (await orderLines(db, orderId)).map(orderLineView);
