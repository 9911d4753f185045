import type { Blindness } from '../blindness/blindness.ts';
import type { Base } from '../module.ts';
import { usageRoutes } from './usage.routes.ts';
import { createUsage } from './usage.service.ts';

interface UsageDeps extends Pick<Base, 'db' | 'config'> {
  blindness: Blindness;
}

/** What was sold against what was used, between two counts. */
export function createUsageModule({ db, config, blindness }: UsageDeps) {
  const usage = createUsage({ db, timezone: config.TIMEZONE });
  return { services: { usage }, endpoints: usageRoutes(usage, blindness) };
}
