import type { BillingPeriod } from '@ostatok/api/contract/billing.ts';
import { DUNNING_DAYS } from '@ostatok/api/contract/billing.ts';
import { periodEnd } from '@ostatok/api/contract/pricing.ts';
import type { BillingLetters } from './letters.ts';
import { allows } from './machine.ts';
import type { PaymentRow } from './payments.queries.ts';
import { removeMethod, removeMethodsOf } from './payments.queries.ts';
import { closePeriod, findLastClosed, findPeriod } from './periods.queries.ts';
import { findFreePlan, setPaymentMethod } from './subscriptions.queries.ts';
import { cleared, giveUpPeriod, move, openPeriod, payerOf, stateOfRow, type Turn } from './turn.ts';

const DAY_MS = 86_400_000;

interface Bought {
  kind: 'purchase' | 'upgrade';
  planId: number;
  billingPeriod: BillingPeriod;
  /** Kopecks; the balance holds them once what is left of the present period has been added. */
  price: number;
  paymentId?: string;
}

/** Opens a bought plan at once. `asOf`: up to when the present period counts as used. */
export async function buy(turn: Turn, bought: Bought, asOf: Date = turn.now): Promise<void> {
  const { now } = turn;
  const { kind, planId, billingPeriod, price, paymentId } = bought;
  const credit = await giveUpPeriod(turn, kind, asOf);
  const opened = await openPeriod(turn, {
    kind,
    planId,
    billingPeriod,
    price,
    startsAt: now,
    endsAt: periodEnd(now, billingPeriod),
  });
  const data = { kind, planId, billingPeriod, price, credit, ...(paymentId && { paymentId }) };
  await move(turn, 'purchased', { ...cleared, ...opened, auto_renew: true }, data);
}

/** The free plan, without end; what is left of a paid period goes to the balance. */
export async function goFree(turn: Turn): Promise<void> {
  const free = await findFreePlan(turn.trx);
  await giveUpPeriod(turn, 'went_free');
  await move(turn, 'went_free', {
    ...cleared,
    plan_id: free.id,
    billing_period: 'monthly',
    current_period_start: turn.now,
    current_period_end: null,
    period_id: null,
    auto_renew: false,
  });
}

/** What the next period is: the plan put off until then, or the present one again. */
export const nextOf = ({ sub }: Turn): { planId: number; billingPeriod: BillingPeriod } => ({
  planId: sub.deferred_plan_id ?? sub.plan_id,
  billingPeriod: sub.deferred_billing_period ?? sub.billing_period,
});

/** The day on which a row of periods began, unless its end has been moved: a month that is paid for is a whole one. */
export function anchorOf(end: Date, began: number | undefined): number {
  const last = new Date(Date.UTC(end.getUTCFullYear(), end.getUTCMonth() + 1, 0)).getUTCDate();
  const day = end.getUTCDate();
  return began !== undefined && Math.min(began, last) === day ? began : day;
}

/**
 * The period after this one, from its end on. From now where the renewal had failed before, or comes so late that the
 * owner would pay for days on which nobody was asked.
 */
export async function renew(turn: Turn, price: number, paymentId?: string): Promise<void> {
  const { trx, sub, now } = turn;
  // a payment for anything else is not taken for the renewal
  const { planId, billingPeriod } = nextOf(turn);
  const old = sub.period_id ? await findPeriod(trx, sub.period_id) : undefined;
  const end = sub.current_period_end ?? now;
  const inTime = stateOfRow(sub) === 'active' && now.getTime() - end.getTime() <= DUNNING_DAYS * DAY_MS;
  const startsAt = inTime ? end : now;
  const anchorDay = inTime ? anchorOf(end, old?.anchor_day) : now.getUTCDate();
  if (sub.period_id) await closePeriod(trx, sub.period_id, now, 'renewed');
  const opened = await openPeriod(turn, {
    kind: 'renewal',
    planId,
    billingPeriod,
    price,
    startsAt,
    endsAt: periodEnd(startsAt, billingPeriod, anchorDay),
    anchorDay,
  });
  const data = { planId, billingPeriod, price, ...(paymentId && { paymentId }) };
  await move(turn, 'renewed', { ...cleared, ...opened, auto_renew: true }, data);
}

