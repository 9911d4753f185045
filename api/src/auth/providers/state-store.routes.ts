import type { ProviderName } from '@ostatok/api/contract/auth.ts';
import { cookieOf } from '@ostatok/kit/node/cookies.ts';
import { newToken, type Secrets } from '@ostatok/kit/node/secrets.ts';
import type { CookieOptions, Request } from 'express';

const MINUTE_MS = 60_000;
const STATE_MINUTES = 10;
const PURPOSE = 'provider-state';

interface Kept {
  provider: ProviderName;
  state: string;
  /** PKCE: whoever catches the code cannot exchange it without this. */
  verifier: string;
  /** Milliseconds since 1970. */
  until: number;
}

type Stored = (error: Error | null, state?: string) => void;
type Verified = (error: Error | null, verifier?: string | false, info?: object) => void;

/**
 * What a sign-in under way must remember, kept in the browser that began it: sealed, out of scripts' reach, for ten
 * minutes and one use. The server holds no session, but the states already used, until they run out by themselves.
 */
export function createStateStore({ secrets, secure, now }: { secrets: Secrets; secure: boolean; now: () => Date }) {
  // «__Host-» keeps a venue, which lives under the same domain, from planting one of its own
  const name = secure ? '__Host-sign-in' : 'sign-in';
  const options: CookieOptions = { httpOnly: true, sameSite: 'lax', secure, path: '/' };
  const used = new Map<string, number>();

  function take(sealed: string): Kept | undefined {
    try {
      return JSON.parse(secrets.open(sealed, PURPOSE)) as Kept;
    } catch {
      return undefined;
    }
  }

  function forgetOld(at: number): void {
    for (const [state, until] of used) {
      if (until > at) return;
      used.delete(state);
    }
  }

  /** As passport-oauth2 calls it: the number of parameters tells it which of its interfaces this is. */
  const of = (provider: ProviderName) => ({
    store(req: Request, verifier: string, _state: unknown, _meta: unknown, done: Stored): void {
      const kept: Kept = { provider, state: newToken(), verifier, until: now().getTime() + STATE_MINUTES * MINUTE_MS };
      const sealed = secrets.seal(JSON.stringify(kept), PURPOSE);
      req.res?.cookie(name, sealed, { ...options, maxAge: STATE_MINUTES * MINUTE_MS });
      done(null, kept.state);
    },

    verify(req: Request, state: string, _meta: unknown, done: Verified): void {
      const kept = take(cookieOf(req, name) ?? '');
      const at = now().getTime();
      forgetOld(at);
      if (!kept || kept.provider !== provider || kept.state !== state || kept.until <= at || used.has(state)) {
        done(null, false);
        return;
      }
      used.set(state, kept.until);
      done(null, kept.verifier);
    },
  });

  return { of, clear: (req: Request): void => void req.res?.clearCookie(name, options) };
}
export type StateStore = ReturnType<typeof createStateStore>;
