import type { UnansweredQuestion } from '../../contract/counts.endpoints.ts';
import type { Blindness } from '../blindness/blindness.ts';
import type { Changes } from '../changes/changes.service.ts';
import type { Live } from '../live/live.ts';
import type { Base } from '../module.ts';
import type { Notices } from '../notices/notices.service.ts';
import type { Storage } from '../storage/storage.service.ts';
import { countsRoutes, oneCountRoutes } from './counts.routes.ts';
import { createCounts } from './counts.service.ts';

interface CountsDeps extends Base {
  changes: Changes;
  blindness: Blindness;
  live: Live;
  storage: Storage;
  notices: Notices;
  /** Returns the questions of the chat about the count that nobody has answered. */
  unanswered: (countId: number) => Promise<UnansweredQuestion[]>;
}

export function createCountsModule({ db, config, clock, changes, blindness, live, storage, ...deps }: CountsDeps) {
  const { within } = storage;
  const all = createCounts({
    db,
    clock,
    timezone: config.TIMEZONE,
    changes,
    blindness,
    notices: deps.notices,
    unanswered: deps.unanswered,
    onCount: live.countChanged,
    onBlindness: () => {
      live.venueChanged();
      live.everythingChanged();
    },
  });
  const counts = {
    ...all,
    open: within(all.open),
    enter: within(all.enter, all.areEntered),
    reopen: within(all.reopen),
  };
  return {
    services: { counts },
    endpoints: [...countsRoutes(counts), ...oneCountRoutes(counts)],
  };
}
