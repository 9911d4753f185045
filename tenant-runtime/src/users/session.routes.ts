import { Forbidden, Unauthorized } from '@ostatok/kit/node/errors.ts';
import { parse } from '@ostatok/kit/node/http.ts';
import { type Request, type RequestHandler, Router } from 'express';
import { loginSchema } from '../../contract/users.ts';
import type { Bridges } from './bridges.service.ts';
import type { Caller, Sessions } from './sessions.service.ts';

const callers = new WeakMap<Request, Caller>();

/** Who is asking; only behind `signedIn`. */
export function callerOf(req: Request): Caller {
  const caller = callers.get(req);
  if (!caller) throw new Unauthorized();
  return caller;
}

export const signedIn =
  (sessions: Sessions, bridges: Bridges): RequestHandler =>
  async (req, _res, next) => {
    const [, token] = /^Bearer ([\w.-]{1,2000})$/i.exec(req.get('authorization') ?? '') ?? [];
    if (!token) throw new Unauthorized();
    if (await bridges.byToken(token))
      throw new Forbidden('bridge_only', 'Этот вход годится только для показаний весов');
    callers.set(req, await sessions.caller(token));
    next();
  };

export const adminOnly: RequestHandler = (req, _res, next) => {
  if (callerOf(req).role !== 'admin') throw new Forbidden('admin_only', 'Это может только администратор заведения');
  next();
};

/** What would let the platform's support in again, or somebody else, is the venue's own. */
export const notSupport: RequestHandler = (req, _res, next) => {
  if (callerOf(req).support) throw new Forbidden('not_for_support', 'Поддержка не управляет входом людей');
  next();
};

export function sessionRoutes(sessions: Sessions, signedIn: RequestHandler): Router {
  const router = Router();
  router.post('/login', async (req, res) => {
    res.json(await sessions.login(parse(loginSchema, req.body), req.ip ?? ''));
  });
  router.get('/me', signedIn, (req, res) => {
    res.json({ success: true, user: callerOf(req) });
  });
  return router;
}
