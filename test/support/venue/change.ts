import { randomUUID } from 'node:crypto';
import type { ChangeResult } from '@ostatok/tenant-runtime/contract/changes.endpoints.ts';
import type { Tenant } from './tenant.ts';

export type Client = Tenant['user'];
export type Fields = Record<string, unknown>;

/** Sends changes with the fields that every change needs; returns their results. */
export async function change(client: Client, ...changes: Fields[]): Promise<ChangeResult[]> {
  const sent = changes.map((fields) => ({ id: randomUUID(), source: 'web', ...fields }));
  const answer = await client.post('/api/changes').send({ changes: sent });
  if (answer.status !== 200) throw new Error(`${answer.status} ${JSON.stringify(answer.body)}`);
  return answer.body.results;
}

export async function only(client: Client, fields: Fields): Promise<ChangeResult> {
  const [result] = await change(client, fields);
  if (!result) throw new Error('no result');
  return result;
}
