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
  /** PKCE verifier: without it an intercepted code cannot be exchanged. */
  verifier: string;
  /** Milliseconds since 1970. */
  until: number;
}

type Stored = (error: Error | null, state?: string) => void;
type Verified = (error: Error | null, verifier?: string | false, info?: object) => void;

/**
 * Stores the state of a sign-in under way in the browser that began it, in a sealed HttpOnly cookie, for ten minutes
 * and one use. The server keeps no session, only the used states until they expire.
 */
export function createStateStore({ secrets, secure, now }: { secrets: Secrets; secure: boolean; now: () => Date }) {
  // «__Host-» prevents a tenant, which lives under the same domain, from setting this cookie
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

  /** Called by passport-oauth2, which recognises its interface by the number of parameters. */
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
