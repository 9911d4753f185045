import type { BillingPeriod } from '@ostatok/api/contract/billing.ts';
import { DUNNING_DAYS } from '@ostatok/api/contract/billing.ts';
import { monthDayOf, periodEnd } from '@ostatok/api/contract/pricing.ts';
import type { BillingLetters } from './letters.ts';
import {
  cleared,
  giveUpPeriod,
  type LockedSubscription,
  move,
  openPeriod,
  payerOf,
  stateOfRow,
} from './locked-subscription.ts';
import { allows } from './machine.ts';
import type { PaymentRow } from './payments.queries.ts';
import { removeMethod, removeMethodsOf } from './payments.queries.ts';
import { closePeriod, findLastClosed, findPeriod } from './periods.queries.ts';
import { findFreePlan, setPaymentMethod } from './subscriptions.queries.ts';

const DAY_MS = 86_400_000;

interface Bought {
  kind: 'purchase' | 'upgrade';
  planId: number;
  billingPeriod: BillingPeriod;
  /** In kopecks; the balance covers it once the rest of the present period is credited. */
  price: number;
  paymentId?: string;
}

/** Opens a bought plan at once. `asOf` is the moment up to which the present period counts as used. */
export async function buy(locked: LockedSubscription, bought: Bought, asOf: Date = locked.now): Promise<void> {
  const { now } = locked;
  const { kind, planId, billingPeriod, price, paymentId } = bought;
  const credit = await giveUpPeriod(locked, kind, asOf);
  const opened = await openPeriod(locked, {
    kind,
    planId,
    billingPeriod,
    price,
    startsAt: now,
    endsAt: periodEnd(now, billingPeriod),
  });
  const data = { kind, planId, billingPeriod, price, credit, ...(paymentId && { paymentId }) };
  await move(locked, 'purchased', { ...cleared, ...opened, auto_renew: true }, data);
}

/** Moves to the free plan, without end; the rest of a paid period is credited to the balance. */
export async function goFree(locked: LockedSubscription): Promise<void> {
  const free = await findFreePlan(locked.trx);
  await giveUpPeriod(locked, 'went_free');
  await move(locked, 'went_free', {
    ...cleared,
    plan_id: free.id,
    billing_period: 'monthly',
    current_period_start: locked.now,
    current_period_end: null,
    period_id: null,
    auto_renew: false,
  });
}

/** The plan and billing period of the next period: the deferred plan, or the present one again. */
export const nextOf = ({ sub }: LockedSubscription): { planId: number; billingPeriod: BillingPeriod } => ({
  planId: sub.deferred_plan_id ?? sub.plan_id,
  billingPeriod: sub.deferred_billing_period ?? sub.billing_period,
});

/**
 * The day of the month on which consecutive periods began, so that a paid month is a whole one; the end's own day if
 * the end was moved.
 */
export function anchorOf(end: Date, began: number | undefined): number {
  const { day, last } = monthDayOf(end);
  return began !== undefined && Math.min(began, last) === day ? began : day;
}

/**
 * Opens the period after this one, from its end on. It begins now if the renewal failed before or comes more than
 * DUNNING_DAYS late: the owner must not pay for days without a charge attempt.
 */
export async function renew(locked: LockedSubscription, price: number, paymentId?: string): Promise<void> {
  const { trx, sub, now } = locked;
  // a payment for another plan or period does not count as the renewal
  const { planId, billingPeriod } = nextOf(locked);
  const old = sub.period_id ? await findPeriod(trx, sub.period_id) : undefined;
  const end = sub.current_period_end ?? now;
  const inTime = stateOfRow(sub) === 'active' && now.getTime() - end.getTime() <= DUNNING_DAYS * DAY_MS;
  const startsAt = inTime ? end : now;
  const anchorDay = inTime ? anchorOf(end, old?.anchor_day) : monthDayOf(now).day;
  if (sub.period_id) await closePeriod(trx, sub.period_id, now, 'renewed');
  const opened = await openPeriod(locked, {
    kind: 'renewal',
    planId,
    billingPeriod,
    price,
    startsAt,
    endsAt: periodEnd(startsAt, billingPeriod, anchorDay),
    anchorDay,
  });
  const data = { planId, billingPeriod, price, ...(paymentId && { paymentId }) };
  await move(locked, 'renewed', { ...cleared, ...opened, auto_renew: true }, data);
}

