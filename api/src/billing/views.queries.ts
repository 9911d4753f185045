import type { Db } from '@ostatok/kit/node/db.ts';
import type { PaymentRow } from './payments.queries.ts';

export interface InvoiceRow extends PaymentRow {
  plan_name: string;
  plan_display_name: string;
  /** Whether the plan can still be chosen. */
  plan_is_offered: boolean;
  /** Kopecks that were refunded or are being refunded. */
  refunded: number;
  /** The status of the latest refund. */
  refund_status: 'pending' | 'succeeded' | 'canceled' | null;
}

const refunded = (db: Db) =>
  db('refunds')
    .whereRaw('refunds.payment_id = payments.id')
    .whereNot('refunds.status', 'canceled')
    .select(db.raw('coalesce(sum(amount), 0)::bigint'))
    .as('refunded');

const refundStatus = (db: Db) =>
  db('refunds')
    .whereRaw('refunds.payment_id = payments.id')
    .orderBy('created_at', 'desc')
    .limit(1)
    .select('status')
    .as('refund_status');

const invoices = (db: Db) =>
  db('payments')
    .join('plans', 'plans.id', 'payments.plan_id')
    .select('payments.*', 'plans.name as plan_name', 'plans.display_name as plan_display_name')
    .select(db.raw('(plans.is_active and not plans.is_archived) as plan_is_offered'))
    .select(refunded(db), refundStatus(db));

export const findInvoice = (db: Db, id: string): Promise<InvoiceRow | undefined> =>
  invoices(db).where('payments.id', id).first();

export async function listInvoices(
  db: Db,
  userId: number,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ rows: InvoiceRow[]; total: number }> {
  const [rows, counted] = await Promise.all([
    invoices(db)
      .where('payments.user_id', userId)
      .orderBy([
        { column: 'payments.created_at', order: 'desc' },
        { column: 'payments.id', order: 'desc' },
      ])
      .limit(limit)
      .offset(offset),
    db('payments').where({ user_id: userId }).count('id as total').first(),
  ]);
  return { rows, total: Number(counted?.total ?? 0) };
}

/** Payments less refunds, in kopecks. */
export async function paidBy(
  db: Db,
  userId: number,
): Promise<{ total: number; invoices: number; last_payment_at: Date | null }> {
  const [paid, refunded] = await Promise.all([
    db('payments')
      .where({ user_id: userId, status: 'succeeded' })
      .whereNot({ kind: 'card' })
      .select(db.raw('coalesce(sum(amount), 0)::bigint as amount, count(*)::int as count, max(settled_at) as last'))
      .first(),
    db('refunds')
      .join('payments', 'payments.id', 'refunds.payment_id')
      .where('payments.user_id', userId)
      .whereNot('payments.kind', 'card')
      .whereNot('refunds.status', 'canceled')
      .select(db.raw('coalesce(sum(refunds.amount), 0)::bigint as amount'))
      .first(),
  ]);
  return { total: paid.amount - refunded.amount, invoices: paid.count, last_payment_at: paid.last };
}
