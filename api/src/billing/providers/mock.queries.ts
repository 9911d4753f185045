import type { Db, Knex } from '@ostatok/kit/node/db.ts';

export interface MockPayment {
  id: string;
  idempotence_key: string;
  order_id: string;
  amount: number;
  currency: string;
  description: string;
  status: 'pending' | 'succeeded' | 'canceled';
  method_id: string | null;
  cancellation_reason: string | null;
  refunded: number;
  created_at: Date;
  settled_at: Date | null;
}

interface MockMethod {
  id: string;
  title: string;
  declines: boolean;
  created_at: Date;
}

export interface MockRefund {
  id: string;
  idempotence_key: string;
  payment_id: string;
  amount: number;
  created_at: Date;
}

/** Inserts the payment unless one with its key or its order exists; concurrent inserts may conflict on either. */
export async function insertMockPayment(db: Db, payment: Omit<MockPayment, 'refunded'>): Promise<void> {
  await db('mock_payments').insert(payment).onConflict().ignore();
}

export const findMockPayment = (
  db: Db,
  by: Partial<Pick<MockPayment, 'id' | 'idempotence_key'>>,
): Promise<MockPayment | undefined> => db('mock_payments').where(by).first();

/** Locks the payment, so that the second of two concurrent changes sees what the first did. */
export const lockMockPayment = (
  trx: Knex.Transaction,
  by: Partial<Pick<MockPayment, 'id' | 'order_id'>>,
): Promise<MockPayment | undefined> => trx('mock_payments').where(by).forUpdate().first();

/** Expires a payment that has waited for its payer since then. */
export async function expireMockPayment(
  db: Db,
  by: Partial<Pick<MockPayment, 'id' | 'order_id'>>,
  since: Date,
  at: Date,
): Promise<void> {
  await db('mock_payments')
    .where({ ...by, status: 'pending' })
    .where('created_at', '<=', since)
    .update({ status: 'canceled', cancellation_reason: 'expired_on_confirmation', settled_at: at });
}

/** Withdraws a payment that still waits; a payer's decision stands. */
export async function withdrawMockPayment(db: Db, id: string, at: Date): Promise<void> {
  await db('mock_payments')
    .where({ id, status: 'pending' })
    .update({ status: 'canceled', cancellation_reason: 'canceled_by_merchant', settled_at: at });
}

export async function updateMockPayment(
  db: Db,
  id: string,
  changes: Partial<Pick<MockPayment, 'status' | 'method_id' | 'cancellation_reason' | 'refunded' | 'settled_at'>>,
): Promise<void> {
  await db('mock_payments').where({ id }).update(changes);
}

export const findMockMethod = (db: Db, id: string): Promise<MockMethod | undefined> =>
  db('mock_methods').where({ id }).first();

export async function insertMockMethod(db: Db, method: MockMethod): Promise<void> {
  await db('mock_methods').insert(method);
}

export const findMockRefund = (
  db: Db,
  by: Partial<Pick<MockRefund, 'id' | 'idempotence_key'>>,
): Promise<MockRefund | undefined> => db('mock_refunds').where(by).first();

export async function insertMockRefund(db: Db, refund: MockRefund): Promise<void> {
  await db('mock_refunds').insert(refund);
}
