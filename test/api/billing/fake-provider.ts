import { randomUUID } from 'node:crypto';
import {
  type PaymentOrder,
  type PaymentProvider,
  type ProviderPayment,
  type ProviderRefund,
  ProviderRefused,
  ProviderUnavailable,
  type RefundOrder,
} from '@ostatok/api/src/billing/providers/provider.ts';

/** How the provider takes calls: normally, not at all, with the response lost, or with our process dying. */
export const lines = ['up', 'down', 'answer_lost', 'killed_before', 'killed_after'] as const;
export type Line = (typeof lines)[number];

/** The process is dead: nothing after the call happens. */
export class Killed extends Error {}

interface Held extends ProviderPayment {
  order: PaymentOrder;
  refunded: number;
}

const startState = () => ({
  line: 'up' as Line,
  /** The result of charges of saved methods. */
  charges: 'succeeded' as 'succeeded' | 'pending' | 'insufficient_funds' | 'permission_revoked',
  refunds: 'succeeded' as 'succeeded' | 'pending' | 'canceled' | 'refused',
  savesMethods: true,
  calls: 0,
});

const publicOf = ({ order: _order, refunded: _refunded, ...payment }: Held): ProviderPayment => ({ ...payment });

/** A provider in memory that does to its callers everything a real one does. */
export function createFakeProvider() {
  const byKey = new Map<string, Held>();
  const byId = new Map<string, Held>();
  const refundsByKey = new Map<string, ProviderRefund & { paymentId: string }>();
  const state = startState();

  /** The state of the connection is checked before and after the provider's work. */
  async function over<T>(work: () => T): Promise<T> {
    state.calls += 1;
    const { line } = state;
    await new Promise((resolve) => setImmediate(resolve));
    if (line === 'killed_before') throw new Killed();
    if (line === 'down') throw new ProviderUnavailable('the line is down');
    const answer = work();
    if (line === 'killed_after') throw new Killed();
    if (line === 'answer_lost') throw new ProviderUnavailable('the answer was lost');
    return answer;
  }

  function make(order: PaymentOrder): Held {
    const known = byKey.get(order.idempotenceKey);
    if (known) {
      if (known.order.id !== order.id || known.amount !== order.amount)
        throw new ProviderRefused('invalid_request', 'Idempotence key duplicated');
      return known;
    }
    const declined = state.charges !== 'succeeded' && state.charges !== 'pending';
    const status = order.methodId ? (declined ? 'canceled' : (state.charges as 'succeeded' | 'pending')) : 'pending';
    const made: Held = {
      id: randomUUID(),
      status,
      amount: order.amount,
      currency: order.currency,
      orderId: order.id,
      test: true,
      confirmationUrl: order.methodId ? null : `https://pay.example/${order.id}`,
      savedMethod: status === 'succeeded' && order.methodId ? { id: order.methodId, title: 'Bank card *4477' } : null,
      cancellationReason: status === 'canceled' ? state.charges : null,
      order,
      refunded: 0,
    };
    byKey.set(order.idempotenceKey, made);
    byId.set(made.id, made);
    return made;
  }

  function refundOrder(order: RefundOrder): ProviderRefund {
    const known = refundsByKey.get(order.idempotenceKey);
    if (known) return known;
    if (state.refunds === 'refused') throw new ProviderRefused('invalid_request', 'refund refused');
    const payment = byId.get(order.providerPaymentId);
    if (payment?.status !== 'succeeded' || payment.refunded + order.amount > payment.amount)
      throw new ProviderRefused('invalid_request', 'more than was paid');
    const { refunds: status } = state;
    if (status !== 'canceled') payment.refunded += order.amount;
    const refund = { id: randomUUID(), status, amount: order.amount, paymentId: payment.id };
    refundsByKey.set(order.idempotenceKey, refund);
    return refund;
  }

  const provider: PaymentProvider = {
    name: 'mock',
    create: (order) => over(() => publicOf(make(order))),
    find: (id) => over(() => (byId.has(id) ? publicOf(byId.get(id) as Held) : undefined)),
    refund: (order) => over(() => ({ ...refundOrder(order) })),
    findRefund: (id) => over(() => [...refundsByKey.values()].find((refund) => refund.id === id)),
  };

  return {
    provider,
    state,
    payments: (): Held[] => [...byId.values()],
    find: (providerPaymentId: string): Held | undefined => byId.get(providerPaymentId),
    ofOrder: (id: string): Held | undefined => [...byId.values()].find(({ orderId }) => orderId === id),
    /** The payer's action on the provider's page. */
    finish(providerPaymentId: string, status: 'succeeded' | 'canceled' = 'succeeded'): void {
      const payment = byId.get(providerPaymentId);
      if (payment?.status !== 'pending') return;
      payment.status = status;
      if (status === 'canceled') payment.cancellationReason = 'expired_on_confirmation';
      else if (state.savesMethods && !payment.order.methodId)
        payment.savedMethod = { id: `card-${payment.order.payerEmail}`, title: 'Bank card *4477' };
    },
    refundOf: (key: string): (ProviderRefund & { paymentId: string }) | undefined => refundsByKey.get(key),
    /** Completes the pending refunds. */
    finishRefunds(): void {
      for (const refund of refundsByKey.values()) if (refund.status === 'pending') refund.status = 'succeeded';
    },
    /** Kopecks that were received and not refunded. */
    money: (owner?: string): number =>
      [...byId.values()]
        .filter(({ status, order }) => status === 'succeeded' && (!owner || order.payerEmail === owner))
        .reduce((sum, { amount, refunded }) => sum + amount - refunded, 0),
  };
}
