import { type BillingPeriod, PRICE_NOTICE_DAYS } from '@ostatok/api/contract/billing.ts';
import { chargeOf } from '@ostatok/api/contract/pricing.ts';
import type { Db } from '@ostatok/kit/node/db.ts';
import { findPeriod, type PeriodRow } from './periods.queries.ts';
import { isFreePlan } from './quote.ts';
import { findPlan, listNotices, type PlanRow, type SubscriptionRow } from './subscriptions.queries.ts';

const DAY_MS = 86_400_000;
/** The subject of a price-rise notice is «plan's id, period, kopecks». */
export const PRICE_RISE = 'price_rise';
export const aboutRise = ({ plan, billingPeriod }: NextPeriod, price: number): string =>
  `${plan.id} ${billingPeriod} ${price}`;

/** The plan and the billing period of the next period. */
export interface NextPeriod {
  plan: PlanRow;
  billingPeriod: BillingPeriod;
}

/** The deferred plan, or else the present one; undefined when it is gone or free. */
export async function nextPeriodOf(db: Db, sub: SubscriptionRow): Promise<NextPeriod | undefined> {
  const plan = sub.deferred_plan_id === null ? sub.plan : await findPlan(db, sub.deferred_plan_id);
  if (!plan || isFreePlan(plan)) return undefined;
  return { plan, billingPeriod: sub.deferred_billing_period ?? sub.billing_period };
}

/** The price in kopecks that the owner agreed to with this period; a period given for nothing has none. */
export function agreedWith({ agreed_price, kind, price }: PeriodRow): number | undefined {
  if (agreed_price !== null) return agreed_price;
  return ['purchase', 'upgrade', 'renewal'].includes(kind) ? price : undefined;
}

/**
 * The price in kopecks that the owner agreed to: with the running period, or the one shown when the change was
 * deferred.
 */
export async function agreedPrice(db: Db, sub: SubscriptionRow, next: NextPeriod): Promise<number | undefined> {
  if (sub.deferred_plan_id !== null) return sub.deferred_price ?? undefined;
  const period = sub.period_id ? await findPeriod(db, sub.period_id) : undefined;
  const isSame = period?.plan_id === next.plan.id && period.billing_period === next.billingPeriod;
  return isSame ? agreedWith(period) : undefined;
}

/**
 * The price of the next period in kopecks; null when it is not sold. A lower price applies at once, a higher one from
 * the first period that begins PRICE_NOTICE_DAYS after a letter about it. Every charge, letter and page uses this.
 */
export async function renewalPrice(db: Db, sub: SubscriptionRow, next: NextPeriod): Promise<number | null> {
  const listed = chargeOf(next.plan, next.billingPeriod);
  const agreed = await agreedPrice(db, sub, next);
  if (listed === null || agreed === undefined || listed <= agreed) return listed;
  const begins = sub.current_period_end?.getTime() ?? 0;
  const announced = (await listNotices(db, sub.user_id, PRICE_RISE))
    .filter(({ at }) => at.getTime() + PRICE_NOTICE_DAYS * DAY_MS <= begins)
    .map(({ about }) => about)
    .filter((about) => about.startsWith(aboutRise(next, 0).slice(0, -1)))
    .map((about) => Number(about.split(' ').at(-1)))
    .filter((price) => price <= listed);
  return Math.max(agreed, ...announced);
}
