import type { Invoice, PaymentView } from '@ostatok/api/contract/billing.endpoints.ts';
import type { Surplus } from '@ostatok/api/contract/billing.ts';
import { roublesOf } from '@ostatok/api/contract/pricing.ts';
import { stateOfRow } from './locked-subscription.ts';
import { isEnded, reasonInWords, statusForPayer } from './payment-labels.ts';
import type { SubscriptionRow } from './subscriptions.queries.ts';
import type { InvoiceRow } from './views.queries.ts';

const isoOf = (date: Date | null): string | null => date?.toISOString() ?? null;

const surpluses = { pending: 'returning', succeeded: 'returned', canceled: 'on_balance' } as const;

function surplusOf({ outcome, refund_status }: InvoiceRow): Surplus {
  if (outcome === 'disputed') return 'disputed';
  return outcome === 'refunded' ? surpluses[refund_status ?? 'pending'] : null;
}

function statusOf(row: InvoiceRow): Invoice['status'] {
  const status = statusForPayer(row);
  if (status === 'canceled') return isEnded(row) ? 'canceled' : 'failed';
  return status === 'succeeded' ? 'paid' : 'pending';
}

const runs = (sub: SubscriptionRow, row: InvoiceRow): boolean =>
  sub.plan_id === row.plan_id &&
  sub.billing_period === row.billing_period &&
  ['active', 'canceled', 'granted'].includes(stateOfRow(sub));

/** Whether the same can be bought again and is not what runs already. */
const canRetry = (row: InvoiceRow, sub: SubscriptionRow): boolean =>
  statusForPayer(row) === 'canceled' &&
  row.kind !== 'card' &&
  row.withdrawn_reason !== 'superseded' &&
  row.plan_is_offered &&
  !runs(sub, row);

/** A payment as shown in its owner's history. */
export const toInvoice = (row: InvoiceRow, sub: SubscriptionRow): Invoice => {
  const isOpen = statusForPayer(row) === 'pending';
  return {
    id: row.id,
    created_at: row.created_at.toISOString(),
    settled_at: isoOf(row.settled_at ?? row.withdrawn_at),
    plan_id: row.plan_id,
    plan_name: row.plan_name,
    plan_display_name: row.plan_display_name,
    billing_period: row.billing_period,
    description: row.description,
    is_card_check: row.kind === 'card',
    amount: roublesOf(row.amount),
    refunded_amount: roublesOf(row.refunded),
    currency: row.currency,
    status: statusOf(row),
    reason: reasonInWords(row),
    surplus: surplusOf(row),
    payment_url: isOpen ? row.confirmation_url : null,
    can_abandon: isOpen && row.kind !== 'renewal',
    can_retry: canRetry(row, sub),
    receipt:
      row.status === 'succeeded' && row.provider_payment_id
        ? { number: row.id, provider_number: row.provider_payment_id, sent_at: isoOf(row.receipt_sent_at) }
        : null,
  };
};

/** A payment as shown to anybody who knows its id. */
export const toPaymentView = (row: InvoiceRow): PaymentView => ({
  is_ended: statusForPayer(row) === 'canceled' && isEnded(row),
  id: row.id,
  amount: roublesOf(row.amount),
  currency: row.currency,
  description: row.description,
  status: statusForPayer(row),
  reason: reasonInWords(row),
  is_card_check: row.kind === 'card',
  surplus: surplusOf(row),
});
