import type { Subscription, SubscriptionStatus } from '@ostatok/api/contract/billing.ts';
import type { Db, Knex } from '@ostatok/kit/node/db.ts';
import { NotFound } from '@ostatok/kit/node/errors.ts';
import { findSubscription, insertSubscription, type SubscriptionRow } from './billing.queries.ts';

const DAY_MS = 86_400_000;
const EXPIRING_SOON_DAYS = 7;
const FREE_PLAN = 'free';

/** What an owner's plan allows. */
export interface PlanLimits {
  planName: string;
  status: SubscriptionStatus;
  /** False while the subscription is expired or unpaid: nothing new may be made. */
  mayCreate: boolean;
  maxInstances: number;
  maxUsersPerInstance: number;
  maxStorageMb: number;
}

const daysLeft = (end: Date | null, now: Date): number | null =>
  end === null ? null : Math.max(0, Math.ceil((end.getTime() - now.getTime()) / DAY_MS));

/** A period that has run out counts as expired from that moment, whatever the row still says. */
function statusAt(row: SubscriptionRow, now: Date): SubscriptionStatus {
  const over = row.current_period_end !== null && row.current_period_end <= now;
  return over && (row.status === 'active' || row.status === 'canceled') ? 'expired' : row.status;
}

function toSubscription(row: SubscriptionRow, now: Date): Subscription {
  const isFree = row.name === FREE_PLAN;
  const days = isFree ? null : daysLeft(row.current_period_end, now);
  return {
    status: statusAt(row, now),
    plan_id: row.plan_id,
    plan: {
      name: row.name,
      display_name: row.display_name,
      features: row.features.toSorted((a, b) => a.order - b.order),
      max_instances: row.max_instances,
      max_users_per_instance: row.max_users_per_instance,
    },
    billing_period: row.billing_period,
    current_period_start: row.current_period_start.toISOString(),
    current_period_end: row.current_period_end?.toISOString() ?? null,
    is_free_plan: isFree,
    is_expiring_soon: days !== null && days <= EXPIRING_SOON_DAYS,
    days_remaining: days,
    auto_renew: row.auto_renew,
    deferred_plan_id: null,
    deferred_plan_name: null,
    deferred_plan_display_name: null,
    deferred_billing_period: null,
    balance: 0,
    next_charge: null,
    payment_method: null,
    past_due_until: null,
    granted_until: null,
  };
}

export function createBilling({ db, now = () => new Date() }: { db: Knex; now?: () => Date }) {
  async function subscriptionRow(reader: Db, userId: number): Promise<SubscriptionRow> {
    const row = await findSubscription(reader, userId);
    if (!row) throw new NotFound('Подписки нет', 'no_subscription');
    return row;
  }

  return {
    subscriptionOf: async (userId: number): Promise<Subscription> =>
      toSubscription(await subscriptionRow(db, userId), now()),

    /** Pass the transaction in which the limit is used, so that what is read and what is made agree. */
    async limitsOf(userId: number, reader: Db = db): Promise<PlanLimits> {
      const row = await subscriptionRow(reader, userId);
      const status = statusAt(row, now());
      return {
        planName: row.name,
        status,
        mayCreate: status === 'active' || status === 'canceled',
        maxInstances: row.max_instances,
        maxUsersPerInstance: row.max_users_per_instance,
        maxStorageMb: row.max_storage_mb,
      };
    },

    /** Without end and without payment: a newcomer's free plan, or what the platform itself grants. */
    subscribe: (trx: Db, userId: number, planName: string = FREE_PLAN): Promise<void> =>
      insertSubscription(trx, userId, planName),
  };
}
export type Billing = ReturnType<typeof createBilling>;
