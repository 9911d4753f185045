import type { PublicPlan } from './public.ts';

/** GET /billing/plans; prices as on the public page. */
export interface BillingPlan extends PublicPlan {
  max_instances: number;
  max_users_per_instance: number;
  max_storage_mb: number;
  currency: string;
}

export type SubscriptionStatus = 'active' | 'past_due' | 'canceled' | 'expired';
export type BillingPeriod = 'monthly' | 'yearly';

/** GET /billing/subscription */
export interface Subscription {
  status: SubscriptionStatus;
  plan_id: number;
  plan: Pick<BillingPlan, 'name' | 'display_name' | 'features' | 'max_instances' | 'max_users_per_instance'>;
  billing_period: BillingPeriod;
  current_period_start: string;
  /** null: without end. */
  current_period_end: string | null;
  is_free_plan: boolean;
  is_expiring_soon: boolean;
  /** Rounded up; null without end. */
  days_remaining: number | null;
  auto_renew: boolean;
  deferred_plan_id: number | null;
  deferred_plan_name: string | null;
  deferred_plan_display_name: string | null;
  deferred_billing_period: BillingPeriod | null;
}
