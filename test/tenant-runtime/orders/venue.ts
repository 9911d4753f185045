import { randomUUID } from 'node:crypto';
import type { OrderDetails } from '@ostatok/tenant-runtime/contract/orders.endpoints.ts';
import type { OrderList } from '@ostatok/tenant-runtime/contract/reports.endpoints.ts';
import type { Client } from '../../support/venue/change.ts';

export interface OrderedLine {
  item_id: number;
  quantity: number;
  pack_unit?: string;
  pack_size?: number;
}

export const order = (client: Client, supplierId: number, lines: OrderedLine[], fields: object = {}) =>
  client.post('/api/orders').send({ key: randomUUID(), supplier_id: supplierId, lines, ...fields });

export async function ordered(
  client: Client,
  supplierId: number,
  lines: OrderedLine[],
  fields: object = {},
): Promise<OrderDetails> {
  const { status, body } = await order(client, supplierId, lines, fields);
  if (status !== 201) throw new Error(`not ordered: ${status} ${JSON.stringify(body)}`);
  return body.order;
}

export const orderOf = async (client: Client, id: number): Promise<OrderDetails> =>
  (await client.get(`/api/orders/${id}`)).body.order;

export const needed = async (client: Client): Promise<OrderList> => (await client.get('/api/reports/order')).body;
