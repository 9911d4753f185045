import { Conflict, NotFound, Unavailable } from '@ostatok/kit/node/errors.ts';
import type { Logger } from '@ostatok/kit/node/log.ts';
import { lockPayment, type PaymentRow, withdrawPayments } from './payments.queries.ts';
import type { Payments } from './payments.service.ts';
import { ProviderUnavailable } from './providers/provider.ts';
import type { SubscriptionLocks } from './subscription-locks.service.ts';

interface WithdrawalsOptions {
  locks: SubscriptionLocks;
  payments: Payments;
  log?: Pick<Logger, 'warn'>;
}

/** Payments that their payer abandons. */
export function createWithdrawals({ locks, payments, log }: WithdrawalsOptions) {
  async function ownPayment(userId: number, id: string): Promise<PaymentRow> {
    const payment = await payments.find(id);
    if (payment.user_id === userId && payment.kind !== 'renewal') return payment;
    throw new NotFound('Платеж не найден', 'payment_not_found');
  }

  /** The provider is asked first, because a payment made meanwhile is kept. */
  async function settleFirst(id: string): Promise<void> {
    try {
      await payments.settlePayment(id);
    } catch (error) {
      if (!(error instanceof ProviderUnavailable)) throw error;
      throw new Unavailable(5, 'Платёжный сервис не отвечает. Повторите через минуту', 'provider_away');
    }
  }

  return {
    /** Idempotent. When the provider cannot close its page, money that arrives nevertheless is refunded. */
    async abandonPayment(userId: number, id: string): Promise<void> {
      const payment = await ownPayment(userId, id);
      if (payment.status === 'canceled' || payment.withdrawn_at) return;
      await settleFirst(id);
      const status = await locks.withLockedSubscription(userId, async ({ trx, now }) => {
        const seen = await lockPayment(trx, id);
        if (seen?.status === 'pending') await withdrawPayments(trx, { user_id: userId, id }, 'abandoned', now);
        return seen?.status;
      });
      if (status === 'succeeded') throw new Conflict('payment_succeeded', 'Этот платёж уже прошёл');
      await payments.settlePayment(id).catch((error) => log?.warn({ err: error, paymentId: id }, 'a page not ended'));
    },
  };
}
