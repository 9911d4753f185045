import type { AdminPayment, AdminRefund } from '@ostatok/api/contract/subscriptions.endpoints.ts';
import type { AdminPaymentFilter } from '@ostatok/api/contract/subscriptions.ts';
import { isUuid } from '@ostatok/kit/contract/uuid.ts';
import type { Knex } from '@ostatok/kit/node/db.ts';
import { NotFound } from '@ostatok/kit/node/errors.ts';
import type { Billing } from '../billing/billing.service.ts';
import { type AdminPaymentRow, type AdminRefundRow, listPayments } from './payments.queries.ts';

const toRefund = ({ payment_id: _, refused: __, ...row }: AdminRefundRow): AdminRefund => ({
  ...row,
  amount: row.amount / 100,
  created_at: row.created_at.toISOString(),
  settled_at: row.settled_at?.toISOString() ?? null,
});

function problemOf(payment: AdminPaymentRow, refunds: AdminRefundRow[]): AdminPayment['problem'] {
  if (payment.outcome === 'disputed') return 'disputed';
  if (refunds.some(({ lost }) => lost)) return 'refund_lost';
  return refunds.some(({ refused }) => refused) ? 'refund_failed' : null;
}

function toPayment(row: AdminPaymentRow, refunds: AdminRefundRow[]): AdminPayment {
  const refunded = refunds.reduce((sum, { status, amount }) => (status === 'canceled' ? sum : sum + amount), 0);
  const taken =
    row.user_id !== null && row.status === 'succeeded' && (row.outcome === 'applied' || row.outcome === 'disputed');
  return {
    ...row,
    amount: row.amount / 100,
    refunded: refunded / 100,
    problem: problemOf(row, refunds),
    refundable: taken ? (row.amount - refunded) / 100 : 0,
    refunds: refunds.map(toRefund),
    created_at: row.created_at.toISOString(),
    settled_at: row.settled_at?.toISOString() ?? null,
  };
}

/** Payments and refunds, and what billing can't settle without a person. */
export function createAdminPayments({
  db,
  billing,
  now,
}: {
  db: Knex;
  billing: Pick<Billing, 'refundPayment'>;
  now: () => Date;
}) {
  async function list(
    filter: AdminPaymentFilter,
    page: { offset: number; limit: number; order: 'asc' | 'desc' },
  ): Promise<{ payments: AdminPayment[]; total: number }> {
    const { rows, refunds, total } = await listPayments(db, filter, page, now());
    const payments = rows.map((row) =>
      toPayment(
        row,
        refunds.filter(({ payment_id }) => payment_id === row.id),
      ),
    );
    return { payments, total };
  }

  async function get(id: string): Promise<AdminPayment> {
    const page = { offset: 0, limit: 1, order: 'asc' } as const;
    const [payment] = isUuid(id) ? (await list({ id: [id] }, page)).payments : [];
    if (!payment) throw new NotFound('Платеж не найден', 'payment_not_found');
    return payment;
  }

  return {
    list,
    get,

    /** The amount is in roubles; `key` is the request's idempotency key, under which it may have been carried out before. */
    async refund(
      actorId: number,
      id: string,
      { amount, reason, replaces }: { amount: number; reason: string; replaces?: string },
      key?: string,
    ): Promise<{ payment: AdminPayment; done_before: string | null }> {
      await get(id);
      const made = await billing.refundPayment(id, Math.round(amount * 100), reason, { actorId, replaces, key });
      return { payment: await get(id), done_before: 'before' in made ? made.before.toISOString() : null };
    },
  };
}
export type AdminPayments = ReturnType<typeof createAdminPayments>;
