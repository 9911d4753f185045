import type { RequestHandler } from 'express';
import { callerOf } from '../access/session.routes.ts';
import type { Blindness } from './blindness.ts';

/** Refuses a caller from whom an open blind count hides quantities. */
export const refuseBlind =
  (blindness: Blindness): RequestHandler =>
  (req, _res, next) => {
    blindness.refuseBlind(callerOf(req));
    next();
  };
