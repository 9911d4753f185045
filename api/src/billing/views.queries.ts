import type { Db } from '@ostatok/kit/node/db.ts';
import type { PaymentRow } from './payments.queries.ts';

export interface InvoiceRow extends PaymentRow {
  plan_name: string;
  plan_display_name: string;
  refunded: number;
}

export async function listInvoices(
  db: Db,
  userId: number,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ rows: InvoiceRow[]; total: number }> {
  const [rows, counted] = await Promise.all([
    db('payments')
      .join('plans', 'plans.id', 'payments.plan_id')
      .where('payments.user_id', userId)
      .select('payments.*', 'plans.name as plan_name', 'plans.display_name as plan_display_name')
      .select(
        db('refunds')
          .whereRaw('refunds.payment_id = payments.id')
          .whereNot('refunds.status', 'canceled')
          .select(db.raw('coalesce(sum(amount), 0)::bigint'))
          .as('refunded'),
      )
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

/** What came in and stayed, in kopecks. */
export async function paidBy(
  db: Db,
  userId: number,
): Promise<{ total: number; invoices: number; last_payment_at: Date | null }> {
  const [paid, refunded] = await Promise.all([
    db('payments')
      .where({ user_id: userId, status: 'succeeded' })
      .select(db.raw('coalesce(sum(amount), 0)::bigint as amount, count(*)::int as count, max(settled_at) as last'))
      .first(),
    db('refunds')
      .join('payments', 'payments.id', 'refunds.payment_id')
      .where('payments.user_id', userId)
      .whereNot('refunds.status', 'canceled')
      .select(db.raw('coalesce(sum(refunds.amount), 0)::bigint as amount'))
      .first(),
  ]);
  return { total: paid.amount - refunded.amount, invoices: paid.count, last_payment_at: paid.last };
}
