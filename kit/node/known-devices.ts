import { randomUUID } from 'node:crypto';
import type { CookieOptions, Request, Response } from 'express';
import { cookieOf } from './cookies.ts';
import type { Secrets } from './secrets.ts';

const NAME = 'device';
const PURPOSE = 'known-device';
const LIFE_MS = 180 * 86_400_000;

/**
 * Recognises by a sealed cookie a browser that has signed in to an account before. Its attempts are counted apart, so
 * that strangers who guess at the account's password cannot lock its owner out.
 */
export function createKnownDevices({
  secrets,
  secure,
  path,
}: {
  secrets: Pick<Secrets, 'seal' | 'open'>;
  secure: boolean;
  /** The path of the cookie. */
  path: string;
}) {
  const options: CookieOptions = { httpOnly: true, sameSite: 'strict', secure, path, maxAge: LIFE_MS };

  /** The device's id if it is known to this account. */
  function idOf(req: Request, account: string): string | undefined {
    try {
      const device = JSON.parse(secrets.open(cookieOf(req, NAME) ?? '', PURPOSE)) as { id: string; email: string };
      return device.email === account ? device.id : undefined;
    } catch {
      return undefined;
    }
  }

  return {
    idOf,
    /** Keeps the id that the device had: signing in again must not reset its attempts. */
    remember(req: Request, res: Response, account: string): void {
      const id = idOf(req, account) ?? randomUUID();
      res.cookie(NAME, secrets.seal(JSON.stringify({ id, email: account }), PURPOSE), options);
    },
  };
}
export type KnownDevices = ReturnType<typeof createKnownDevices>;
