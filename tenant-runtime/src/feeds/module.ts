import type { Deliveries } from '../deliveries/deliveries.service.ts';
import type { Live } from '../live/live.ts';
import type { Base } from '../module.ts';
import type { Notices } from '../notices/notices.service.ts';
import type { Sales } from '../sales/sales.service.ts';
import type { Schedule } from '../schedule/schedule.service.ts';
import type { SecurityLog } from '../security/security.service.ts';
import { createFeedNotices } from './feed-notices.ts';
import { createFeedTask } from './feed-task.ts';
import { feedsRoutes } from './feeds.routes.ts';
import { createFeeds } from './feeds.service.ts';
import { createFetching } from './fetching.ts';
import { reportUploadRoutes } from './report-upload.routes.ts';
import { createReports } from './reports.service.ts';
import { createFeedSecrets } from './secrets.ts';
import { createTaking } from './taking.ts';

interface FeedsDeps extends Base {
  live: Live;
  sales: Sales;
  deliveries: Deliveries;
  notices: Notices;
  security: SecurityLog;
  schedule: Schedule;
}

/** Connections by which sales come by themselves. */
export function createFeedsModule({ db, config, clock, log, live, sales, schedule, ...deps }: FeedsDeps) {
  function onChange(): void {
    live.venueChanged();
    schedule.changed();
  }
  const shared = { db, clock, log, timezone: config.TIMEZONE, onChange };
  const secrets = createFeedSecrets(config.INTERNAL_SECRET);
  const taking = createTaking({ sales, deliveries: deps.deliveries });
  const notices = createFeedNotices({ ...shared, notices: deps.notices });
  const fetching = createFetching({
    ...shared,
    posterApiRoot: config.POSTER_API_ROOT,
    egress: { platformUrl: config.PLATFORM_URL, tenantId: config.TENANT_ID, secret: config.INTERNAL_SECRET },
    secrets,
    taking,
    notices,
  });
  const feeds = createFeeds({ ...shared, secrets, sales, fetching, notices, security: deps.security });
  const reports = createReports({ ...shared, taking, notices });
  const task = createFeedTask({ ...shared, fetching, notices });
  schedule.add(task);
  return {
    services: { feeds, feedTask: task },
    endpoints: [...reportUploadRoutes(reports), ...feedsRoutes(feeds)],
    close: fetching.close,
  };
}
