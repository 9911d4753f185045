import type { BillingPeriod, ChangeKind } from '@ostatok/api/contract/billing.ts';
import { chargeOf, creditOf, daysUntil, dueOf, type PaidPeriod, type Priced } from '@ostatok/api/contract/pricing.ts';
import { Conflict } from '@ostatok/kit/node/errors.ts';
import type { State } from './machine.ts';

export interface OfferedPlan extends Priced {
  id: number;
  name: string;
  display_name: string;
  sort_order: number;
  is_active: boolean;
  is_archived: boolean;
}

/** The part of an owner's subscription that a price depends on. */
export interface PricingState {
  state: State;
  plan: OfferedPlan;
  billingPeriod: BillingPeriod;
  /** Null when the period has no end. */
  endsAt: Date | null;
  autoRenew: boolean;
  /** The paid period whose rest would be given up, and the moment up to which it counts as used. */
  paid: PaidPeriod | undefined;
  paidAsOf: Date;
  /** In kopecks. */
  balance: number;
}

/** Sums are in kopecks. */
export interface Quote {
  kind: ChangeKind;
  price: number;
  credit: number;
  balance: number;
  amountToPay: number;
  daysRemaining: number;
  effectiveAt: Date;
}

export const isFreePlan = (plan: { name: string }): boolean => plan.name === 'free';

/** A subscription past its end that does not renew is expired, whether or not the job has run. */
export function stateAt(pricing: Pick<PricingState, 'state' | 'endsAt' | 'autoRenew'>, now: Date): State {
  const { state, endsAt, autoRenew } = pricing;
  const over = endsAt !== null && endsAt <= now;
  return over && (state === 'canceled' || (state === 'active' && !autoRenew)) ? 'expired' : state;
}

/** Ranks plans by their monthly price, then by their place in the price list. A plan on request ranks highest. */
function compare(a: OfferedPlan, b: OfferedPlan): number {
  const monthOf = (plan: OfferedPlan): number => chargeOf(plan, 'monthly') ?? Number.POSITIVE_INFINITY;
  const [first, second] = [monthOf(a), monthOf(b)];
  if (first !== second) return first < second ? -1 : 1;
  return a.sort_order - b.sort_order || a.id - b.id;
}

function isHigher(plan: OfferedPlan, period: BillingPeriod, pricing: PricingState): boolean {
  if (plan.id !== pricing.plan.id) return compare(plan, pricing.plan) > 0;
  return period === 'yearly' && pricing.billingPeriod === 'monthly';
}

function isSame(plan: OfferedPlan, period: BillingPeriod, pricing: PricingState, state: State): boolean {
  if (plan.id !== pricing.plan.id || state === 'expired' || state === 'past_due') return false;
  return state === 'free' || state === 'granted' || pricing.endsAt === null || period === pricing.billingPeriod;
}

/** A price of zero is none: pages say «По запросу» of both. A discount of the whole price is another matter. */
const hasPrice = ({ price_monthly, price_yearly }: OfferedPlan, period: BillingPeriod): boolean =>
  Boolean(period === 'yearly' ? price_yearly : price_monthly);

function priceOf(plan: OfferedPlan, period: BillingPeriod, mayStay: boolean): number {
  if (isFreePlan(plan)) return 0;
  if (!mayStay && (plan.is_archived || !plan.is_active))
    throw new Conflict('plan_not_offered', 'Этот тариф больше не продаётся. Выберите другой');
  const price = chargeOf(plan, period);
  if (price !== null && hasPrice(plan, period)) return price;
  if (!hasPrice(plan, period === 'yearly' ? 'monthly' : 'yearly'))
    throw new Conflict('on_request', 'Этот тариф подключаем по запросу. Напишите в поддержку');
  throw new Conflict('on_request', 'На такой период этот тариф не продаётся. Выберите другой период');
}

/**
 * Computes what choosing the plan would do and cost now; the amount shown is the amount charged. Throws Conflict for a
 * plan that is not sold, and for a lower plan during a grant.
 */
export function quote(pricing: PricingState, plan: OfferedPlan, period: BillingPeriod, now: Date): Quote {
  const state = stateAt(pricing, now);
  const { balance } = pricing;
  const daysRemaining = pricing.endsAt === null ? 0 : daysUntil(pricing.endsAt, now);
  const later = pricing.endsAt ?? now;
  const unpaid = { credit: 0, balance, amountToPay: 0, daysRemaining };
  if (isSame(plan, period, pricing, state)) {
    const price = chargeOf(plan, period) ?? 0;
    return { kind: 'current', price, ...unpaid, effectiveAt: now };
  }
  // who has been without the plan buys it anew
  const price = priceOf(plan, period, plan.id === pricing.plan.id && state !== 'expired');
  const runs = state === 'granted' || ((state === 'active' || state === 'canceled') && pricing.endsAt !== null);
  if (runs && !isHigher(plan, period, pricing)) {
    if (state === 'granted')
      throw new Conflict('granted', 'Сейчас действует подаренный тариф. Выбрать этот можно, когда он закончится');
    return { kind: 'downgrade', price, ...unpaid, effectiveAt: later };
  }
  const { credit } = pricing.paid ? creditOf(pricing.paid, pricing.paidAsOf) : { credit: 0 };
  const amountToPay = dueOf(price, credit + balance);
  const paying = runs ? 'upgrade' : 'purchase';
  const kind = amountToPay === 0 ? 'free' : paying;
  return { kind, price, credit, balance, amountToPay, daysRemaining, effectiveAt: now };
}
