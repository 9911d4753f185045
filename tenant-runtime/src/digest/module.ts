import type { Counts } from '../counts/counts.service.ts';
import type { Feeds } from '../feeds/feeds.service.ts';
import type { Base } from '../module.ts';
import type { Notices } from '../notices/notices.service.ts';
import type { Schedule } from '../schedule/schedule.service.ts';
import type { SettingsService } from '../settings/settings.service.ts';
import type { UsageReports } from '../usage/usage.service.ts';
import { createDigests } from './digest.service.ts';

interface DigestDeps extends Base {
  counts: Counts;
  usage: UsageReports;
  feeds: Feeds;
  settings: SettingsService;
  notices: Notices;
  schedule: Schedule;
}

/** What administrators read of each week. */
export function createDigestModule({ config, ...deps }: DigestDeps) {
  const digests = createDigests({ ...deps, timezone: config.TIMEZONE });
  deps.schedule.add(digests.task);
  return { services: { digests } };
}
