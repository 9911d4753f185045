import { networkOf } from '@ostatok/kit/node/addresses.ts';
import { createAttempts } from '@ostatok/kit/node/attempts.ts';
import type { Knex } from '@ostatok/kit/node/db.ts';
import { AppError, Conflict, NotFound } from '@ostatok/kit/node/errors.ts';
import { hashToken } from '@ostatok/kit/node/secrets.ts';
import type { FeedRow } from '../tables.ts';
import { dayText } from './days.ts';
import { FeedFailure } from './feed-failure.ts';
import type { FeedNotices } from './feed-notices.ts';
import { findFeedByUploadHash, updateFeed } from './feeds.queries.ts';
import type { Taking } from './taking.ts';

interface ReportsDeps {
  db: Knex;
  clock: () => Date;
  taking: Taking;
  notices: FeedNotices;
  onChange: () => void;
}

/** Wrong secrets of one network, and reports of one feed; a till sends one a day. */
const LIMITS = {
  wrongSecret: { points: 60, duration: 15 * 60 },
  report: { points: 30, duration: 3600 },
};

/** Takes reports that tills send to an address of their own. */
export function createReports({ db, clock, taking, notices, onChange }: ReportsDeps) {
  const attempts = createAttempts(LIMITS);

  async function failed({ id, attempts: before }: FeedRow, error: string): Promise<void> {
    await updateFeed(db, id, { error, attempts: before + 1, tried_at: clock() });
    await notices.notify(id);
    onChange();
  }

  return {
    /** Finds the feed that a secret belongs to. Throws NotFound, Conflict, TooMany. */
    async feedOf(secret: string, ip: string | undefined): Promise<FeedRow> {
      const feed = await findFeedByUploadHash(db, hashToken(secret));
      if (!feed) {
        await attempts.count({ wrongSecret: networkOf(ip) });
        throw new NotFound('Такого адреса для отчётов нет: возьмите его на странице «Продажи»');
      }
      if (!feed.enabled) throw new Conflict('feed_stopped', 'Приём отчётов по этому адресу выключен');
      await attempts.count({ report: String(feed.id) });
      return feed;
    },

    /** Writes a report at once, or keeps it as a draft and says why. Throws AppError. */
    async receive(feed: FeedRow, report: { path: string; filename: string; day: string | undefined }) {
      const { path, filename, day } = report;
      try {
        const period = day === undefined ? undefined : { from: day, to: day };
        const { file, doubt } = await taking.take(feed, { path, filename, period });
        const { from, to } = file;
        if (doubt !== null) {
          await failed(feed, doubt);
          return { applied: false, message: doubt, from, to };
        }
        const last_day = feed.last_day !== null && feed.last_day > to ? feed.last_day : to;
        await updateFeed(db, feed.id, { last_day, error: null, attempts: 0, tried_at: clock() });
        await notices.notify(feed.id);
        onChange();
        const days = from === to ? dayText(from) : `${dayText(from)} — ${dayText(to)}`;
        return { applied: true, message: `Продажи записаны: ${days}`, from, to };
      } catch (error) {
        if (error instanceof FeedFailure) {
          await failed(feed, error.message);
          throw new AppError(422, 'report_not_understood', error.message);
        }
        if (error instanceof AppError) await failed(feed, error.message);
        throw error;
      }
    },
  };
}
export type Reports = ReturnType<typeof createReports>;
