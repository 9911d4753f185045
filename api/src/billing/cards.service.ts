import { randomUUID } from 'node:crypto';
import type { CreatedPayment } from '@ostatok/api/contract/billing.endpoints.ts';
import { CARD_CHECK_ROUBLES } from '@ostatok/api/contract/billing.ts';
import { kopecksOf } from '@ostatok/api/contract/pricing.ts';
import { Conflict } from '@ostatok/kit/node/errors.ts';
import { type LockedSubscription, stateOfRow } from './locked-subscription.ts';
import { findOpenPayment, findOpenRenewal, type PaymentRow } from './payments.queries.ts';
import type { Payments } from './payments.service.ts';
import { forgetMethods } from './steps.ts';
import type { SubscriptionLocks } from './subscription-locks.service.ts';

interface CardsOptions {
  locks: SubscriptionLocks;
  payments: Payments;
}

/** The saved card cannot change while it is being charged. */
async function refuseDuringCharge(locked: LockedSubscription): Promise<void> {
  if (await findOpenRenewal(locked.trx, locked.userId, locked.sub.period_id))
    throw new Conflict('charge_pending', 'Сейчас списывается оплата за следующий период. Повторите через минуту');
}

/** The saved card that renewals are charged from. */
export function createCards({ locks, payments }: CardsOptions) {
  async function findOrOrder(locked: LockedSubscription): Promise<{ payment: PaymentRow; known: boolean }> {
    const { trx, userId, sub, now } = locked;
    const amount = kopecksOf(CARD_CHECK_ROUBLES) ?? 0;
    const provider = payments.requireProvider().name;
    const open = await findOpenPayment(trx, { user_id: userId, provider, amount }, ['card'], now);
    if (open) return { payment: open, known: true };
    const payment = await payments.order(locked, {
      kind: 'card',
      plan_id: sub.plan_id,
      billing_period: sub.billing_period,
      // no such period exists, so an older release buys nothing for this payment either and refunds it
      basis_period_id: randomUUID(),
      price: amount,
      amount,
      currency: sub.plan.currency,
      description: 'Проверка карты, сумма вернётся',
      payment_method_id: null,
    });
    return { payment, known: false };
  }

  const openCheck = (userId: number) =>
    locks.withLockedSubscription(userId, async (locked) => {
      if (['free', 'expired'].includes(stateOfRow(locked.sub)))
        throw new Conflict('nothing_to_renew', 'Карта сохранится, когда вы оплатите тариф');
      await refuseDuringCharge(locked);
      return findOrOrder(locked);
    });

  return {
    /** Returns a page that charges one rouble, which is refunded; the card that pays it replaces the saved one. */
    async replaceCard(userId: number): Promise<CreatedPayment> {
      let check = await openCheck(userId);
      if (check.known && !(await payments.isStillOpen(check.payment))) check = await openCheck(userId);
      const paymentUrl = await payments.pageOf(check.payment);
      return { paymentId: check.payment.id, paymentUrl };
    },

    /** Stops automatic charges. Idempotent. */
    removeCard: (userId: number): Promise<void> =>
      locks.withLockedSubscription(userId, async (locked) => {
        await refuseDuringCharge(locked);
        await forgetMethods(locked, 'removed_by_owner');
      }),
  };
}
