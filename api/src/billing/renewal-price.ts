import { type BillingPeriod, PRICE_NOTICE_DAYS } from '@ostatok/api/contract/billing.ts';
import { chargeOf } from '@ostatok/api/contract/pricing.ts';
import type { Db } from '@ostatok/kit/node/db.ts';
import { findPeriod } from './periods.queries.ts';
import { isFreePlan } from './quote.ts';
import { findPlan, listNotices, type PlanRow, type SubscriptionRow } from './subscriptions.queries.ts';

const DAY_MS = 86_400_000;
/** Its notices are about «plan's id, period, kopecks». */
export const PRICE_RISE = 'price_rise';
export const aboutRise = ({ plan, billingPeriod }: NextPeriod, price: number): string =>
  `${plan.id} ${billingPeriod} ${price}`;

/** What the next period is. */
export interface NextPeriod {
  plan: PlanRow;
  billingPeriod: BillingPeriod;
}

/** The plan put off until then, or the present one again; undefined where it is gone or free. */
export async function nextPeriodOf(db: Db, sub: SubscriptionRow): Promise<NextPeriod | undefined> {
  const plan = sub.deferred_plan_id === null ? sub.plan : await findPlan(db, sub.deferred_plan_id);
  if (!plan || isFreePlan(plan)) return undefined;
  return { plan, billingPeriod: sub.deferred_billing_period ?? sub.billing_period };
}

/** Kopecks that the owner has agreed to: what the period that runs was bought for, or the put-off plan was shown for. */
export async function agreedPrice(db: Db, sub: SubscriptionRow, next: NextPeriod): Promise<number | undefined> {
  if (sub.deferred_plan_id !== null) return sub.deferred_price ?? undefined;
  const period = sub.period_id ? await findPeriod(db, sub.period_id) : undefined;
  const isSame = period?.plan_id === next.plan.id && period.billing_period === next.billingPeriod;
  return isSame && ['purchase', 'upgrade', 'renewal'].includes(period.kind) ? period.price : undefined;
}

/**
 * Kopecks that the next period costs; null where it is not sold. A lower price holds at once, a higher one from the first
 * period that begins PRICE_NOTICE_DAYS after a letter about it. Every charge, letter and page is this.
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
