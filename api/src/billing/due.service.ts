import { CHARGE_NOTICE_DAYS, DUNNING_DAYS, WARNING_DAYS } from '@ostatok/api/contract/billing.ts';
import { daysUntil, dueOf, timeLeft } from '@ostatok/api/contract/pricing.ts';
import type { Knex } from '@ostatok/kit/node/db.ts';
import type { Logger } from '@ostatok/kit/node/log.ts';
import { returnFromGrant } from './administration.service.ts';
import { announceCharge, announceRise } from './announcements.ts';
import type { BillingLetters, ExpiryWarningLetter } from './letters.ts';
import { type LockedSubscription, payerOf, stateOfRow } from './locked-subscription.ts';
import { allows } from './machine.ts';
import { findMethod, findUnclearRenewal, type MethodRow, type PaymentRow } from './payments.queries.ts';
import type { Payments } from './payments.service.ts';
import { balanceOf } from './periods.queries.ts';
import type { PaymentProvider } from './providers/provider.ts';
import { nextPeriodOf, renewalPrice } from './renewal-price.ts';
import { expire, failCharge, goFree, nextOf, renew } from './steps.ts';
import type { SubscriptionLocks } from './subscription-locks.service.ts';
import {
  findPlan,
  findSubscription,
  hasNotice,
  insertNotice,
  listDearer,
  listDue,
  listEnding,
  type PlanRow,
} from './subscriptions.queries.ts';

const DAY_MS = 86_400_000;
const BATCH = 100;
const WARNING = 'expiry_warning';

interface DueOptions {
  db: Knex;
  locks: SubscriptionLocks;
  payments: Payments;
  letters: BillingLetters;
  now: () => Date;
  /** The provider that charges saved methods; it does not know the methods of another provider. */
  provider: PaymentProvider['name'] | undefined;
  log?: Pick<Logger, 'error' | 'warn'>;
}

/**
 * Scheduled work. Each step is idempotent, runs under the owner's lock, and is safe with several concurrent processes.
 */
