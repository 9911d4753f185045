import type { Blindness } from '../blindness/blindness.ts';
import type { Feeds } from '../feeds/feeds.service.ts';
import type { Base } from '../module.ts';
import { paceOf } from './pace.ts';
import { usageRoutes } from './usage.routes.ts';
import { createUsage } from './usage.service.ts';

interface UsageDeps extends Pick<Base, 'db' | 'clock' | 'config'> {
  blindness: Blindness;
  feeds: Pick<Feeds, 'behind'>;
}

/** What was sold against what was used, between two counts. */
export function createUsageModule({ db, clock, config, blindness, feeds }: UsageDeps) {
  const usage = createUsage({ db, timezone: config.TIMEZONE, behind: feeds.behind });
  const pace = () => paceOf(db, clock(), config.TIMEZONE);
  return { services: { usage }, endpoints: usageRoutes({ ...usage, pace }, blindness) };
}
