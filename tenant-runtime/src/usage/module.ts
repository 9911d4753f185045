import type { Blindness } from '../blindness/blindness.ts';
import type { Feeds } from '../feeds/feeds.service.ts';
import type { Base } from '../module.ts';
import { usageRoutes } from './usage.routes.ts';
import { createUsage } from './usage.service.ts';

interface UsageDeps extends Pick<Base, 'db' | 'config'> {
  blindness: Blindness;
  feeds: Pick<Feeds, 'behind'>;
}

/** What was sold against what was used, between two counts. */
export function createUsageModule({ db, config, blindness, feeds }: UsageDeps) {
  const usage = createUsage({ db, timezone: config.TIMEZONE, behind: feeds.behind });
  return { services: { usage }, endpoints: usageRoutes(usage, blindness) };
}
