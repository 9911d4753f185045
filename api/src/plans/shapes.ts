import type { BillingPlan } from '@ostatok/api/contract/billing.endpoints.ts';
import type { AdminPlan } from '@ostatok/api/contract/plans.endpoints.ts';
import type { PublicPlan } from '@ostatok/api/contract/public.endpoints.ts';
import type { CountedPlan, PlanRow } from './plans.queries.ts';

const roubles = (kopecks: number | null): number | null => (kopecks === null ? null : kopecks / 100);
const roublesText = (kopecks: number | null): string | null => (kopecks === null ? null : String(kopecks / 100));

const inOrder = (features: PlanRow['features']): PlanRow['features'] => features.toSorted((a, b) => a.order - b.order);

export function toPublicPlan(plan: PlanRow): PublicPlan {
  return {
    id: plan.id,
    name: plan.name,
    display_name: plan.display_name,
    description: plan.description,
    price_monthly: roublesText(plan.price_monthly),
    price_yearly: roublesText(plan.price_yearly),
    discount_percent: plan.discount_percent,
    features: inOrder(plan.features),
    is_featured: plan.is_featured,
  };
}

export function toBillingPlan(plan: PlanRow): BillingPlan {
  return {
    ...toPublicPlan(plan),
    max_instances: plan.max_instances,
    max_users_per_instance: plan.max_users_per_instance,
    max_storage_mb: plan.max_storage_mb,
    currency: plan.currency,
  };
}

export function toAdminPlan(plan: CountedPlan): AdminPlan {
  return {
    ...toBillingPlan(plan),
    price_monthly: roubles(plan.price_monthly),
    price_yearly: roubles(plan.price_yearly),
    is_active: plan.is_active,
    is_public: plan.is_public,
    is_archived: plan.is_archived,
    max_memory_mb: plan.max_memory_mb,
    max_cpu_percent: plan.max_cpu_percent,
    max_tasks: plan.max_tasks,
    sort_order: plan.sort_order,
    active_subscriptions: plan.active_subscriptions,
  };
}