async function dropMethod({ trx, userId, sub, now }: Turn, reason: string): Promise<void> {
  if (!sub.payment_method_id) return;
  await removeMethod(trx, sub.payment_method_id, now, reason);
  await setPaymentMethod(trx, userId, null);
  sub.payment_method_id = null;
}

export async function expire(turn: Turn, letters: BillingLetters, reason: string): Promise<void> {
  const { trx, sub, now } = turn;
  const planName = sub.plan.display_name;
  if (sub.period_id) await closePeriod(trx, sub.period_id, now, 'ended');
  await move(turn, 'ended', { ...cleared, period_id: null, auto_renew: false }, { reason });
  const endedAt = sub.current_period_end ?? now;
  if (!sub.owner.deleted_at) await letters.suspended(trx, payerOf(turn), { planName, endedAt });
}

/** A renewal was not paid: it is tried again for some days, then the subscription is over. */
export async function failCharge(
  turn: Turn,
  letters: BillingLetters,
  failure: { amount: number; planName: string; currency: string; reason: string },
): Promise<void> {
  const { trx, sub, now } = turn;
  if (failure.reason === 'permission_revoked') await dropMethod(turn, failure.reason);
  const attempts = sub.charge_attempts + 1;
  if (attempts > DUNNING_DAYS) return expire(turn, letters, failure.reason);
  const since = sub.past_due_since ?? now;
  const planned = new Date(since.getTime() + attempts * DAY_MS);
  const nextCharge = planned > now ? planned : new Date(now.getTime() + DAY_MS);
  await move(
    turn,
    'charge_failed',
    { past_due_since: since, charge_attempts: attempts, next_charge_at: nextCharge },
    { reason: failure.reason, amount: failure.amount },
  );
  await letters.paymentFailed(trx, payerOf(turn), {
    planName: failure.planName,
    amount: failure.amount,
    currency: failure.currency,
    nextAttemptAt: turn.sub.payment_method_id ? nextCharge : null,
    suspendedAt: new Date(Math.max(since.getTime() + DUNNING_DAYS * DAY_MS, nextCharge.getTime())),
  });
}

/** Whether nothing has come after the period but its end: who was on the bank's page by then has paid for the next. */
async function endedWith({ trx, userId, sub }: Turn, periodId: string): Promise<boolean> {
  if (stateOfRow(sub) !== 'expired') return false;
  const last = await findLastClosed(trx, userId);
  return last?.id === periodId && last.closed_by === 'ended';
}

/** Whether a payment still is for what the subscription is now. */
export async function isFor(turn: Turn, { kind, basis_period_id, ...bought }: PaymentRow): Promise<boolean> {
  const { sub } = turn;
  if (sub.owner.deleted_at) return false;
  if (kind === 'card' || bought.withdrawn_at) return false;
  const isBasis = sub.period_id === basis_period_id;
  const state = stateOfRow(sub);
  if (kind !== 'renewal')
    return (
      allows(state, 'purchased') && (isBasis || (basis_period_id !== null && (await endedWith(turn, basis_period_id))))
    );
  // no look at the clock: it was asked for at the end, and another process's clock may be behind
  const { planId, billingPeriod } = nextOf(turn);
  return isBasis && planId === bought.plan_id && billingPeriod === bought.billing_period && allows(state, 'renewed');
}

/** Nothing is charged by itself any more, unless a payment that is under way saves a card. */
export async function forgetMethods(turn: Turn, reason: string): Promise<void> {
  await dropMethod(turn, reason);
  await removeMethodsOf(turn.trx, turn.userId, turn.now, reason);
}

/** What an owner who leaves has paid for runs on, and nothing more is charged. */
export async function closeAccount(turn: Turn): Promise<void> {
  await forgetMethods(turn, 'account_closed');
  const state = stateOfRow(turn.sub);
  if (state === 'past_due' && turn.sub.period_id)
    await closePeriod(turn.trx, turn.sub.period_id, turn.now, 'account_closed');
  const over = state === 'past_due' ? { ...cleared, period_id: null } : {};
  const before = turn.sub.before_grant && { ...turn.sub.before_grant, auto_renew: false };
  await move(turn, 'account_closed', {
    ...over,
    auto_renew: false,
    deferred_plan_id: null,
    deferred_billing_period: null,
    deferred_price: null,
    ...(before && { before_grant: before }),
  });
}
