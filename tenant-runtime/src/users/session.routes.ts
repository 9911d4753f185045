import { Forbidden, Unauthorized } from '@ostatok/kit/node/errors.ts';
import { parse } from '@ostatok/kit/node/http.ts';
import type { KnownDevices } from '@ostatok/kit/node/known-devices.ts';
import { type Request, type RequestHandler, Router } from 'express';
import { changePasswordSchema, loginSchema, logoutSchema, refreshSchema } from '../../contract/users.ts';
import type { Actor, Origin } from '../security/security.service.ts';
import type { Bridges } from './bridges.service.ts';
import { type Caller, plainUsername, type Sessions } from './sessions.service.ts';
import type { SignIn } from './sign-in.service.ts';
import type { Support } from './support.service.ts';

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
  sessions: Sessions;
  bridges: Bridges;
}

export const signedIn =
  ({ sessions, bridges }: Identifying): RequestHandler =>
  async (req, _res, next) => {
    const token = bearerOf(req);
    if (!token) throw new Unauthorized();
    if (await bridges.byToken(token))
      throw new Forbidden('bridge_only', 'Этот вход годится только для показаний весов');
    callers.set(req, await sessions.caller(token, originOf(req)));
    next();
  };

export const adminOnly: RequestHandler = (req, _res, next) => {
  if (callerOf(req).role !== 'admin') throw new Forbidden('admin_only', 'Это может только администратор заведения');
  next();
};

/**
 * Refuses the platform's support: whatever could let it or another person in again is up to the tenant's own
 * administrators.
 */
export const notSupport: RequestHandler = (req, _res, next) => {
  if (callerOf(req).support) throw new Forbidden('not_for_support', 'Поддержка не управляет входом людей');
  next();
};

interface SessionParts {
  sessions: Sessions;
  signIn: SignIn;
  support: Pick<Support, 'leave'>;
  devices: KnownDevices;
}

/** Mounted at /api/auth. */
export function sessionRoutes({ sessions, signIn, support, devices }: SessionParts, signedIn: RequestHandler): Router {
  const router = Router();
  router.post('/login', async (req, res) => {
    const input = parse(loginSchema, req.body);
    const account = plainUsername(input.username);
    const deviceId = devices.idOf(req, account);
    const answer = await signIn.login(input, { deviceId, ...originOf(req) });
    devices.remember(req, res, account);
    res.json(answer);
  });
  router.post('/refresh', async (req, res) => {
    res.json(await sessions.refresh(parse(refreshSchema, req.body).refreshToken, originOf(req)));
  });
  router.post('/logout', async (req, res) => {
    const { refreshToken } = parse(logoutSchema, req.body);
    const token = bearerOf(req);
    const caller = token ? await sessions.caller(token).catch(() => undefined) : undefined;
    if (caller?.support) await support.leave({ ...caller, ...originOf(req) });
    await signIn.logout({ token, refreshToken }, originOf(req));
    res.json({ success: true });
  });
  router.post('/password', signedIn, notSupport, async (req, res) => {
    const input = parse(changePasswordSchema, req.body);
    const caller = callerOf(req);
    const from = { token: bearerOf(req) ?? '', ...originOf(req) };
    const answer = await signIn.changePassword(caller, input, from);
    devices.remember(req, res, caller.username);
    res.json(answer);
  });
  router.get('/me', signedIn, (req, res) => {
    res.json({ success: true, user: callerOf(req) });
  });
  return router;
}
