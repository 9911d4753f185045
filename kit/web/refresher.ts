import { ApiError, createApiClient } from './api-client.ts';

/** The platform's pair; all its pages of one address share one sign-in. */
export interface TokenPair {
  token: string;
  /** Empty where the server keeps it in a cookie. */
  refreshToken: string;
}

interface RefresherParts {
  /** As stored this moment, by whichever tab. */
  read: () => TokenPair | null;
  save: (tokens: TokenPair) => void;
  /** The refresh token is no longer good. */
  end: () => void;
  /** Answers the next tokens, or null when the refresh token is no longer good; throws when nobody answered. */
  exchange?: (refreshToken: string) => Promise<TokenPair | null>;
  /** Runs one at a time over all tabs. */
  exclusively?: <T>(work: () => Promise<T>) => Promise<T>;
}

/**
 * A refresh token is good for one use, and a second use looks like theft: so one tab at a time, and whoever waited
 * takes what the first one brought. Resolves to whether there is a token other than the one that failed.
 */
export function createRefresher({ read, save, end, exchange = ask, exclusively = inRefreshTurn }: RefresherParts) {
  return (failed: string | null): Promise<boolean> =>
    exclusively(async () => {
      const stored = read();
      if (!stored) return false;
      if (stored.token !== failed) return true;
      const next = await exchange(stored.refreshToken).catch(() => undefined);
      if (next === undefined) return false;
      // no tab waits for this turn to sign in or out: what came for the sign-in before is nobody's then
      const now = read();
      if (now?.token !== failed) return now !== null;
      if (next) save(next);
      else end();
      return next !== null;
    });
}

/** Our server's own word on the token; a network that asks to pay, or a venue that is suspended, says none. */
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

/** While it runs no tab refreshes: by Web Locks where the page has them (https and localhost), else within this tab. */
export function inRefreshTurn<T>(work: () => Promise<T>): Promise<T> {
  if (navigator.locks) return navigator.locks.request('ostatok-refresh', work) as Promise<T>;
  const turn = queue.then(work, work);
  queue = turn.catch(() => undefined);
  return turn;
}
