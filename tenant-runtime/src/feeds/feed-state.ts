import type { FeedState } from '../../contract/feeds.ts';
import type { FeedRow } from '../tables.ts';
import { addDays, dueAt, LATE_AFTER_MS, lastDueDay } from './days.ts';

const isPulled = ({ kind }: Pick<FeedRow, 'kind'>): boolean => kind !== 'upload';
export const isStopped = ({ enabled, refused }: Pick<FeedRow, 'enabled' | 'refused'>): boolean => !enabled || refused;

/** Returns the last finished day, if it should have come three hours ago. */
export function missingDay(feed: FeedRow, now: Date, timezone: string): string | null {
  const before = new Date(now.getTime() - LATE_AFTER_MS);
  if (feed.created_at > before) return null;
  const day = lastDueDay(before, feed, timezone);
  return feed.last_day === null || feed.last_day < day ? day : null;
}

export function stateOf(feed: FeedRow, now: Date, timezone: string): FeedState {
  if (isStopped(feed)) return 'stopped';
  if (feed.error !== null) return 'failed';
  return missingDay(feed, now, timezone) === null ? 'healthy' : 'late';
}

/** Returns the state that administrators have to know of; nobody is notified of what they have switched off. */
export function troubleOf(feed: FeedRow, now: Date, timezone: string): FeedState | null {
  const state = stateOf(feed, now, timezone);
  return state === 'healthy' || !feed.enabled ? null : state;
}

/** Returns when a feed is to be fetched next; null for one that is not. */
export function fetchAt(feed: FeedRow, now: Date, timezone: string): Date | null {
  if (!isPulled(feed) || isStopped(feed)) return null;
  // what another process is fetching, or was when it was cut off
  if (feed.claimed_until !== null && feed.claimed_until > now) return feed.claimed_until;
  const due = lastDueDay(now, feed, timezone);
  const isUpToDate = feed.error === null && feed.last_day !== null && feed.last_day >= due;
  return isUpToDate ? dueAt(addDays(due, 1), feed, timezone) : (feed.retry_at ?? now);
}

/** Returns when a feed will be late if nothing comes; null when that is known already. */
function lateAt(feed: FeedRow, now: Date, timezone: string): Date | null {
  if (!feed.enabled || feed.notified !== null) return null;
  const next = feed.last_day === null ? lastDueDay(now, feed, timezone) : addDays(feed.last_day, 1);
  const from = Math.max(dueAt(next, feed, timezone).getTime(), feed.created_at.getTime());
  return new Date(from + LATE_AFTER_MS);
}

/** Returns when a feed needs anything next. */
export function nextAt(feed: FeedRow, now: Date, timezone: string): Date | null {
  const times = [fetchAt(feed, now, timezone), lateAt(feed, now, timezone)].filter((time) => time !== null);
  return times.length === 0 ? null : new Date(Math.min(...times.map((time) => time.getTime())));
}
