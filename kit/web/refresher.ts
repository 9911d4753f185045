import { ApiError, createApiClient } from './api-client.ts';

/** The platform's pair of tokens; all pages of one origin share one session. */
export interface TokenPair {
  token: string;
  /** Empty when the server keeps it in a cookie. */
  refreshToken: string;
}

interface RefresherParts {
  /** Reads the stored tokens, which another tab may have written. */
  read: () => TokenPair | null;
  save: (tokens: TokenPair) => void;
  /** Called when the refresh token is no longer valid. */
  end: () => void;
  /** Returns the next tokens, or null when the refresh token is no longer valid; throws when there was no response. */
  exchange?: (refreshToken: string) => Promise<TokenPair | null>;
  /** Runs work exclusively across all tabs. */
  exclusively?: <T>(work: () => Promise<T>) => Promise<T>;
}

/**
 * Renews tokens in one tab at a time: a refresh token is valid for one use and a second use looks like theft, so that
 * waiting tabs take what the first one got. Resolves to whether there is a token other than the failed one.
 */
export function createRefresher({ read, save, end, exchange = ask, exclusively = inRefreshTurn }: RefresherParts) {
  return (failed: string | null): Promise<boolean> =>
    exclusively(async () => {
      const stored = read();
      if (!stored) return false;
      if (stored.token !== failed) return true;
      const next = await exchange(stored.refreshToken).catch(() => undefined);
      if (next === undefined) return false;
      // A tab does not wait for this lock to sign in or out, so the new tokens may belong to a session that has ended.
      const now = read();
      if (now?.token !== failed) return now !== null;
      if (next) save(next);
      else end();
      return next !== null;
    });
}

/** Whether our server itself rejects the token; the login page of a network or a suspended tenant does not. */
const endsSession = ({ status, body }: ApiError): boolean =>
  (status === 400 || status === 401 || body.code === 'blocked') && typeof body.error === 'string';

const signedOut = createApiClient({ base: '/api', getToken: () => null });

async function ask(refreshToken: string): Promise<TokenPair | null> {
  try {
    return await signedOut.post<TokenPair>('/auth/refresh', { refreshToken });
  } catch (error) {
    if (error instanceof ApiError && endsSession(error)) return null;
    throw error;
  }
}

let queue: Promise<unknown> = Promise.resolve();

/**
 * Runs work while no tab renews tokens: by Web Locks if the page has them (https and localhost), otherwise within this
 * tab only.
 */
export function inRefreshTurn<T>(work: () => Promise<T>): Promise<T> {
  if (navigator.locks) return navigator.locks.request('ostatok-refresh', work) as Promise<T>;
  const turn = queue.then(work, work);
  queue = turn.catch(() => undefined);
  return turn;
}
