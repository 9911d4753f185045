import { randomUUID } from 'node:crypto';
import type { ActivityAction } from '@ostatok/api/contract/activity-labels.ts';
import { creditOf, dueOf } from '@ostatok/api/contract/pricing.ts';
import type { Knex } from '@ostatok/kit/node/db.ts';
import type { Activity } from '../activity/activity.service.ts';
import type { BillingLetters } from './letters.ts';
import { type LockedSubscription, payerOf, pricingStateOf } from './locked-subscription.ts';
import { type PaymentRow, saveMethod, updatePayment } from './payments.queries.ts';
import { findPeriod, insertEntry } from './periods.queries.ts';
import type { ProviderPayment } from './providers/provider.ts';
import { type NotifyOfPayment, openRefund } from './refunds.service.ts';
import { buy, failCharge, forgetMethods, isFor, renew } from './steps.ts';
import type { SubscriptionLocks } from './subscription-locks.service.ts';
import { findPlan, setPaymentMethod } from './subscriptions.queries.ts';

/** For this long a payment buys at the price shown when it was created. */
const OFFER_MS = 86_400_000;

export interface SettlementDeps {
  db: Knex;
  locks: SubscriptionLocks;
  now: () => Date;
  /** In production test payments are not accepted. */
  production: boolean;
  activity?: Activity;
  notifyOfPayment: NotifyOfPayment;
  letters: BillingLetters;
}

export type Final = ProviderPayment & { status: 'succeeded' | 'canceled' };

/** How the answer differs from the order; undefined when it does not. */
export function mismatch(
  { production }: SettlementDeps,
  payment: PaymentRow,
  answer: ProviderPayment,
): string | undefined {
  if (answer.orderId !== payment.id) return 'заказ другой';
  if (answer.amount !== payment.amount) return 'сумма другая';
  if (answer.currency !== payment.currency) return 'валюта другая';
  return production && answer.test ? 'платёж пробный' : undefined;
}

export const notifyAdministrator = (
  { activity }: SettlementDeps,
  trx: Knex.Transaction,
  payment: PaymentRow,
  action: ActivityAction,
  description: string,
) =>
  activity?.record(trx, {
    actorId: null,
    action,
    description: `${description} (платёж ${payment.id})`,
    ...(payment.user_id && { target: `user:${payment.user_id}` }),
  });

export async function settleDisputed(
  deps: SettlementDeps,
  trx: Knex.Transaction,
  payment: PaymentRow,
  answer: Final,
  why: string,
): Promise<void> {
  await updatePayment(trx, payment.id, { status: answer.status, outcome: 'disputed', settled_at: deps.now() });
  await deps.notifyOfPayment(trx, payment.id);
  await notifyAdministrator(deps, trx, payment, 'payment.disputed', `Платёж не принят, нужна проверка: ${why}`);
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
  { letters }: SettlementDeps,
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

export async function settleSucceeded(
  deps: SettlementDeps,
  locked: LockedSubscription,
  payment: PaymentRow,
  answer: Final,
): Promise<void> {
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
  if (!locked.sub.owner.deleted_at) await sendReceipt(deps, locked, payment, answer.id, applies);
}

export async function settleFailed(
  { letters }: SettlementDeps,
  locked: LockedSubscription,
  payment: PaymentRow,
  reason: string,
): Promise<void> {
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
export async function settleOrphan(
  { now }: SettlementDeps,
  trx: Knex.Transaction,
  payment: PaymentRow,
  succeeded: boolean,
  reason: string | null,
) {
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
