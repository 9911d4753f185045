import type { UserRole } from '@ostatok/api/contract/auth.ts';

/** The user who sent the request. */
export interface Caller {
  userId: number;
  email: string;
  role: UserRole;
  /** The sign-in: all its refresh tokens share this id. */
  sessionId: string;
  /** True for an administrator who must set up a second factor or a new password before anything else. */
  mustSecure: boolean;
}

/** Tells who sent an access token. Throws Unauthorized, or Forbidden for a blocked user. */
export interface CallerSource {
  callerOf(accessToken: string): Promise<Caller>;
}

type SessionState = { caller: Caller; blocked: boolean } | undefined;

const MAX_ENTRIES = 10_000;

/**
 * Caches the state of sign-ins for a few seconds, so that a request costs no query. The process that blocks, signs out
 * or revokes evicts the entry at once; other API processes follow within `ttlMs`.
 */
export function createCallerCache(ttlMs: number, now: () => Date) {
  const entries = new Map<string, { until: number; userId: number; state: SessionState }>();
  let forgettings = 0;

  return {
    async get(sessionId: string, userId: number, load: () => Promise<SessionState>): Promise<SessionState> {
      const at = now().getTime();
      const known = entries.get(sessionId);
      // the second comparison matters when the clock was set back: no entry lives longer than `ttlMs`
      const isFresh = known !== undefined && known.until > at && known.until <= at + ttlMs;
      if (isFresh && known.userId === userId) return known.state;
      const before = forgettings;
      const state = await load();
      // a state that was read before a block must not be cached after it
      if (before !== forgettings) return state;
      entries.delete(sessionId);
      entries.set(sessionId, { until: at + ttlMs, userId, state });
      const oldest = entries.keys().next().value;
      if (entries.size > MAX_ENTRIES && oldest !== undefined) entries.delete(oldest);
      return state;
    },
    forget(userId: number): void {
      forgettings += 1;
      for (const [sessionId, entry] of entries) if (entry.userId === userId) entries.delete(sessionId);
    },
  };
}
