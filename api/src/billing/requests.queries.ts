import type { Knex } from '@ostatok/kit/node/db.ts';

interface BillingRequest {
  user_id: number;
  request_key: string;
  fingerprint: string;
  at: Date;
}

/** Returns the request that has this key already, and records the new one otherwise. */
export async function takeRequest(
  trx: Knex.Transaction,
  request: BillingRequest,
): Promise<Pick<BillingRequest, 'fingerprint' | 'at'> | undefined> {
  const made = await trx('billing_requests').insert(request).onConflict().ignore().returning('user_id');
  if (made.length > 0) return undefined;
  const { user_id, request_key } = request;
  return trx('billing_requests').where({ user_id, request_key }).first('fingerprint', 'at');
}
