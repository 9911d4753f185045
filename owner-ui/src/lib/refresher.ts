import type { Tokens } from '@ostatok/api/contract/auth.ts';

interface RefresherParts {
  /** As stored this moment, by whichever tab. */
  read: () => Tokens | null;
  /** Answers the next tokens, or null when the refresh token is no longer good; throws when nobody answered. */
  exchange: (refreshToken: string) => Promise<Tokens | null>;
  save: (tokens: Tokens) => void;
  end: () => void;
  /** Runs one at a time over all tabs. */
  exclusively: <T>(work: () => Promise<T>) => Promise<T>;
}

/**
 * A refresh token is good for one use, and a second use looks like theft: so one tab at a time, and whoever waited
 * takes what the first one brought. Resolves to whether there is a token other than the one that failed.
 */
export function createRefresher({ read, exchange, save, end, exclusively }: RefresherParts) {
  return (failed: string): Promise<boolean> =>
    exclusively(async () => {
      const stored = read();
      if (!stored) return false;
      if (stored.token !== failed) return true;
      if (!stored.refreshToken) {
        end();
        return false;
      }
      const next = await exchange(stored.refreshToken).catch(() => undefined);
      if (next) save(next);
      if (next === null) end();
      return Boolean(next);
    });
}

let queue: Promise<unknown> = Promise.resolve();

/** Web Locks where the page has them (https and localhost), else in line within this tab. */
export function exclusively<T>(work: () => Promise<T>): Promise<T> {
  if (navigator.locks) return navigator.locks.request('ostatok-refresh', work) as Promise<T>;
  const turn = queue.then(work, work);
  queue = turn.catch(() => undefined);
  return turn;
}
