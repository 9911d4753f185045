import type { Counts } from '../counts/counts.service.ts';
import type { Live } from '../live/live.ts';
import type { Base } from '../module.ts';
import type { Notices } from '../notices/notices.service.ts';
import type { Schedule } from '../schedule/schedule.service.ts';
import { scheduledCountsRoutes } from './scheduled-counts.routes.ts';
import { createScheduledCounts } from './scheduled-counts.service.ts';

interface ScheduledCountsDeps extends Base {
  counts: Counts;
  notices: Notices;
  schedule: Schedule;
  live: Live;
}

/** Counts that are due on certain days. */
export function createScheduledCountsModule({ config, live, ...deps }: ScheduledCountsDeps) {
  const scheduledCounts = createScheduledCounts({ ...deps, timezone: config.TIMEZONE, onChange: live.venueChanged });
  deps.schedule.add(scheduledCounts.task);
  return { services: { scheduledCounts }, endpoints: scheduledCountsRoutes(scheduledCounts) };
}
