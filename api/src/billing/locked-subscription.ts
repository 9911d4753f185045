import { randomUUID } from 'node:crypto';
import type { BillingPeriod } from '@ostatok/api/contract/billing.ts';
import { creditOf, monthDayOf, type PaidPeriod } from '@ostatok/api/contract/pricing.ts';
import type { Knex } from '@ostatok/kit/node/db.ts';
import type { Payer } from './letters.ts';
import { next, type State, type SubscriptionEvent, stateOf, statusOf } from './machine.ts';
import { withdrawPayments } from './payments.queries.ts';
import {
  balanceOf,
  closePeriod,
  findPeriod,
  insertEntry,
  insertPeriod,
  type PeriodKind,
  type PeriodRow,
} from './periods.queries.ts';
import { isFreePlan, type PricingState } from './quote.ts';
import {
  findPlan,
  findSubscription,
  insertEvent,
  type SubscriptionFields,
  type SubscriptionRow,
  updateSubscription,
} from './subscriptions.queries.ts';

/** One owner's locked subscription. Every change of it or of the owner's money holds this lock. */
export interface LockedSubscription {
  trx: Knex.Transaction;
  userId: number;
  now: Date;
  /** The present row, updated by `move`. */
  sub: SubscriptionRow;
  moved: boolean;
}

export const stateOfRow = (sub: SubscriptionRow): State => stateOf({ ...sub, isFree: isFreePlan(sub.plan) });

export const payerOf = ({ userId, sub }: Pick<LockedSubscription, 'userId' | 'sub'>): Payer => ({
  userId,
  email: sub.owner.email,
  name: sub.owner.name,
});

/** The only way to change a subscription: checks the state machine and records an event. */
export async function move(
  locked: LockedSubscription,
  event: SubscriptionEvent,
  changes: Partial<SubscriptionFields>,
  data: Record<string, unknown> = {},
): Promise<void> {
  const { trx, userId, sub, now } = locked;
  const from = stateOfRow(sub);
  const to = next(from, event, await previousState(locked));
  await updateSubscription(trx, userId, { ...changes, status: statusOf(to) }, now);
  locked.sub = (await findSubscription(trx, userId)) as SubscriptionRow;
  locked.moved = true;
  const became = stateOfRow(locked.sub);
  if (became !== to) throw new Error(`${event} led from ${from} to ${became} instead of ${to}`);
  await insertEvent(trx, { user_id: userId, at: now, event, from_state: from, to_state: to, data });
  // payments offered for the earlier period buy nothing now, except that one under way when the period ended buys the
  // next
  if (changes.period_id !== undefined && event !== 'ended')
    await withdrawPayments(trx, { user_id: userId }, 'superseded', now);
}

/** The state that a grant has put aside. */
async function previousState({ trx, sub }: LockedSubscription): Promise<Exclude<State, 'granted'> | undefined> {
  if (!sub.before_grant) return undefined;
  const { status, plan_id } = sub.before_grant;
  const plan = await findPlan(trx, plan_id);
  return stateOf({ status, granted_until: null, isFree: plan !== undefined && isFreePlan(plan) }) as Exclude<
    State,
    'granted'
  >;
}

/** The period whose rest has a value, and the moment up to which it counts as used: a grant stops the paid time. */
async function paidPeriod(locked: LockedSubscription, at: Date): Promise<{ row: PeriodRow; asOf: Date } | undefined> {
  const { trx, sub } = locked;
  const id = stateOfRow(sub) === 'granted' ? sub.before_grant?.period_id : sub.period_id;
  const row = id ? await findPeriod(trx, id) : undefined;
  return row && { row, asOf: row.closed_at ?? at };
}

const moneyOf = (row: PeriodRow): PaidPeriod => ({ price: row.price, startsAt: row.starts_at, endsAt: row.ends_at });

/** The inputs of a price; `asOf` is the moment up to which the present period counts as used. */
export async function pricingStateOf(locked: LockedSubscription, asOf: Date = locked.now): Promise<PricingState> {
  const { sub } = locked;
  const paid = await paidPeriod(locked, asOf);
  return {
    state: stateOfRow(sub),
    plan: sub.plan,
    billingPeriod: sub.billing_period,
    endsAt: sub.granted_until ?? sub.current_period_end,
    autoRenew: sub.auto_renew,
    paid: paid && moneyOf(paid.row),
    paidAsOf: paid?.asOf ?? asOf,
    balance: await balanceOf(locked.trx, locked.userId),
  };
}

/** Closes the running period, credits the rest to the balance and returns that credit in kopecks. */
export async function giveUpPeriod(locked: LockedSubscription, by: string, asOf: Date = locked.now): Promise<number> {
  const { trx, userId, sub, now } = locked;
  const paid = await paidPeriod(locked, asOf);
  if (sub.period_id) await closePeriod(trx, sub.period_id, now, by);
  if (!paid) return 0;
  const { credit } = creditOf(moneyOf(paid.row), paid.asOf);
  await insertEntry(trx, { user_id: userId, at: now, kind: 'credit', amount: credit, period_id: paid.row.id });
  return credit;
}

interface OpenedPeriod {
  kind: PeriodKind;
  planId: number;
  billingPeriod: BillingPeriod;
  /** In kopecks; taken from the balance. */
  price: number;
  /** In kopecks, for the next period, where it is not what this one was bought for. */
  agreedPrice?: number | undefined;
  startsAt: Date;
  endsAt: Date;
  /** Day of the month; by default the day on which the period begins, unless it continues another. */
  anchorDay?: number;
}

/** Opens a period paid from the balance, and returns the changes to the subscription. */
export async function openPeriod(
  locked: LockedSubscription,
  period: OpenedPeriod,
): Promise<Partial<SubscriptionFields>> {
  const { trx, userId, now } = locked;
  const id = randomUUID();
  await insertPeriod(trx, {
    id,
    user_id: userId,
    plan_id: period.planId,
    billing_period: period.billingPeriod,
    kind: period.kind,
    price: period.price,
    agreed_price: period.agreedPrice ?? null,
    starts_at: period.startsAt,
    ends_at: period.endsAt,
    anchor_day: period.anchorDay ?? monthDayOf(period.startsAt).day,
    created_at: now,
  });
  await insertEntry(trx, { user_id: userId, at: now, kind: 'period', amount: -period.price, period_id: id });
  return {
    plan_id: period.planId,
    billing_period: period.billingPeriod,
    current_period_start: period.startsAt,
    current_period_end: period.endsAt,
    period_id: id,
  };
}

/** The values that a new start resets: scheduled changes, failed charges and what a grant has put aside. */
export const cleared = {
  deferred_plan_id: null,
  deferred_billing_period: null,
  deferred_price: null,
  past_due_since: null,
  charge_attempts: 0,
  next_charge_at: null,
  granted_until: null,
  before_grant: null,
} satisfies Partial<SubscriptionFields>;
