import type { BillingPeriod, SubscriptionStatus } from '@ostatok/api/contract/billing.ts';
import type { Db } from '@ostatok/kit/node/db.ts';

export interface SubscriptionRow {
  plan_id: number;
  status: SubscriptionStatus;
  billing_period: BillingPeriod;
  current_period_start: Date;
  current_period_end: Date | null;
  auto_renew: boolean;
  name: string;
  display_name: string;
  features: { text: string; order: number }[];
  max_instances: number;
  max_users_per_instance: number;
  max_storage_mb: number;
}

export function findSubscription(db: Db, userId: number): Promise<SubscriptionRow | undefined> {
  return db('subscriptions')
    .join('plans', 'plans.id', 'subscriptions.plan_id')
    .where('subscriptions.user_id', userId)
    .first(
      'subscriptions.plan_id',
      'subscriptions.status',
      'subscriptions.billing_period',
      'subscriptions.current_period_start',
      'subscriptions.current_period_end',
      'subscriptions.auto_renew',
      'plans.name',
      'plans.display_name',
      'plans.features',
      'plans.max_instances',
      'plans.max_users_per_instance',
      'plans.max_storage_mb',
    );
}

/** Leaves a subscription that is there already as it is. */
export async function insertSubscription(db: Db, userId: number, planName: string): Promise<void> {
  await db('subscriptions')
    .insert({ user_id: userId, plan_id: db('plans').where({ name: planName }).select('id') })
    .onConflict('user_id')
    .ignore();
}
