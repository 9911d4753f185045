import { cookieOf } from '@ostatok/kit/node/cookies.ts';
import type { CookieOptions, Request, Response } from 'express';

const NAME = 'provider-return';
const LIFE_MS = 60_000;

const options = (secure: boolean): CookieOptions => ({
  httpOnly: true,
  sameSite: 'strict',
  secure,
  path: '/api/auth/refresh',
});

/** The refresh token of a sign-in through a provider: an address is no place for it, so the page fetches it at once. */
export function leaveReturnToken(res: Response, refreshToken: string, secure: boolean): void {
  res.cookie(NAME, refreshToken, { ...options(secure), maxAge: LIFE_MS });
}

/** Once: the answer takes the cookie away. */
export function takeReturnToken(req: Request, res: Response): string | undefined {
  const token = cookieOf(req, NAME);
  if (token !== undefined) res.clearCookie(NAME, options(req.secure));
  return token;
}
