import type { Db, Knex } from '@ostatok/kit/node/db.ts';

export interface RefundRow {
  id: string;
  payment_id: string;
  /** In kopecks. */
  amount: number;
  reason: string;
  idempotence_key: string;
  provider_refund_id: string | null;
  status: 'pending' | 'succeeded' | 'canceled';
  attempts: number;
  /** Null when an administrator must decide, because asking again might refund twice. */
  next_attempt_at: Date | null;
  error: string | null;
  created_at: Date;
  settled_at: Date | null;
}

export async function insertRefund(
  trx: Knex.Transaction,
  refund: Pick<RefundRow, 'id' | 'payment_id' | 'amount' | 'reason' | 'idempotence_key' | 'created_at'>,
): Promise<void> {
  await trx('refunds').insert({ ...refund, next_attempt_at: refund.created_at });
}

/** Claims due refunds for this process; an unfinished one is due again after the wait. */
export async function claimRefunds(
  db: Db,
  now: Date,
  { waitMs, longestMs }: { waitMs: number; longestMs: number },
  limit: number,
): Promise<RefundRow[]> {
  // a time beyond the longest wait was written by a clock that has been corrected since
  const latest = new Date(now.getTime() + longestMs);
  return db('refunds')
    .whereIn(
      'id',
      db('refunds')
        .where({ status: 'pending' })
        .where((due) => due.where('next_attempt_at', '<=', now).orWhere('next_attempt_at', '>', latest))
        .orderBy('next_attempt_at')
        .limit(limit)
        .forUpdate()
        .skipLocked()
        .select('id'),
    )
    .update({ attempts: db.raw('attempts + 1'), next_attempt_at: new Date(now.getTime() + waitMs) })
    .returning('*');
}

export const findRefundOfProvider = (db: Db, providerRefundId: string): Promise<RefundRow | undefined> =>
  db('refunds').where({ provider_refund_id: providerRefundId }).first();

export const lockRefund = (trx: Knex.Transaction, id: string): Promise<RefundRow | undefined> =>
  trx('refunds').where({ id }).forUpdate().first();

export async function updateRefund(db: Db, id: string, changes: Partial<RefundRow>): Promise<void> {
  await db('refunds').where({ id }).update(changes);
}

/** Kopecks of the payment that were refunded or are being refunded. */
export async function refundedOf(db: Db, paymentId: string): Promise<number> {
  const row = await db('refunds')
    .where({ payment_id: paymentId })
    .whereNot({ status: 'canceled' })
    .sum('amount as amount')
    .first();
  return Number(row?.amount ?? 0);
}
