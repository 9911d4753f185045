import { randomUUID } from 'node:crypto';
import type { Secrets } from '@ostatok/kit/node/secrets.ts';
import type { CookieOptions, Request, Response } from 'express';
import { cookieOf } from './cookies.routes.ts';

const NAME = 'device';
const PURPOSE = 'known-device';
const LIFE_MS = 180 * 86_400_000;

/**
 * A browser that has signed in to an account before is known by a sealed cookie. Its attempts are counted apart, so
 * that strangers who guess at the account's password cannot keep its owner out.
 */
export function createKnownDevices({ secrets, secure }: { secrets: Secrets; secure: boolean }) {
  const options: CookieOptions = {
    httpOnly: true,
    sameSite: 'strict',
    secure,
    path: '/api/auth/login',
    maxAge: LIFE_MS,
  };

  /** The device's id where it is known to this account. */
  function idOf(req: Request, email: string): string | undefined {
    try {
      const device = JSON.parse(secrets.open(cookieOf(req, NAME) ?? '', PURPOSE)) as { id: string; email: string };
      return device.email === email ? device.id : undefined;
    } catch {
      return undefined;
    }
  }

  return {
    idOf,
    /** Keeps the id it had: signing in anew must not give attempts anew. */
    remember(req: Request, res: Response, email: string): void {
      const id = idOf(req, email) ?? randomUUID();
      res.cookie(NAME, secrets.seal(JSON.stringify({ id, email }), PURPOSE), options);
    },
  };
}
export type KnownDevices = ReturnType<typeof createKnownDevices>;
