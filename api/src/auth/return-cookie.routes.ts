import { cookieOf } from '@ostatok/kit/node/cookies.ts';
import type { CookieOptions, Request, Response } from 'express';

const LIFE_MS = 60_000;

// «__Host-» prevents a tenant, which lives under the same domain, from setting this cookie
const nameOf = (secure: boolean): string => (secure ? '__Host-provider-return' : 'provider-return');
const optionsOf = (secure: boolean): CookieOptions => ({ httpOnly: true, sameSite: 'strict', secure, path: '/' });

/** Ties the return from a provider to the browser that began the sign-in. */
export function leaveReturnCookie(res: Response, value: string, secure: boolean): void {
  res.cookie(nameOf(secure), value, { ...optionsOf(secure), maxAge: LIFE_MS });
}

/** Reads the cookie once: the answer deletes it. */
export function takeReturnCookie(req: Request, res: Response, secure: boolean): string | undefined {
  const value = cookieOf(req, nameOf(secure));
  if (value !== undefined) res.clearCookie(nameOf(secure), optionsOf(secure));
  return value;
}
