import { randomUUID } from 'node:crypto';
import type { SalesFileDetails, TillDish } from '@ostatok/tenant-runtime/contract/sales.endpoints.ts';
import type { ExecutionContext } from 'ava';
import { readSales } from '../../../tenant-runtime/src/sales/files/read-sales.ts';
import type { SalesFile } from '../../../tenant-runtime/src/sales/files/sales-file.ts';
import type { Client } from '../../support/venue/change.ts';
import { fileOf } from '../deliveries/documents.ts';

export const timezone = 'Europe/Moscow';

export const read = async (t: ExecutionContext, bytes: Buffer | string, more: object = {}): Promise<SalesFile> =>
  readSales(await fileOf(t, bytes), { timezone, ...more });

/** Sums what a file has by kind, as a person would write it down. */
export function byKind({ sales }: SalesFile): Record<string, [number, number]> {
  const found: Record<string, [bigint, bigint]> = {};
  for (const { kind, quantity, paid } of sales) {
    const [servings, money] = found[kind] ?? [0n, 0n];
    found[kind] = [servings + quantity, money + (paid ?? 0n)];
  }
  const number = (billionths: bigint): number => Number(billionths) / 1e9;
  return Object.fromEntries(Object.entries(found).map(([kind, [one, two]]) => [kind, [number(one), number(two)]]));
}

type Row = Record<string, unknown>;

/** An OLAP report of sales as iikoServer answers it. */
export const olap = (rows: Row[], summary: unknown[] = []): string => JSON.stringify({ data: rows, summary });

export const olapRow = (more: Row = {}): Row => ({
  DishName: 'Хеллес (0,4)',
  'OpenDate.Typed': '2026-11-20',
  'Store.Name': 'Бар',
  DishAmountInt: 2,
  DishDiscountSumInt: 600,
  ...more,
});

export const upload = (
  client: Client,
  bytes: Buffer | string,
  fields: Record<string, string> = {},
  name = 'olap.json',
) => {
  const request = client.post('/api/sales/upload').field('key', randomUUID());
  for (const [field, value] of Object.entries(fields)) request.field(field, value);
  return request.attach('file', Buffer.from(bytes), name);
};

export async function uploaded(
  client: Client,
  bytes: Buffer | string,
  fields: Record<string, string> = {},
): Promise<SalesFileDetails> {
  const { status, body } = await upload(client, bytes, fields);
  if (status !== 200 || !body.file) throw new Error(`not uploaded: ${status} ${JSON.stringify(body)}`);
  return body.file;
}

export async function applied(client: Client, bytes: Buffer | string): Promise<SalesFileDetails> {
  const { id } = await uploaded(client, bytes);
  const { status, body } = await client.post(`/api/sales/files/${id}/apply`).send({});
  if (status !== 200) throw new Error(`not applied: ${status} ${JSON.stringify(body)}`);
  return body.file;
}

export async function dishesOf(client: Client, query = ''): Promise<TillDish[]> {
  const { status, body } = await client.get(`/api/sales/dishes?${query}`);
  if (status !== 200) throw new Error(`no dishes: ${status} ${JSON.stringify(body)}`);
  return body.dishes;
}

export const summary = async (client: Client, from = '2026-11-01', to = '2026-11-30') =>
  (await client.get(`/api/sales/summary?from=${from}&to=${to}`)).body;
