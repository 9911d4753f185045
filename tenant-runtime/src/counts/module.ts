import type { UnansweredQuestion } from '../../contract/counts.endpoints.ts';
import type { Blindness } from '../blindness/blindness.ts';
import type { Changes } from '../changes/changes.service.ts';
import type { Live } from '../live/live.ts';
import type { Base } from '../module.ts';
import type { Storage } from '../storage/storage.service.ts';
import { countsRoutes, oneCountRoutes } from './counts.routes.ts';
import { createCounts } from './counts.service.ts';
import { createCountNotices, type NoticeSender } from './notices.service.ts';

interface CountsDeps extends Base {
  changes: Changes;
  blindness: Blindness;
  live: Live;
  storage: Storage;
  hasBot: boolean;
  /** Returns the questions of the chat about the count that nobody has answered. */
  unanswered: (countId: number) => Promise<UnansweredQuestion[]>;
  noticeSender: () => Promise<NoticeSender | undefined>;
}

/** Counts, and their notices in the chat. */
export function createCountsModule({ db, config, clock, log, changes, blindness, live, storage, ...bot }: CountsDeps) {
  const { within } = storage;
  const countNotices = createCountNotices({ db, clock, log, sender: bot.noticeSender, enabled: bot.hasBot });
  const all = createCounts({
    db,
    clock,
    timezone: config.TIMEZONE,
    changes,
    blindness,
    notices: countNotices,
    unanswered: bot.unanswered,
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
    services: { counts, countNotices },
    endpoints: [...countsRoutes(counts), ...oneCountRoutes(counts)],
    close: countNotices.close,
  };
}
