import type { Knex } from '@ostatok/kit/node/db.ts';
import type { Count } from '../../contract/counts.endpoints.ts';
import type { Usage } from '../../contract/usage.endpoints.ts';
import type { Counts } from '../counts/counts.service.ts';
import type { Feeds } from '../feeds/feeds.service.ts';
import type { Notices } from '../notices/notices.service.ts';
import type { ScheduledTask } from '../schedule/schedule.service.ts';
import type { SettingsService } from '../settings/settings.service.ts';
import type { UsageReports } from '../usage/usage.service.ts';
import { countMissed, insertDigest, selectUncounted, selectWeek, type Uncounted } from './digest.queries.ts';

const DAY_MS = 24 * 3600_000;
/** A venue where nobody has done anything for so long gets no digest. */
const QUIET_MS = 14 * DAY_MS;
/** A venue that has been quiet for so long is not even woken for one. */
const DORMANT_MS = 35 * DAY_MS;
const UNCOUNTED_MS = 14 * DAY_MS;

/** What the owner should know of a week. */
export interface Digest {
  /** The Monday on which it begins, and the Sunday on which it ends. */
  from: string;
  to: string;
  /** How many counts of the stock were closed in it. */
  closed: number;
  /** The last one, whenever it was closed; null before the first. */
  last: Count | null;
  /** Between the last two counts, where the later one was closed in the week. */
  usage: Usage | null;
  uncounted: Uncounted;
  /** Scheduled counts that nobody has begun. */
  missed: number;
  /** Feeds of sales that have not brought the whole week. */
  late: Usage['sold']['behind'];
}

interface Deps {
  db: Knex;
  clock: () => Date;
  timezone: string;
  /** False for a tenant without a bot, which has no chat to write to. */
  counts: Pick<Counts, 'list'>;
  usage: Pick<UsageReports, 'counts' | 'between'>;
  feeds: Pick<Feeds, 'behind'>;
  settings: Pick<SettingsService, 'get'>;
  notices: Pick<Notices, 'queue' | 'send'>;
}

const dayAfter = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10);

/** Every Monday at noon administrators read what the week has cost and what nobody has counted. */
export function createDigests({ db, clock, timezone, counts, usage, feeds, settings, notices }: Deps) {
  const week = () => selectWeek(db, clock(), timezone);
  const isWanted = async (): Promise<boolean> => (await settings.get()).weeklyDigest;

  const task: ScheduledTask = {
    name: 'digest',
    async nextAt() {
      if (!(await isWanted())) return null;
      const { at, next, first, last, isMade } = await week();
      if (!first || !last) return null;
      if (!isMade && first < at) return at;
      return next.getTime() - last.getTime() < DORMANT_MS ? next : null;
    },
    async run() {
      const now = clock();
      const { week: monday, at, last } = await week();
      await db.transaction(async (trx) => {
        if (!(await insertDigest(trx, monday, now))) return;
        const isQuiet = !last || at.getTime() - last.getTime() > QUIET_MS;
        // what was due days ago is no news
        if (isQuiet || now.getTime() - at.getTime() > DAY_MS) return;
        await notices.queue(trx, { kind: 'digest', data: { week: monday }, userId: null, createdAt: now });
      });
      notices.send();
    },
  };

  return {
    task,
    /** Returns the digest of the week that begins on that Monday, as of now. */
    async of(from: string): Promise<Digest> {
      const { at } = await week();
      const to = dayAfter(from, 6);
      const begun = new Date(at.getTime() - 7 * DAY_MS);
      const isOfWeek = ({ closedAt }: Count): boolean =>
        closedAt !== null && Date.parse(closedAt) >= begun.getTime() && Date.parse(closedAt) < at.getTime();
      const [{ counts: closed }, { counts: comparable }, uncounted, missed, late] = await Promise.all([
        counts.list({ status: 'closed' }, { offset: 0, limit: 50, order: 'desc' }, null),
        usage.counts(),
        selectUncounted(db, new Date(clock().getTime() - UNCOUNTED_MS)),
        countMissed(db, begun, at),
        feeds.behind(to),
      ]);
      const stock = closed.filter(({ spot }) => !spot);
      const [later, earlier] = comparable;
      const isFresh = later && earlier && stock.some((count) => count.id === later.id && isOfWeek(count));
      return {
        from,
        to,
        closed: stock.filter(isOfWeek).length,
        last: stock[0] ?? null,
        usage: isFresh ? await usage.between({ from: earlier.id, to: later.id }) : null,
        uncounted,
        missed,
        late,
      };
    },
  };
}
export type Digests = ReturnType<typeof createDigests>;
