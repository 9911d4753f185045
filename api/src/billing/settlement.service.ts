import { randomUUID } from 'node:crypto';
import type { ActivityAction } from '@ostatok/api/contract/activity-labels.ts';
import { creditOf, dueOf } from '@ostatok/api/contract/pricing.ts';
import type { Knex } from '@ostatok/kit/node/db.ts';
import type { Activity } from '../overview/activity.service.ts';
import type { BillingLetters } from './letters.ts';
import { type LockedSubscription, payerOf, pricingStateOf } from './locked-subscription.ts';
import { lockPayment, type PaymentRow, saveMethod, updatePayment } from './payments.queries.ts';
import { findPeriod, insertEntry } from './periods.queries.ts';
import type { ProviderPayment } from './providers/provider.ts';
import { openRefund, type TellOfPayment } from './refunds.service.ts';
import { buy, failCharge, forgetMethods, isFor, renew } from './steps.ts';
import type { SubscriptionLocks } from './subscription-locks.service.ts';
import { findPlan, setPaymentMethod } from './subscriptions.queries.ts';

/** The reason when we stop asking; a later answer of the provider still counts. */
export const ANSWER_LOST = 'answer_lost';
/** For this long a payment buys at the price shown when it was created. */
const OFFER_MS = 86_400_000;

interface SettlementOptions {
  db: Knex;
  locks: SubscriptionLocks;
  now: () => Date;
  /** In production test payments are not accepted. */
  production: boolean;
  activity?: Activity;
  tellOfPayment: TellOfPayment;
  letters: BillingLetters;
}

type Final = ProviderPayment & { status: 'succeeded' | 'canceled' };
const isFinal = (answer: ProviderPayment): answer is Final =>
  answer.status === 'succeeded' || answer.status === 'canceled';

