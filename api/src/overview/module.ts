import type { Knex } from '@ostatok/kit/node/db.ts';
import type { Activity } from '../activity/activity.service.ts';
import { overviewRoutes } from './overview.routes.ts';
import { createOverview } from './overview.service.ts';

interface OverviewDeps {
  db: Knex;
  activity: Activity;
  now?: (() => Date) | undefined;
}

/** The administrator's figures. */
export function createOverviewModule(deps: OverviewDeps) {
  const overview = createOverview(deps);
  return { services: { overview }, routes: [overviewRoutes(overview)] };
}
