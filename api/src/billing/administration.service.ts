import type { ActivityAction } from '@ostatok/api/contract/activity-labels.ts';
import { chargeOf, creditOf } from '@ostatok/api/contract/pricing.ts';
import { Conflict, InvalidInput, NotFound } from '@ostatok/kit/node/errors.ts';
import type { Activity } from '../activity/activity.service.ts';
import { announceCharge } from './announcements.ts';
import type { BillingLetters } from './letters.ts';
import { cleared, giveUpPeriod, type LockedSubscription, move, openPeriod, stateOfRow } from './locked-subscription.ts';
import { findUnclearRenewal } from './payments.queries.ts';
import { closePeriod, findPeriod, insertEntry, prolongGrant } from './periods.queries.ts';
import type { PaymentProvider } from './providers/provider.ts';
import { isFreePlan } from './quote.ts';
import { agreedWith } from './renewal-price.ts';
import { carriedOutBefore } from './requests.ts';
import { methodOf } from './saved-method.ts';
import { goFree } from './steps.ts';
import type { SubscriptionLocks } from './subscription-locks.service.ts';
import { type BeforeGrant, findPlan, type PlanRow } from './subscriptions.queries.ts';

const DAY_MS = 86_400_000;
const MOST_DAYS = 3660;

const later = (date: Date, days: number): Date => new Date(date.getTime() + days * DAY_MS);

function checkDays(days: number): void {
  if (!Number.isInteger(days) || days < 1 || days > MOST_DAYS)
    throw new InvalidInput(`Дней — целое число от 1 до ${MOST_DAYS}`);
}

function putAside({ sub, now }: LockedSubscription): BeforeGrant {
  return {
    plan_id: sub.plan_id,
    status: sub.status,
    billing_period: sub.billing_period,
    current_period_start: sub.current_period_start.toISOString(),
    current_period_end: sub.current_period_end?.toISOString() ?? null,
    auto_renew: sub.auto_renew,
    period_id: sub.period_id,
    deferred_plan_id: sub.deferred_plan_id,
    deferred_billing_period: sub.deferred_billing_period,
    deferred_price: sub.deferred_price,
    past_due_since: sub.past_due_since?.toISOString() ?? null,
    charge_attempts: sub.charge_attempts,
    granted_at: now.toISOString(),
  };
}

/**
 * Brings back the previous plan with the paid time that was left when the grant began: the value of the rest opens a
 * period of just that length. What the next one costs stays as agreed.
 */
export async function returnFromGrant(locked: LockedSubscription): Promise<void> {
  const { trx, userId, sub, now } = locked;
  const before = sub.before_grant;
  if (!before) throw new Error(`Nothing was there before the grant of ${userId}`);
  const paused = now.getTime() - Date.parse(before.granted_at);
  const shifted = (at: string | null): Date | null => (at === null ? null : new Date(Date.parse(at) + paused));
  if (sub.period_id) await closePeriod(trx, sub.period_id, now, 'grant_ended');
  const old = before.period_id ? await findPeriod(trx, before.period_id) : undefined;
  let opened = {};
  if (old?.closed_at) {
    const { credit } = creditOf({ price: old.price, startsAt: old.starts_at, endsAt: old.ends_at }, old.closed_at);
    await insertEntry(trx, { user_id: userId, at: now, kind: 'credit', amount: credit, period_id: old.id });
    opened = await openPeriod(locked, {
      kind: old.kind,
      planId: before.plan_id,
      billingPeriod: before.billing_period,
      price: credit,
      agreedPrice: agreedWith(old),
      startsAt: now,
      endsAt: new Date(now.getTime() + Math.max(0, old.ends_at.getTime() - old.closed_at.getTime())),
      anchorDay: old.anchor_day,
    });
  }
  await move(locked, 'grant_ended', {
    ...cleared,
    plan_id: before.plan_id,
    billing_period: before.billing_period,
    current_period_start: new Date(before.current_period_start),
    current_period_end:
      before.status === 'expired' ? dateOf(before.current_period_end) : shifted(before.current_period_end),
    period_id: null,
    auto_renew: before.auto_renew,
    deferred_plan_id: before.deferred_plan_id,
    deferred_billing_period: before.deferred_billing_period,
    deferred_price: before.deferred_price ?? null,
    past_due_since: shifted(before.past_due_since),
    charge_attempts: before.charge_attempts,
    next_charge_at: before.status === 'past_due' ? now : null,
    ...opened,
  });
}