/** Applies the outcome of a payment, under the lock of its owner's subscription. */
export function createSettlement({ db, locks, now, production, activity, tellOfPayment, letters }: SettlementOptions) {
  /** How the answer differs from the order; undefined when it does not. */
  function mismatch(payment: PaymentRow, answer: ProviderPayment): string | undefined {
    if (answer.orderId !== payment.id) return 'заказ другой';
    if (answer.amount !== payment.amount) return 'сумма другая';
    if (answer.currency !== payment.currency) return 'валюта другая';
    return production && answer.test ? 'платёж пробный' : undefined;
  }

  const tellAdministrator = (trx: Knex.Transaction, payment: PaymentRow, action: ActivityAction, description: string) =>
    activity?.record(trx, {
      actorId: null,
      action,
      description: `${description} (платёж ${payment.id})`,
      ...(payment.user_id && { target: `user:${payment.user_id}` }),
    });

  async function dispute(trx: Knex.Transaction, payment: PaymentRow, answer: Final, why: string): Promise<void> {
    await updatePayment(trx, payment.id, { status: answer.status, outcome: 'disputed', settled_at: now() });
    await tellOfPayment(trx, payment.id);
    await tellAdministrator(trx, payment, 'payment.disputed', `Платёж не принят, нужна проверка: ${why}`);
  }

  /** Whether the money pays for the plan now. For a day the credit is the one that was shown. */
  async function fits(locked: LockedSubscription, payment: PaymentRow, asOf: Date): Promise<boolean> {
    if (!(await isFor(locked, payment))) return false;
    const pricing = await pricingStateOf(locked, asOf);
    const paid = payment.kind === 'renewal' ? undefined : pricing.paid;
    const credit = paid ? creditOf(paid, pricing.paidAsOf).credit : 0;
    return payment.amount >= dueOf(payment.price, credit + pricing.balance);
  }

  async function keepMethod(locked: LockedSubscription, { savedMethod }: Final, payment: PaymentRow): Promise<void> {
    if (!savedMethod) return;
    const id = await saveMethod(locked.trx, {
      id: randomUUID(),
      user_id: locked.userId,
      provider: payment.provider,
      provider_method_id: savedMethod.id,
      title: savedMethod.title,
      created_at: locked.now,
    });
    if (id) await setPaymentMethod(locked.trx, locked.userId, id);
  }

  async function sendReceipt(
    locked: LockedSubscription,
    payment: PaymentRow,
    providerPaymentId: string,
    bought: boolean,
  ): Promise<void> {
    const plan = await findPlan(locked.trx, payment.plan_id);
    const period = bought && locked.sub.period_id ? await findPeriod(locked.trx, locked.sub.period_id) : undefined;
    await letters.receipt(locked.trx, payerOf(locked), {
      paymentId: payment.id,
      providerPaymentId,
      amount: payment.amount,
      currency: payment.currency,
      description: payment.description,
      planName: plan?.display_name ?? payment.description,
      billingPeriod: payment.billing_period,
      paidAt: locked.now,
      period: period ? { startsAt: period.starts_at, endsAt: period.ends_at } : null,
    });
    await updatePayment(locked.trx, payment.id, { receipt_sent_at: locked.now });
  }

  /** Why incoming money is refunded. */
  const refundReason = ({ kind, withdrawn_reason }: PaymentRow): string => {
    if (kind === 'card') return 'Проверка карты: сумма возвращается';
    if (withdrawn_reason === 'abandoned') return 'Платёж отменён плательщиком до оплаты';
    return 'Платёж больше не нужен: подписка изменилась';
  };

  /** The card that paid for a check replaces the saved one; the sum is refunded. */
  async function replaceMethod(locked: LockedSubscription, payment: PaymentRow, answer: Final): Promise<void> {
    if (payment.withdrawn_at || locked.sub.owner.deleted_at || !answer.savedMethod) return;
    await forgetMethods(locked, 'replaced');
    await keepMethod(locked, answer, payment);
  }

  async function succeed(locked: LockedSubscription, payment: PaymentRow, answer: Final): Promise<void> {
    const { trx, userId, now: at } = locked;
    const age = at.getTime() - payment.created_at.getTime();
    const asOf = age <= OFFER_MS && payment.created_at < at ? payment.created_at : at;
    const applies = await fits(locked, payment, asOf);
    await updatePayment(trx, payment.id, {
      status: 'succeeded',
      outcome: applies ? 'applied' : 'refunded',
      cancellation_reason: null,
      settled_at: at,
    });
    await insertEntry(trx, { user_id: userId, at, kind: 'payment', amount: payment.amount, payment_id: payment.id });
    if (!applies) await openRefund(trx, payment, payment.amount, refundReason(payment), at);
    else if (payment.kind === 'renewal') await renew(locked, payment.price, payment.id);
    else if (payment.kind !== 'card') {
      const { kind, plan_id, billing_period, price, id } = payment;
      await buy(locked, { kind, planId: plan_id, billingPeriod: billing_period, price, paymentId: id }, asOf);
    }
    if (payment.kind === 'card') return replaceMethod(locked, payment, answer);
    if (applies) await keepMethod(locked, answer, payment);
    if (!locked.sub.owner.deleted_at) await sendReceipt(locked, payment, answer.id, applies);
  }

  async function fail(locked: LockedSubscription, payment: PaymentRow, reason: string): Promise<void> {
    await updatePayment(locked.trx, payment.id, {
      status: 'canceled',
      cancellation_reason: reason,
      settled_at: locked.now,
    });
    // a payment whose answer was lost was already counted as a failed charge
    if (payment.kind !== 'renewal' || payment.status !== 'pending' || !(await isFor(locked, payment))) return;
    const { amount, currency } = payment;
    const planName = (await findPlan(locked.trx, payment.plan_id))?.display_name ?? locked.sub.plan.display_name;
    await failCharge(locked, letters, { amount, currency, planName, reason });
  }

  /** Settles a payment whose owner's account no longer exists: incoming money is refunded. */
  async function settleOrphan(trx: Knex.Transaction, payment: PaymentRow, succeeded: boolean, reason: string | null) {
    const at = now();
    await updatePayment(trx, payment.id, {
      status: succeeded ? 'succeeded' : 'canceled',
      outcome: succeeded ? 'refunded' : null,
      cancellation_reason: reason,
      settled_at: at,
    });
    if (!succeeded) return;
    await insertEntry(trx, { user_id: null, at, kind: 'payment', amount: payment.amount, payment_id: payment.id });
    await openRefund(trx, payment, payment.amount, 'Учётной записи больше нет', at);
  }

  /** Runs once for each payment; a second call finds it settled. */
  async function settleOnce(
    id: string,
    work: {
      owned: (locked: LockedSubscription, payment: PaymentRow) => Promise<void>;
      orphaned: (trx: Knex.Transaction, payment: PaymentRow) => Promise<void>;
    },
  ): Promise<void> {
    const pending = (payment: PaymentRow | undefined): payment is PaymentRow =>
      payment?.status === 'pending' || payment?.cancellation_reason === ANSWER_LOST;
    const seen = await db.transaction((trx) => lockPayment(trx, id));
    if (!pending(seen)) return;
    const found =
      seen.user_id !== null &&
      (await locks.tryWithLockedSubscription(seen.user_id, async (locked) => {
        const payment = await lockPayment(locked.trx, id);
        if (pending(payment)) await work.owned(locked, payment);
        return true;
      }));
    if (found) return;
    await db.transaction(async (trx) => {
      const payment = await lockPayment(trx, id);
      if (pending(payment)) await work.orphaned(trx, payment);
    });
  }

  return {
    /** `answer` is the provider's reply to a request by the payment's id. */
    apply(id: string, answer: ProviderPayment): Promise<void> {
      if (!isFinal(answer)) return updatePayment(db, id, { checked_at: now() });
      const succeeded = answer.status === 'succeeded';
      return settleOnce(id, {
        async owned(locked, payment) {
          const why = mismatch(payment, answer);
          if (why) return dispute(locked.trx, payment, answer, why);
          if (succeeded) return succeed(locked, payment, answer);
          return fail(locked, payment, answer.cancellationReason ?? 'canceled');
        },
        async orphaned(trx, payment) {
          const why = mismatch(payment, answer);
          if (why) return dispute(trx, payment, answer, why);
          return settleOrphan(trx, payment, succeeded, answer.cancellationReason);
        },
      });
    },

    /** The provider has refused to create the payment. */
    refuse: (id: string, reason: string): Promise<void> =>
      settleOnce(id, {
        owned: (locked, payment) => fail(locked, payment, reason),
        orphaned: (trx, payment) => settleOrphan(trx, payment, false, reason),
      }),

    /** Asking again could create a second payment, so the administrator must find out whether the first was created. */
    giveUp: (id: string): Promise<void> =>
      settleOnce(id, {
        async owned(locked, payment) {
          if (payment.cancellation_reason === ANSWER_LOST) return;
          await fail(locked, payment, ANSWER_LOST);
          await tellAdministrator(locked.trx, payment, 'payment.lost', 'Платёжный сервис так и не ответил о платеже');
        },
        orphaned: (trx, payment) => settleOrphan(trx, payment, false, ANSWER_LOST),
      }),

    /** The provider holds two payments for one of ours. */
    reportStray: (id: string, providerPaymentId: string): Promise<void> =>
      db.transaction(async (trx) => {
        const payment = await lockPayment(trx, id);
        const what = `У платёжного сервиса второй платёж на тот же заказ: ${providerPaymentId}`;
        if (payment) await tellAdministrator(trx, payment, 'payment.stray', what);
      }),
  };
}
export type Settlement = ReturnType<typeof createSettlement>;
