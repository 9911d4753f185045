import type { ProviderName } from '@ostatok/api/contract/auth.ts';
import { cookieOf } from '@ostatok/kit/node/cookies.ts';
import { newToken, type Secrets } from '@ostatok/kit/node/secrets.ts';
import type { CookieOptions, Request } from 'express';
import { type Attempts, STATE_MINUTES } from '../attempts.ts';

const MINUTE_MS = 60_000;
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
 * and one use: any process can take it, and all of them together take it once. The server keeps no session, only which
 * states were used, as attempts under a limit of one.
 */
export function createStateStore({
  secrets,
  attempts,
  secure,
  now,
}: {
  secrets: Secrets;
  attempts: Pick<Attempts, 'tryCount'>;
  secure: boolean;
  now: () => Date;
}) {
  // «__Host-» prevents a tenant, which lives under the same domain, from setting this cookie
  const name = secure ? '__Host-sign-in' : 'sign-in';
  const options: CookieOptions = { httpOnly: true, sameSite: 'lax', secure, path: '/' };

  function take(sealed: string): Kept | undefined {
    try {
      return JSON.parse(secrets.open(sealed, PURPOSE)) as Kept;
    } catch {
      return undefined;
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
      const isValid = kept?.provider === provider && kept.state === state && kept.until > now().getTime();
      if (!kept || !isValid) {
        done(null, false);
        return;
      }
      attempts.tryCount('providerState', state).then((isFirst) => done(null, isFirst && kept.verifier), done);
    },
  });

  return { of, clear: (req: Request): void => void req.res?.clearCookie(name, options) };
}
export type StateStore = ReturnType<typeof createStateStore>;