const dateOf = (at: string | null): Date | null => (at === null ? null : new Date(at));

/**
 * Converts the value of the paid rest into a period with another end or plan. The next one costs what was agreed, and
 * of another plan what it costs now, so that only a letter makes it dearer.
 */
async function reshape(
  locked: LockedSubscription,
  plan: PlanRow,
  endsAt: Date,
  startsAt = locked.now,
): Promise<object> {
  const { sub } = locked;
  const old = sub.period_id ? await findPeriod(locked.trx, sub.period_id) : undefined;
  const agreed = old?.plan_id === plan.id ? agreedWith(old) : undefined;
  const credit = await giveUpPeriod(locked, 'administrator');
  return openPeriod(locked, {
    kind: 'administrator',
    planId: plan.id,
    billingPeriod: sub.billing_period,
    price: credit,
    agreedPrice: agreed ?? chargeOf(plan, sub.billing_period) ?? undefined,
    startsAt,
    endsAt,
    ...(old && { anchorDay: old.anchor_day }),
  });
}

/** Moves the rest of a grant to another plan, as a new period, so that the history shows both. */
async function regrant(locked: LockedSubscription, plan: { id: number }, endsAt: Date): Promise<object> {
  const { sub, now } = locked;
  if (sub.period_id) await closePeriod(locked.trx, sub.period_id, now, 'administrator');
  return openPeriod(locked, {
    kind: 'grant',
    planId: plan.id,
    billingPeriod: sub.billing_period,
    price: 0,
    startsAt: now,
    endsAt,
  });
}

/**
 * Puts the plan in the place of one whose period is over and was not paid on: what is owed stays. It opens a period
 * without length, which keeps what the next one costs. The next charge takes another sum than was announced, so it comes
 * no sooner than a day later, as those that are tried again do.
 */
async function ontoUnpaid(locked: LockedSubscription, plan: PlanRow, end: Date): Promise<object> {
  const { trx, userId, sub, now } = locked;
  if (await findUnclearRenewal(trx, userId, sub.period_id))
    throw new Conflict('charge_pending', 'Сейчас списывается оплата за следующий период. Повторите через минуту');
  const { current_period_start, next_charge_at: planned } = sub;
  const changes = { ...(await reshape(locked, plan, end, end)), current_period_start };
  const soonest = later(now, 1);
  return planned && planned < soonest ? { ...changes, next_charge_at: soonest } : changes;
}

/** Returns the changes that a new plan makes to the subscription; the end of the period stays. */
async function onto(locked: LockedSubscription, plan: PlanRow): Promise<object> {
  const { sub, now } = locked;
  const end = sub.current_period_end;
  if (end === null) return { plan_id: plan.id, current_period_start: now };
  const isGranted = stateOfRow(sub) === 'granted';
  if (sub.period_id === null || (isGranted && end <= now)) return { plan_id: plan.id };
  if (isGranted) return regrant(locked, plan, end);
  return end <= now ? ontoUnpaid(locked, plan, end) : reshape(locked, plan, end);
}

/**
 * Administrators' changes to a subscription. Each is recorded in the platform's activity; `key` is the request's
 * idempotency key.
 */