async function dropMethod({ trx, userId, sub, now }: LockedSubscription, reason: string): Promise<void> {
  if (!sub.payment_method_id) return;
  await removeMethod(trx, sub.payment_method_id, now, reason);
  await setPaymentMethod(trx, userId, null);
  sub.payment_method_id = null;
}

export async function expire(locked: LockedSubscription, letters: BillingLetters, reason: string): Promise<void> {
  const { trx, sub, now } = locked;
  const planName = sub.plan.display_name;
  if (sub.period_id) await closePeriod(trx, sub.period_id, now, 'ended');
  await move(locked, 'ended', { ...cleared, period_id: null, auto_renew: false }, { reason });
  const endedAt = sub.current_period_end ?? now;
  if (!sub.owner.deleted_at) await letters.suspended(trx, payerOf(locked), { planName, endedAt });
}

/** Handles an unpaid renewal: it is charged again for DUNNING_DAYS, then the subscription expires. */
export async function failCharge(
  locked: LockedSubscription,
  letters: BillingLetters,
  failure: { amount: number; planName: string; currency: string; reason: string },
): Promise<void> {
  const { trx, sub, now } = locked;
  if (failure.reason === 'permission_revoked') await dropMethod(locked, failure.reason);
  const attempts = sub.charge_attempts + 1;
  if (attempts > DUNNING_DAYS) return expire(locked, letters, failure.reason);
  const since = sub.past_due_since ?? now;
  const planned = new Date(since.getTime() + attempts * DAY_MS);
  const nextCharge = planned > now ? planned : new Date(now.getTime() + DAY_MS);
  await move(
    locked,
    'charge_failed',
    { past_due_since: since, charge_attempts: attempts, next_charge_at: nextCharge },
    { reason: failure.reason, amount: failure.amount },
  );
  await letters.paymentFailed(trx, payerOf(locked), {
    planName: failure.planName,
    amount: failure.amount,
    currency: failure.currency,
    nextAttemptAt: locked.sub.payment_method_id ? nextCharge : null,
    suspendedAt: new Date(Math.max(since.getTime() + DUNNING_DAYS * DAY_MS, nextCharge.getTime())),
  });
}

/**
 * Whether nothing has followed the period except its end: a payer who was on the bank's page by then has paid for the
 * next one.
 */
async function endedWith({ trx, userId, sub }: LockedSubscription, periodId: string): Promise<boolean> {
  if (stateOfRow(sub) !== 'expired') return false;
  const last = await findLastClosed(trx, userId);
  return last?.id === periodId && last.closed_by === 'ended';
}

/** Whether a payment still fits the subscription's present state. */
export async function isFor(
  locked: LockedSubscription,
  { kind, basis_period_id, ...bought }: PaymentRow,
): Promise<boolean> {
  const { sub } = locked;
  if (sub.owner.deleted_at) return false;
  if (kind === 'card' || bought.withdrawn_at) return false;
  // it was ordered before the owner was blocked, and no answer came until now
  if (kind === 'renewal' && sub.owner.status === 'blocked') return false;
  const isBasis = sub.period_id === basis_period_id;
  const state = stateOfRow(sub);
  if (kind !== 'renewal')
    return (
      allows(state, 'purchased') &&
      (isBasis || (basis_period_id !== null && (await endedWith(locked, basis_period_id))))
    );
  // the time is not compared: the renewal was ordered at the end, and another process's clock may be behind
  const { planId, billingPeriod } = nextOf(locked);
  return isBasis && planId === bought.plan_id && billingPeriod === bought.billing_period && allows(state, 'renewed');
}

/** Removes all saved methods, so that nothing is charged automatically unless a payment under way saves a card. */
export async function forgetMethods(locked: LockedSubscription, reason: string): Promise<void> {
  await dropMethod(locked, reason);
  await removeMethodsOf(locked.trx, locked.userId, locked.now, reason);
}

/** The paid period of a deleted account runs on, and nothing more is charged. */
export async function closeAccount(locked: LockedSubscription): Promise<void> {
  await forgetMethods(locked, 'account_closed');
  const state = stateOfRow(locked.sub);
  if (state === 'past_due' && locked.sub.period_id)
    await closePeriod(locked.trx, locked.sub.period_id, locked.now, 'account_closed');
  const over = state === 'past_due' ? { ...cleared, period_id: null } : {};
  const before = locked.sub.before_grant && { ...locked.sub.before_grant, auto_renew: false };
  await move(locked, 'account_closed', {
    ...over,
    auto_renew: false,
    deferred_plan_id: null,
    deferred_billing_period: null,
    deferred_price: null,
    ...(before && { before_grant: before }),
  });
}
