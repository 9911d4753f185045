import type { Base } from '../module.ts';
import type { PlatformClient } from '../platform/platform-client.ts';
import { createSchedule } from './schedule.service.ts';

/** What the tenant does at certain times, awake or asleep. */
export function createScheduleModule(deps: Pick<Base, 'clock' | 'log'> & { platform: PlatformClient }) {
  const schedule = createSchedule(deps);
  return { services: { schedule }, close: schedule.close };
}
