import { DUNNING_DAYS } from '@ostatok/api/contract/billing.ts';
import { dueOf } from '@ostatok/api/contract/pricing.ts';
import type { Knex } from '@ostatok/kit/node/db.ts';
import type { Logger } from '@ostatok/kit/node/log.ts';
import { returnFromGrant } from './administration.service.ts';
import type { BillingLetters } from './letters.ts';
import { type LockedSubscription, stateOfRow } from './locked-subscription.ts';
import { allows } from './machine.ts';
import { findUnclearRenewal, type PaymentRow } from './payments.queries.ts';
import type { Payments } from './payments.service.ts';
import { balanceOf } from './periods.queries.ts';
import type { PaymentProvider } from './providers/provider.ts';
import { nextPeriodOf, renewalPrice } from './renewal-price.ts';
import { methodOf } from './saved-method.ts';
import { expire, failCharge, goFree, nextOf, renew } from './steps.ts';
import type { SubscriptionLocks } from './subscription-locks.service.ts';
import type { PlanRow } from './subscriptions.queries.ts';

const DAY_MS = 86_400_000;

export interface DueDeps {
  db: Knex;
  locks: SubscriptionLocks;
  payments: Payments;
  letters: BillingLetters;
  now: () => Date;
  /** The provider that charges saved methods; it does not know the methods of another provider. */
  provider: PaymentProvider['name'] | undefined;
  log?: Pick<Logger, 'error' | 'warn'>;
}

async function orderRenewal(
  deps: DueDeps,
  locked: LockedSubscription,
  plan: PlanRow,
  price: number,
  amount: number,
): Promise<PaymentRow | undefined> {
  const { currency, display_name: planName } = plan;
  const method = await methodOf(deps, locked);
  if (!method) {
    await failCharge(locked, deps.letters, { amount, currency, planName, reason: 'no_method' });
    return undefined;
  }
  const { billingPeriod } = nextOf(locked);
  return deps.payments.order(locked, {
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

const hangsFor = ({ now }: DueDeps, { created_at }: PaymentRow, days: number): boolean =>
  now().getTime() - created_at.getTime() > days * DAY_MS;

/**
 * Renews, or orders one charge at a time. Returns the charge to send, or an earlier one whose outcome has been
 * unknown for days.
 */
async function renewOrCharge(deps: DueDeps, locked: LockedSubscription): Promise<PaymentRow | undefined> {
  const unclear = await findUnclearRenewal(locked.trx, locked.userId, locked.sub.period_id);
  if (unclear) return hangsFor(deps, unclear, DUNNING_DAYS) ? unclear : undefined;
  const next = await nextPeriodOf(locked.trx, locked.sub);
  if (!next) {
    await goFree(locked);
    return undefined;
  }
  const { plan } = next;
  const price = await renewalPrice(locked.trx, locked.sub, next);
  const { currency, display_name: planName } = plan;
  if (price === null) {
    await failCharge(locked, deps.letters, { amount: 0, currency, planName, reason: 'on_request' });
    return undefined;
  }
  const amount = dueOf(price, await balanceOf(locked.trx, locked.userId));
  if (amount > 0) return orderRenewal(deps, locked, plan, price, amount);
  await renew(locked, price);
  return undefined;
}

/** Checks again under the lock, because another process may have done the work. */
async function step(deps: DueDeps, locked: LockedSubscription): Promise<PaymentRow | undefined> {
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
    await expire(locked, deps.letters, state === 'canceled' ? 'canceled' : 'not_renewed');
    return undefined;
  }
  return renewOrCharge(deps, locked);
}

/**
 * Ends the subscription when the outcome of a charge stays unknown: tenants cannot run unpaid for ever. The provider
 * is asked first, because the charge may have succeeded meanwhile.
 */
async function endUnknown(deps: DueDeps, userId: number, charge: PaymentRow): Promise<void> {
  await deps.payments.settlePayment(charge.id).catch((error) => {
    if (!hangsFor(deps, charge, 2 * DUNNING_DAYS)) throw error;
  });
  await deps.locks.tryWithLockedSubscription(userId, async (locked) => {
    const unclear = await findUnclearRenewal(locked.trx, userId, locked.sub.period_id);
    if (unclear?.id !== charge.id || !allows(stateOfRow(locked.sub), 'ended')) return;
    await expire(locked, deps.letters, 'charge_unknown');
  });
}

export async function runOne(deps: DueDeps, userId: number): Promise<void> {
  const charge = await deps.locks.tryWithLockedSubscription(userId, (locked) => step(deps, locked), {
    skipLocked: true,
  });
  if (!charge) return;
  if (hangsFor(deps, charge, DUNNING_DAYS)) await endUnknown(deps, userId, charge);
  else await deps.payments.send(charge);
}
