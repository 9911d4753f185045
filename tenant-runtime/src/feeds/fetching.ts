import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Knex } from '@ostatok/kit/node/db.ts';
import { AppError } from '@ostatok/kit/node/errors.ts';
import type { Logger } from '@ostatok/kit/node/log.ts';
import type { EgressAccess } from '../egress/tunnel.ts';
import type { FeedRow } from '../tables.ts';
import type { ConnectOutside } from './connecting.ts';
import { lastDueDay, type Period, periodsToFetch } from './days.ts';
import { FeedFailure } from './feed-failure.ts';
import type { FeedNotices } from './feed-notices.ts';
import { missingDay } from './feed-state.ts';
import { claimFeed, updateClaimed, updateFeed } from './feeds.queries.ts';
import type { SendOutgoing } from './outgoing.ts';
import type { FeedSecrets } from './secrets.ts';
import type { Taking } from './taking.ts';

export interface FetchingDeps {
  db: Knex;
  clock: () => Date;
  log: Logger;
  timezone: string;
  posterApiRoot: string;
  /** What the platform connects this tenant by. */
  egress: EgressAccess;
  secrets: FeedSecrets;
  taking: Taking;
  notices: FeedNotices;
  onChange: () => void;
}

/** Milliseconds of a claim: longer than one period takes. After that another process may continue. */
const CLAIMED_MS = 10 * 60_000;
const MINUTE_MS = 60_000;
/** Minutes to wait after each failure in a row. */
const RETRY_MINUTES = [10, 30, 60, 120, 180];
/** Minutes between two looks into a mailbox whose report has not come, and once it is late. */
const LOOK_MINUTES = 60;
const LATE_LOOK_MINUTES = 180;

/** Days of one request: a week of an iikoServer, which names days; a day of Poster, which does not. */
const daysAtOnce = ({ kind }: FeedRow): number => (kind === 'iiko' ? 7 : 1);

