import { Forbidden, Unauthorized } from '@ostatok/kit/node/errors.ts';
import { rememberPerson } from '@ostatok/kit/node/request-scope.ts';
import type { Request, RequestHandler } from 'express';
import passport from 'passport';
import type { Caller, CallerSource } from './callers.ts';

/** The token of `Authorization: Bearer …`. */
export const bearerOf = (req: Request): string | undefined =>
  /^Bearer +(\S+)$/i.exec(req.get('authorization') ?? '')?.[1];

const SECURE_FIRST =
  'Сначала защитите вход: включите второй шаг и смените слабый пароль в профиле, раздел «Безопасность»';

/** A passport strategy for access tokens, beside the strategies of providers. */
class BearerStrategy extends passport.Strategy {
  override readonly name = 'bearer';
  /** Not a #private field: passport calls a strategy through Object.create. */
  readonly sessions: CallerSource;

  constructor(sessions: CallerSource) {
    super();
    this.sessions = sessions;
  }

  override authenticate(req: Request): void {
    const token = bearerOf(req);
    const caller = token ? this.sessions.callerOf(token) : Promise.reject(new Unauthorized());
    caller.then(
      (known) => this.success(known),
      (error) => this.error(error),
    );
  }
}

/**
 * The guards of every route that is not public. They throw in the documented shape: 401 not signed in, 403 not allowed.
 */
export function createGuard(sessions: CallerSource) {
  const authenticator = new passport.Authenticator();
  authenticator.use(new BearerStrategy(sessions));

  /** Also lets in a caller who must still secure the account. */
  const requireSignedIn: RequestHandler = (req, res, next) => {
    // a path may lie under several guards
    if (req.user) return next();
    const done = (error: unknown, caller?: Caller | false): void => {
      if (caller) {
        req.user = caller;
        rememberPerson({ userId: caller.userId });
      }
      next(error ?? undefined);
    };
    authenticator.authenticate('bearer', { session: false }, done)(req, res, next);
  };

  const requireUser: RequestHandler = (req, res, next) =>
    requireSignedIn(req, res, (error?: unknown) => {
      next(error ?? (callerOf(req).mustSecure ? new Forbidden('secure_account', SECURE_FIRST) : undefined));
    });

  const isAdmin: RequestHandler = (req, _res, next) => {
    if (callerOf(req).role !== 'admin') throw new Forbidden();
    next();
  };

  return { requireSignedIn, requireUser, requireAdmin: [requireUser, isAdmin] };
}
export type Guard = ReturnType<typeof createGuard>;

/** The caller of the request; use only behind `requireUser`. */
export function callerOf(req: Request): Caller {
  if (!req.user) throw new Error('The route is not behind requireUser');
  return req.user as Caller;
}
