import type { UserRole } from '@ostatok/api/contract/auth.ts';

/** Who is asking. */
export interface Caller {
  userId: number;
  email: string;
  role: UserRole;
  /** The sign-in: all its refresh tokens share it. */
  sessionId: string;
  /** An administrator who has to set up a second factor or another password before anything else. */
  mustSecure: boolean;
}

type SessionState = { caller: Caller; blocked: boolean } | undefined;

const MAX_ENTRIES = 10_000;

/**
 * Remembers for a few seconds how a sign-in stands, so that a request costs no query. Forgotten at once in the process
 * that blocks, signs out or revokes; another API process follows within the time given.
 */
export function createCallerCache(ttlMs: number, now: () => Date) {
  const entries = new Map<string, { until: number; userId: number; state: SessionState }>();
  let forgettings = 0;

  return {
    async get(sessionId: string, userId: number, load: () => Promise<SessionState>): Promise<SessionState> {
      const at = now().getTime();
      const known = entries.get(sessionId);
      // also where the clock was set back meanwhile: never for longer than the time given
      const isFresh = known !== undefined && known.until > at && known.until <= at + ttlMs;
      if (isFresh && known.userId === userId) return known.state;
      const before = forgettings;
      const state = await load();
      // what was read before a block must not be remembered after it
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
