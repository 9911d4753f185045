import { randomUUID } from 'node:crypto';
import type { ChangeResult } from '@ostatok/tenant-runtime/contract/changes.endpoints.ts';
import type { CountDetails, CountEntryResult, CountLine } from '@ostatok/tenant-runtime/contract/counts.endpoints.ts';
import type { Tenant } from '../support/venue/tenant.ts';

type Client = Tenant['user'];

export const open = (client: Client, fields: object = {}) =>
  client.post('/api/counts').send({ key: randomUUID(), ...fields });

export async function opened(client: Client, fields: object = {}): Promise<CountDetails> {
  const answer = await open(client, fields);
  if (answer.status !== 201) throw new Error(`not opened: ${answer.status} ${JSON.stringify(answer.body)}`);
  return answer.body.count;
}

export const close = (client: Client, id: number, uncounted: 'keep' | 'zero' = 'keep') =>
  client.post(`/api/counts/${id}/close`).send({ uncounted });

export async function closed(client: Client, id: number, uncounted: 'keep' | 'zero' = 'keep'): Promise<CountDetails> {
  const answer = await close(client, id, uncounted);
  if (answer.status !== 200) throw new Error(`not closed: ${answer.status} ${JSON.stringify(answer.body)}`);
  return answer.body.count;
}

/** Sends entries with the fields that every entry needs; returns their results. */
export async function enter(client: Client, countId: number, ...entries: object[]): Promise<CountEntryResult[]> {
  const sent = entries.map((fields) => ({ id: randomUUID(), source: 'web', ...fields }));
  const answer = await client.post(`/api/counts/${countId}/entries`).send({ entries: sent });
  if (answer.status !== 200) throw new Error(`not entered: ${answer.status} ${JSON.stringify(answer.body)}`);
  return answer.body.results;
}

export async function entered(client: Client, countId: number, fields: object): Promise<CountEntryResult> {
  const [result] = await enter(client, countId, fields);
  if (!result) throw new Error('no result');
  return result;
}

export async function linesOf(client: Client, countId: number, query = ''): Promise<CountLine[]> {
  const answer = await client.get(`/api/counts/${countId}/lines?limit=1000&${query}`);
  if (answer.status !== 200) throw new Error(`no lines: ${answer.status} ${JSON.stringify(answer.body)}`);
  return answer.body.lines;
}

export async function lineOf(client: Client, countId: number, itemId: number): Promise<CountLine> {
  const line = (await linesOf(client, countId)).find(({ item }) => item.id === itemId);
  if (!line) throw new Error(`no line of item ${itemId}`);
  return line;
}

export async function move(client: Client, itemId: number, fields: object): Promise<ChangeResult> {
  const change = { id: randomUUID(), itemId, source: 'web', ...fields };
  const [result] = (await client.post('/api/changes').send({ changes: [change] })).body.results;
  if (result.status !== 'applied') throw new Error(`not applied: ${JSON.stringify(result)}`);
  return result;
}

export const quantityOf = async (client: Client, itemId: number): Promise<number> =>
  (await client.get(`/api/items/${itemId}`)).body.item.quantity;
