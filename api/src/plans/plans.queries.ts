import type { Db } from '@ostatok/kit/node/db.ts';

export interface PlanRow {
  id: number;
  name: string;
  display_name: string;
  description: string;
  max_instances: number;
  max_users_per_instance: number;
  max_storage_mb: number;
  /** Kopecks; null is «По запросу». */
  price_monthly: number | null;
  price_yearly: number | null;
  discount_percent: number;
  currency: string;
  features: { text: string; order: number }[];
  is_active: boolean;
  is_public: boolean;
  is_featured: boolean;
  is_archived: boolean;
  sort_order: number;
}

/** What may be subscribed to today, in the order of the price list. */
export function listOfferedPlans(db: Db): Promise<PlanRow[]> {
  return db('plans').where({ is_active: true, is_archived: false }).orderBy(['sort_order', 'id']);
}

export function listPlansWithSubscribers(
  db: Db,
  options: { archived: boolean; now: Date },
): Promise<(PlanRow & { active_subscriptions: number })[]> {
  const plans = db('plans')
    .select('plans.*')
    .select(
      db('subscriptions')
        .count()
        .where('status', 'active')
        .whereRaw('plan_id = plans.id')
        .whereRaw('(current_period_end is null or current_period_end > ?)', [options.now])
        .as('active_subscriptions'),
    )
    .orderBy(['sort_order', 'id']);
  return options.archived ? plans : plans.where('is_archived', false);
}
