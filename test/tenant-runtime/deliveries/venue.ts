import { randomUUID } from 'node:crypto';
import type { Delivery, DeliveryDetails } from '@ostatok/tenant-runtime/contract/deliveries.endpoints.ts';
import type { Supplier } from '@ostatok/tenant-runtime/contract/suppliers.endpoints.ts';
import type { Client } from '../../support/venue/change.ts';

export type Fields = Record<string, string>;

export const upload = (client: Client, bytes: Buffer | string, fields: Fields = {}, name = 'накладная.xml') => {
  const request = client.post('/api/deliveries/upload').field('key', randomUUID());
  for (const [field, value] of Object.entries(fields)) request.field(field, value);
  return request.attach('file', Buffer.from(bytes), name);
};

export async function uploaded(client: Client, bytes: Buffer | string, fields: Fields = {}): Promise<DeliveryDetails> {
  const { status, body } = await upload(client, bytes, fields);
  if (status !== 200 || !body.delivery) throw new Error(`not uploaded: ${status} ${JSON.stringify(body)}`);
  return body.delivery;
}

export async function decided(client: Client, id: number, ...lines: object[]): Promise<DeliveryDetails> {
  const { status, body } = await client.put(`/api/deliveries/${id}/lines`).send({ lines });
  if (status !== 200) throw new Error(`not decided: ${status} ${JSON.stringify(body)}`);
  return body.delivery;
}

export const post = (client: Client, id: number, input: object = {}) =>
  client.post(`/api/deliveries/${id}/post`).send(input);

export async function posted(client: Client, id: number, input: object = {}): Promise<DeliveryDetails> {
  const { status, body } = await post(client, id, input);
  if (status !== 200) throw new Error(`not posted: ${status} ${JSON.stringify(body)}`);
  return body.delivery;
}

export const reverse = (client: Client, id: number) => client.post(`/api/deliveries/${id}/reverse`).send({});

export async function reversed(client: Client, id: number): Promise<DeliveryDetails> {
  const { status, body } = await reverse(client, id);
  if (status !== 200) throw new Error(`not reversed: ${status} ${JSON.stringify(body)}`);
  return body.delivery;
}

export async function addSupplier(client: Client, name = 'ООО «Ромашка»', fields: object = {}): Promise<Supplier> {
  const { status, body } = await client.post('/api/suppliers').send({ name, ...fields });
  if (status !== 201) throw new Error(`not added: ${status} ${JSON.stringify(body)}`);
  return body.supplier;
}

export interface HandLine {
  item_id: number;
  quantity: number;
  gross?: number | null;
}

/** A draft without a file. */
export async function drafted(
  client: Client,
  supplierId: number,
  lines: HandLine[],
  fields: object = {},
): Promise<DeliveryDetails> {
  const input = { key: randomUUID(), supplier_id: supplierId, lines, ...fields };
  const { status, body } = await client.post('/api/deliveries').send(input);
  if (status !== 201) throw new Error(`not drafted: ${status} ${JSON.stringify(body)}`);
  return body.delivery;
}

export const listed = async (client: Client, query = ''): Promise<Delivery[]> =>
  (await client.get(`/api/deliveries?${query}`)).body.deliveries;

export async function stockOf(client: Client, id: number): Promise<{ quantity: number; cost: number | null }> {
  const { quantity, cost } = (await client.get(`/api/items/${id}`)).body.item;
  return { quantity, cost };
}
