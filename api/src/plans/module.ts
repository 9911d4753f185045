import type { Knex } from '@ostatok/kit/node/db.ts';
import type { Activity } from '../activity/activity.service.ts';
import { createAdminPlans } from './admin-plans.service.ts';
import { adminPlansRoutes } from './plans.routes.ts';
import { createPlans } from './plans.service.ts';

interface PlansDeps {
  db: Knex;
  activity: Activity;
  now?: (() => Date) | undefined;
}

/** The plans that are offered, and their administration. */
export function createPlansModule({ db, activity, now }: PlansDeps) {
  const adminPlans = createAdminPlans({ db, activity, now });
  return { services: { plans: createPlans({ db }), adminPlans }, routes: [adminPlansRoutes(adminPlans)] };
}