export function createDue({ db, locks, payments, letters, now, provider, log }: DueOptions) {
  async function methodOf({ trx, sub }: LockedSubscription): Promise<MethodRow | undefined> {
    const method = sub.payment_method_id ? await findMethod(trx, sub.payment_method_id) : undefined;
    return method && !method.removed_at && method.provider === provider ? method : undefined;
  }

  async function orderRenewal(
    locked: LockedSubscription,
    plan: PlanRow,
    price: number,
    amount: number,
  ): Promise<PaymentRow | undefined> {
    const { currency, display_name: planName } = plan;
    const method = await methodOf(locked);
    if (!method) {
      await failCharge(locked, letters, { amount, currency, planName, reason: 'no_method' });
      return undefined;
    }
    const { billingPeriod } = nextOf(locked);
    return payments.order(locked, {
      kind: 'renewal',
      plan_id: plan.id,
      billing_period: billingPeriod,
      basis_period_id: locked.sub.period_id,
      price,
      amount,
      currency,
      description: `Продление: тариф «${planName}» на ${billingPeriod === 'yearly' ? 'год' : 'месяц'}`.slice(0, 128),
      payment_method_id: method.id,
    });
  }

  const hangsFor = ({ created_at }: PaymentRow, days: number): boolean =>
    now().getTime() - created_at.getTime() > days * DAY_MS;

  /**
   * Renews, or orders one charge at a time. Returns the charge to send, or an earlier one whose outcome has been
   * unknown for days.
   */
  async function renewOrCharge(locked: LockedSubscription): Promise<PaymentRow | undefined> {
    const unclear = await findUnclearRenewal(locked.trx, locked.userId, locked.sub.period_id);
    if (unclear) return hangsFor(unclear, DUNNING_DAYS) ? unclear : undefined;
    const next = await nextPeriodOf(locked.trx, locked.sub);
    if (!next) {
      await goFree(locked);
      return undefined;
    }
    const { plan } = next;
    const price = await renewalPrice(locked.trx, locked.sub, next);
    const { currency, display_name: planName } = plan;
    if (price === null) {
      await failCharge(locked, letters, { amount: 0, currency, planName, reason: 'on_request' });
      return undefined;
    }
    const amount = dueOf(price, await balanceOf(locked.trx, locked.userId));
    if (amount > 0) return orderRenewal(locked, plan, price, amount);
    await renew(locked, price);
    return undefined;
  }

  /** Checks again under the lock, because another process may have done the work. */
  async function step(locked: LockedSubscription): Promise<PaymentRow | undefined> {
    const { sub, now: at } = locked;
    const over = (end: Date | null): boolean => end !== null && end <= at;
    const state = stateOfRow(sub);
    if (state === 'granted') {
      if (over(sub.granted_until)) await returnFromGrant(locked);
      return undefined;
    }
    if (state === 'past_due' ? !over(sub.next_charge_at) : !over(sub.current_period_end)) return undefined;
    if (state === 'free' || state === 'expired') return undefined;
    const gone = sub.owner.deleted_at !== null || sub.owner.status === 'blocked';
    if (state === 'canceled' || gone || !sub.auto_renew) {
      await expire(locked, letters, state === 'canceled' ? 'canceled' : 'not_renewed');
      return undefined;
    }
    return renewOrCharge(locked);
  }

  /**
   * Ends the subscription when the outcome of a charge stays unknown: tenants cannot run unpaid for ever. The provider
   * is asked first, because the charge may have succeeded meanwhile.
   */
  async function endUnknown(userId: number, charge: PaymentRow): Promise<void> {
    await payments.settlePayment(charge.id).catch((error) => {
      if (!hangsFor(charge, 2 * DUNNING_DAYS)) throw error;
    });
    await locks.tryWithLockedSubscription(userId, async (locked) => {
      const unclear = await findUnclearRenewal(locked.trx, userId, locked.sub.period_id);
      if (unclear?.id !== charge.id || !allows(stateOfRow(locked.sub), 'ended')) return;
      await expire(locked, letters, 'charge_unknown');
    });
  }

  async function runOne(userId: number): Promise<void> {
    const charge = await locks.tryWithLockedSubscription(userId, step, { skipLocked: true });
    if (!charge) return;
    if (hangsFor(charge, DUNNING_DAYS)) await endUnknown(userId, charge);
    else await payments.send(charge);
  }

  async function warningOf(
    locked: LockedSubscription,
  ): Promise<Pick<ExpiryWarningLetter, 'planName' | 'reason' | 'nextPlanName'> | undefined> {
    const { trx, userId, sub } = locked;
    const planName = sub.plan.display_name;
    const state = stateOfRow(sub);
    if (sub.owner.deleted_at) return undefined;
    if (state === 'granted') {
      const before = sub.before_grant && (await findPlan(trx, sub.before_grant.plan_id));
      return { planName, reason: 'granted', nextPlanName: before?.display_name ?? null };
    }
    if (state === 'canceled' || !sub.auto_renew) return { planName, reason: 'canceled', nextPlanName: null };
    if (await methodOf(locked)) return undefined;
    const next = await nextPeriodOf(trx, sub);
    const price = next ? await renewalPrice(trx, sub, next) : 0;
    const covered = price !== null && dueOf(price, await balanceOf(trx, userId)) === 0;
    return covered ? undefined : { planName, reason: 'no_method', nextPlanName: null };
  }

  /** The nearest warning day not yet passed, so that a late run does not send the earlier warnings. */
  const nearest = (end: Date, at: Date): number | undefined =>
    WARNING_DAYS.toSorted((a, b) => a - b).find((days) => daysUntil(end, at) <= days);

  async function warn(userId: number): Promise<void> {
    const seen = await findSubscription(db, userId);
    const end = seen && (seen.granted_until ?? seen.current_period_end);
    const warningDay = end ? nearest(end, now()) : undefined;
    if (!end || warningDay === undefined) return;
    const notice = { user_id: userId, kind: WARNING, about: `${end.toISOString()} ${warningDay}` };
    if (await hasNotice(db, notice)) return;
    await locks.tryWithLockedSubscription(
      userId,
      async (locked) => {
        const endsAt = locked.sub.granted_until ?? locked.sub.current_period_end;
        if (endsAt?.getTime() !== end.getTime()) return;
        const letter = await warningOf(locked);
        if (!letter || !(await insertNotice(locked.trx, { ...notice, at: locked.now }))) return;
        const left = timeLeft(endsAt, locked.now);
        await letters.expiryWarning(locked.trx, payerOf(locked), { ...letter, ...left, endsAt, warningDay });
      },
      { skipLocked: true },
    );
  }

  async function announce(userId: number): Promise<void> {
    await locks.tryWithLockedSubscription(
      userId,
      async (locked) => {
        const method = await methodOf(locked);
        if (method) await announceCharge(locked, method, letters);
      },
      { skipLocked: true },
    );
  }

  const tellOfRise = (userId: number): Promise<void> =>
    locks.tryWithLockedSubscription(userId, (locked) => announceRise(locked, letters), { skipLocked: true });

  async function eachOf(
    list: (after: number) => Promise<number[]>,
    work: (userId: number) => Promise<void>,
    failed: string,
  ): Promise<void> {
    let after = 0;
    for (;;) {
      const ids = await list(after);
      for (const userId of ids) await work(userId).catch((error) => log?.error({ err: error, userId }, failed));
      after = ids.at(-1) ?? after;
      if (ids.length < BATCH) return;
    }
  }

  return {
    /**
     * Ends, renewals, repeated charges, warnings and announcements. A failure with one owner does not stop the others.
     */
    async runDue(): Promise<void> {
      const at = now();
      const horizon = new Date(at.getTime() + Math.max(...WARNING_DAYS) * DAY_MS);
      await eachOf((after) => listDue(db, at, after, BATCH), runOne, 'a due subscription not handled');
      await eachOf((after) => listEnding(db, at, horizon, after, BATCH), warn, 'a warning not sent');
      const soon = new Date(at.getTime() + CHARGE_NOTICE_DAYS * DAY_MS);
      await eachOf((after) => listEnding(db, at, soon, after, BATCH), announce, 'a coming charge not announced');
      await eachOf((after) => listDearer(db, after, BATCH), tellOfRise, 'a higher price not announced');
    },
  };
}
