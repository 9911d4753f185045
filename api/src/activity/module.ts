import type { Knex } from '@ostatok/kit/node/db.ts';
import { activityRoutes } from './activity.routes.ts';
import { createActivity } from './activity.service.ts';

/** The log of who did what on the platform. */
export function createActivityModule(deps: { db: Knex; now?: (() => Date) | undefined }) {
  const activity = createActivity(deps);
  return { services: { activity }, routes: [activityRoutes(activity)] };
}