/** Fetches what tills have sold. What is known of a till is loaded only here: most venues have none. */
export function createFetching(deps: FetchingDeps) {
  const { db, clock, log, timezone, secrets, taking, notices, onChange } = deps;
  const running = new Set<Promise<void>>();
  const closing = new AbortController();
  let sending: Promise<SendOutgoing> | undefined;
  const later = (ms: number): Date => new Date(clock().getTime() + ms);

  async function connecting(): Promise<ConnectOutside> {
    const [{ createConnecting }, { createTunnels }] = await Promise.all([
      import('./connecting.ts'),
      import('../egress/tunnel.ts'),
    ]);
    return createConnecting(createTunnels(deps.egress));
  }

  async function outgoing(): Promise<SendOutgoing> {
    const { createOutgoing } = await import('./outgoing.ts');
    return createOutgoing({ connect: await connecting() });
  }

  /** Returns what writes a period's sales to a file; false where there were none. */
  async function sourceOf(feed: FeedRow): Promise<(period: Period, to: string) => Promise<boolean>> {
    sending ??= outgoing();
    const send = await sending;
    const { signal } = closing;
    const secret = secrets.open(feed);
    if (feed.kind === 'poster') {
      const { fetchPosterDay } = await import('./poster.ts');
      const account = { token: secret, store: feed.store };
      return ({ from }, to) => fetchPosterDay({ send, apiRoot: deps.posterApiRoot }, account, from, to, signal);
    }
    const { createIiko } = await import('./iiko.ts');
    const { store, fingerprint } = feed;
    const account = { address: feed.address ?? '', login: feed.login ?? '', password: secret, store, fingerprint };
    const remember = async (session: object | null): Promise<void> => {
      await updateFeed(db, feed.id, { session_sealed: session && secrets.seal(JSON.stringify(session)) });
    };
    const iiko = createIiko({ send, remember, left: secrets.sessionOf(feed) }, account);
    return (period, to) => iiko.fetch(period, to, signal);
  }

  /** Renews the claim and writes how far it came; throws where the feed is another's by now. */
  async function renew(feed: FeedRow, claim: { until: Date }, last_day: string | null): Promise<void> {
    closing.signal.throwIfAborted();
    const until = later(CLAIMED_MS);
    const isOurs = await updateClaimed(db, feed.id, claim.until, { last_day, claimed_until: until });
    if (!isOurs) throw new DOMException('the feed was changed', 'AbortError');
    claim.until = until;
  }

  /** Reads letters; says what was not understood, and when to look again where the report has not come. */
  async function fetchLetters(feed: FeedRow, claim: { until: Date }): Promise<Partial<FeedRow>> {
    const { readMail } = await import('./reading-mail.ts');
    let row = feed;
    const onLetter = (last_day: string | null): Promise<void> => {
      row = { ...row, last_day };
      return renew(feed, claim, last_day);
    };
    const reading = { db, clock, taking, notices, onLetter, connect: await connecting() };
    const error = await readMail(reading, feed, secrets.open(feed), closing.signal);
    const now = clock();
    const isThere = error === null && (row.last_day ?? '') >= lastDueDay(now, feed, timezone);
    const minutes = missingDay(row, now, timezone) === null ? LOOK_MINUTES : LATE_LOOK_MINUTES;
    return { error, retry_at: isThere ? null : later(minutes * MINUTE_MS) };
  }

  async function fetchPeriods(feed: FeedRow, claim: { until: Date }): Promise<Partial<FeedRow>> {
    const fetch = await sourceOf(feed);
    let last = feed.last_day ?? '';
    for (const period of periodsToFetch(feed.last_day, lastDueDay(clock(), feed, timezone), daysAtOnce(feed))) {
      const path = join(tmpdir(), `feed-${randomUUID()}`);
      try {
        const hasSales = await fetch(period, path);
        // what was asked of a place that is not the feed's any more is not written
        await renew(feed, claim, last || null);
        if (hasSales) await taking.takeFetched(feed, path, period);
      } finally {
        await rm(path, { force: true });
      }
      last = last > period.to ? last : period.to;
      await renew(feed, claim, last);
    }
    return {};
  }

  /** Says what to write of a failure; what is a bug of ours is logged. */
  function failed(feed: FeedRow, error: unknown): Partial<FeedRow> {
    const isKnown = error instanceof FeedFailure || error instanceof AppError;
    if (!isKnown) log.error({ err: error, feed: feed.id }, 'a feed failed');
    const attempts = feed.attempts + 1;
    const minutes = RETRY_MINUTES[Math.min(attempts, RETRY_MINUTES.length) - 1] as number;
    return {
      error: isKnown ? error.message : 'Что-то сломалось у нас. Попробуем ещё раз сами',
      refused: error instanceof FeedFailure && error.refused,
      seen_fingerprint: error instanceof FeedFailure ? error.fingerprint : null,
      attempts,
      retry_at: later(minutes * MINUTE_MS),
      claimed_until: null,
    };
  }

  const succeeded: Partial<FeedRow> = {
    error: null,
    seen_fingerprint: null,
    attempts: 0,
    retry_at: null,
    claimed_until: null,
  };

  async function fetchClaimed(feed: FeedRow, until: Date): Promise<void> {
    const claim = { until };
    try {
      const outcome = await (feed.kind === 'mail' ? fetchLetters : fetchPeriods)(feed, claim);
      await updateClaimed(db, feed.id, claim.until, { ...succeeded, ...outcome });
    } catch (error) {
      const isCutOff = error instanceof DOMException && error.name === 'AbortError';
      await updateClaimed(db, feed.id, claim.until, isCutOff ? { claimed_until: null } : failed(feed, error));
    }
    await notices.notify(feed.id);
    onChange();
  }

  return {
    /** Fetches what a feed misses, unless another process is doing so; undefined where nothing was begun. */
    async begin(id: number): Promise<{ done: Promise<void> } | undefined> {
      if (closing.signal.aborted) return undefined;
      const until = later(CLAIMED_MS);
      const feed = await claimFeed(db, id, clock(), until);
      if (!feed) return undefined;
      const done = fetchClaimed(feed, until).finally(() => running.delete(done));
      running.add(done);
      return { done };
    },

    /** Cuts off what is being fetched; sessions of tills are ended. */
    async close(): Promise<void> {
      closing.abort();
      await Promise.allSettled(running);
    },
  };
}
export type Fetching = ReturnType<typeof createFetching>;
