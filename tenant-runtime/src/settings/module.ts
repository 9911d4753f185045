import type { Live } from '../live/live.ts';
import type { Base } from '../module.ts';
import type { Schedule } from '../schedule/schedule.service.ts';
import { settingsRoutes } from './settings.routes.ts';
import { createSettings } from './settings.service.ts';
import { venueRoutes } from './venue.routes.ts';

interface SettingsDeps extends Pick<Base, 'db' | 'config'> {
  live: Live;
  schedule: Schedule;
}

/** The tenant's settings and its name. */
export function createSettingsModule({ db, config, live, schedule }: SettingsDeps) {
  const settings = createSettings({
    db,
    onChange() {
      live.venueChanged();
      // they say what is done at which times
      schedule.changed();
    },
  });
  return {
    services: { settings },
    endpoints: [...settingsRoutes(settings), ...venueRoutes({ name: config.VENUE_NAME, timezone: config.TIMEZONE })],
  };
}
