import { CHARGE_NOTICE_DAYS, WARNING_DAYS } from '@ostatok/api/contract/billing.ts';
import { announceCharge, announceRise } from './announcements.ts';
import { warn } from './expiry-warnings.ts';
import { type DueDeps, runOne } from './renewals.ts';
import { methodOf } from './saved-method.ts';
import { listDearer, listDue, listEnding } from './subscriptions.queries.ts';

const DAY_MS = 86_400_000;
const BATCH = 100;

async function announce(deps: DueDeps, userId: number): Promise<void> {
  await deps.locks.tryWithLockedSubscription(
    userId,
    async (locked) => {
      const method = await methodOf(deps, locked);
      if (method) await announceCharge(locked, method, deps.letters);
    },
    { skipLocked: true },
  );
}

const notifyOfRise = ({ locks, letters }: DueDeps, userId: number): Promise<void> =>
  locks.tryWithLockedSubscription(userId, (locked) => announceRise(locked, letters), { skipLocked: true });

async function eachOf(
  { log }: DueDeps,
  list: (after: number) => Promise<number[]>,
  work: (userId: number) => Promise<void>,
  failed: string,
): Promise<void> {
  let after = 0;
  for (;;) {
    const ids = await list(after);
    for (const userId of ids) await work(userId).catch((error) => log?.error({ err: error, userId }, failed));
    after = ids.at(-1) ?? after;
    if (ids.length < BATCH) return;
  }
}

/**
 * Ends, renewals, repeated charges, warnings and announcements. A failure with one owner does not stop the others.
 */
async function runDue(deps: DueDeps): Promise<void> {
  const at = deps.now();
  const horizon = new Date(at.getTime() + Math.max(...WARNING_DAYS) * DAY_MS);
  await eachOf(
    deps,
    (after) => listDue(deps.db, at, after, BATCH),
    (userId) => runOne(deps, userId),
    'a due subscription not handled',
  );
  await eachOf(
    deps,
    (after) => listEnding(deps.db, at, horizon, after, BATCH),
    (userId) => warn(deps, userId),
    'a warning not sent',
  );
  const soon = new Date(at.getTime() + CHARGE_NOTICE_DAYS * DAY_MS);
  await eachOf(
    deps,
    (after) => listEnding(deps.db, at, soon, after, BATCH),
    (userId) => announce(deps, userId),
    'a coming charge not announced',
  );
  await eachOf(
    deps,
    (after) => listDearer(deps.db, after, BATCH),
    (userId) => notifyOfRise(deps, userId),
    'a higher price not announced',
  );
}

/**
 * Scheduled work. Each step is idempotent, runs under the owner's lock, and is safe with several concurrent processes.
 */
export function createDue(deps: DueDeps) {
  return {
    runDue: () => runDue(deps),
  };
}
