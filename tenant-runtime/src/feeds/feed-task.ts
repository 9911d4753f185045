import type { Knex } from '@ostatok/kit/node/db.ts';
import type { ScheduledTask } from '../schedule/schedule.service.ts';
import type { FeedNotices } from './feed-notices.ts';
import { fetchAt, nextAt } from './feed-state.ts';
import { selectFeeds } from './feeds.queries.ts';
import type { Fetching } from './fetching.ts';

interface FeedTaskDeps {
  db: Knex;
  clock: () => Date;
  timezone: string;
  fetching: Fetching;
  notices: FeedNotices;
}

/** What feeds need at their times: to be fetched, one after another, and to be told of when they are late. */
export function createFeedTask({ db, clock, timezone, fetching, notices }: FeedTaskDeps): ScheduledTask {
  return {
    name: 'feeds',

    async nextAt(): Promise<Date | null> {
      const now = clock();
      const times = (await selectFeeds(db)).flatMap((feed) => nextAt(feed, now, timezone)?.getTime() ?? []);
      return times.length === 0 ? null : new Date(Math.min(...times));
    },

    /** Does what is due. Cut off or run by two processes at once, it does nothing twice. */
    async run(): Promise<void> {
      for (const feed of await selectFeeds(db)) {
        const now = clock();
        const at = fetchAt(feed, now, timezone);
        if (at !== null && at <= now) await (await fetching.begin(feed.id))?.done;
        await notices.notify(feed.id);
      }
    },
  };
}
