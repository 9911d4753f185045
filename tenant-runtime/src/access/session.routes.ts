import { Forbidden, Unauthorized } from '@ostatok/kit/node/errors.ts';
import { rememberPerson } from '@ostatok/kit/node/request-scope.ts';
import type { Request, RequestHandler } from 'express';
import type { Actor, Caller, Origin } from './callers.ts';

const callers = new WeakMap<Request, Caller>();

/** Returns the caller of the request; works only behind `signedIn`. */
export function callerOf(req: Request): Caller {
  const caller = callers.get(req);
  if (!caller) throw new Unauthorized();
  return caller;
}

export const bearerOf = (req: Request): string | undefined =>
  /^Bearer ([\w.-]{1,2000})$/i.exec(req.get('authorization') ?? '')?.[1];

export const originOf = (req: Request): Origin => ({ ip: req.ip, device: req.get('user-agent') });

/** Returns the caller with their origin; works only behind `signedIn`. */
export const actorOf = (req: Request): Actor => ({ id: callerOf(req).id, ...originOf(req) });

interface Identifying {
  /** Throws Unauthorized. */
  sessions: { caller(token: string, origin: Origin): Promise<Caller> };
  /** Finds the bridge of the scales that has the token. */
  bridges: { byToken(token: string): Promise<unknown> };
}

export const signedIn =
  ({ sessions, bridges }: Identifying): RequestHandler =>
  async (req, _res, next) => {
    const token = bearerOf(req);
    if (!token) throw new Unauthorized();
    if (await bridges.byToken(token))
      throw new Forbidden('bridge_only', 'Этот вход годится только для показаний весов');
    const caller = await sessions.caller(token, originOf(req));
    callers.set(req, caller);
    rememberPerson({ userId: caller.id, username: caller.username });
    next();
  };

export const adminOnly: RequestHandler = (req, _res, next) => {
  if (callerOf(req).role !== 'admin') throw new Forbidden('admin_only', 'Это может только администратор заведения');
  next();
};

/**
 * Refuses the platform's support: whatever could let it or another person in again, or lead data elsewhere, is up to the
 * tenant's own administrators.
 */
export const notSupport: RequestHandler = (req, _res, next) => {
  if (callerOf(req).support)
    throw new Forbidden('not_for_support', 'Поддержка не управляет входом людей и подключениями');
  next();
};