export function createBillingAdministration({
  locks,
  letters,
  provider,
  activity,
}: {
  locks: SubscriptionLocks;
  letters: BillingLetters;
  /** The provider that charges saved methods. */
  provider: PaymentProvider['name'] | undefined;
  activity?: Activity | undefined;
}) {
  const record = ({ trx, userId, sub }: LockedSubscription, actorId: number, action: ActivityAction, what: string) =>
    activity?.record(trx, {
      actorId,
      action,
      description: `${what}: ${sub.owner.email}`,
      target: `user:${userId}`,
    });

  async function offered(locked: LockedSubscription, planId: number): Promise<PlanRow> {
    const plan = await findPlan(locked.trx, planId);
    if (!plan) throw new NotFound('Тариф не найден', 'plan_not_found');
    if (plan.is_archived) throw new Conflict('plan_archived', 'Тариф в архиве. Восстановите его или выберите другой');
    return plan;
  }

  async function setPlan(locked: LockedSubscription, plan: PlanRow): Promise<void> {
    const { sub } = locked;
    if (plan.id === sub.plan_id) throw new Conflict('same_plan', 'Этот тариф уже действует');
    const state = stateOfRow(sub);
    if (isFreePlan(plan)) {
      if (state !== 'granted') return goFree(locked);
      throw new Conflict('granted', 'Сейчас действует подаренный тариф. Бесплатный вернётся, когда он закончится');
    }
    const changes = await onto(locked, plan);
    await move(locked, 'plan_set', {
      ...changes,
      deferred_plan_id: null,
      deferred_billing_period: null,
      deferred_price: null,
    });
    const method = state === 'past_due' ? await methodOf({ provider }, locked) : undefined;
    if (method) await announceCharge(locked, method, letters);
  }

  async function prolong(locked: LockedSubscription, days: number): Promise<void> {
    const { sub, now } = locked;
    const state = stateOfRow(sub);
    if (state === 'granted' && sub.granted_until) {
      const until = later(sub.granted_until, days);
      if (sub.period_id) await prolongGrant(locked.trx, sub.period_id, until);
      return move(locked, 'extended', { granted_until: until, current_period_end: until }, { days });
    }
    const end = sub.current_period_end;
    if (state === 'free' || end === null)
      throw new Conflict('without_end', 'Подписка действует без срока, продлевать нечего');
    const runs = (state === 'active' || state === 'canceled') && end > now;
    const changes = await reshape(locked, sub.plan, later(runs ? end : now, days));
    const unpaid = { past_due_since: null, charge_attempts: 0, next_charge_at: null };
    await move(locked, 'extended', { ...changes, ...unpaid }, { days });
  }

  /** Carries out requests under the owner's lock; of those with one key, the first. Returns when that was, for the others. */
  const once = (
    userId: number,
    by: { actorId: number; key: string | undefined },
    asked: unknown[],
    work: (locked: LockedSubscription) => Promise<void>,
  ): Promise<Date | undefined> =>
    locks.withLockedSubscription(userId, async (locked) => {
      const before = await carriedOutBefore(locked, by, asked);
      if (!before) await work(locked);
      return before;
    });

  return {
    /** Grants a plan for some days over the present one, which returns afterwards with the paid time that was left. */
    grant: (
      actorId: number,
      userId: number,
      { planId, days }: { planId: number; days: number },
      key?: string,
    ): Promise<Date | undefined> =>
      once(userId, { actorId, key }, ['grant', planId, days], async (locked) => {
        checkDays(days);
        const { sub, now } = locked;
        const plan = await offered(locked, planId);
        if (isFreePlan(plan)) throw new Conflict('free_plan', 'Бесплатный тариф подарить нельзя');
        if (plan.id === sub.plan_id && stateOfRow(sub) !== 'expired')
          throw new Conflict('same_plan', 'Этот тариф уже действует. Продлите его');
        const before = sub.before_grant ?? putAside(locked);
        if (sub.period_id) await closePeriod(locked.trx, sub.period_id, now, 'granted');
        const until = later(now, days);
        const opened = await openPeriod(locked, {
          kind: 'grant',
          planId: plan.id,
          billingPeriod: sub.billing_period,
          price: 0,
          startsAt: now,
          endsAt: until,
        });
        const changes = { ...cleared, ...opened, auto_renew: false, granted_until: until, before_grant: before };
        await move(locked, 'granted', changes, { planId, days });
        await record(locked, actorId, 'subscription.granted', `Тариф «${plan.display_name}» на ${days} дн.`);
      }),

    /** Adds days to the running period, or starts an expired one again for so long. */
    extend: (actorId: number, userId: number, days: number, key?: string): Promise<Date | undefined> =>
      once(userId, { actorId, key }, ['extend', days], async (locked) => {
        checkDays(days);
        await prolong(locked, days);
        await record(locked, actorId, 'subscription.extended', `Подписка продлена на ${days} дн.`);
      }),

    /** Keeps the end of the period and what was paid for it. */
    setPlan: (actorId: number, userId: number, planId: number, key?: string): Promise<Date | undefined> =>
      once(userId, { actorId, key }, ['plan', planId], async (locked) => {
        const plan = await offered(locked, planId);
        await setPlan(locked, plan);
        await record(locked, actorId, 'subscription.changed', `Тариф сменён на «${plan.display_name}»`);
      }),
  };
}
