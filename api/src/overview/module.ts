import type { Knex } from '@ostatok/kit/node/db.ts';
import type { Sessions } from '../auth/sessions.service.ts';
import type { Activity } from './activity.service.ts';
import { liveRoutes } from './live.routes.ts';
import type { Live } from './live.service.ts';
import { activityRoutes, overviewRoutes } from './overview.routes.ts';
import { createOverview } from './overview.service.ts';

interface OverviewDeps {
  db: Knex;
  activity: Activity;
  live: Live;
  sessions: Sessions;
  now?: (() => Date) | undefined;
}

/** The administrator's figures, activity log and live events. */
export function createOverviewModule({ db, activity, live, sessions, now }: OverviewDeps) {
  const overview = createOverview({ db, activity, now });
  return {
    services: { overview },
    routes: [liveRoutes({ live, sessions }), overviewRoutes(overview), activityRoutes(activity)],
  };
}
