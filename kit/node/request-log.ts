import type { RequestHandler } from 'express';
import type { Logger } from './log.ts';
import { requestFields, scopeOf } from './request-scope.ts';

const READING = new Set(['GET', 'HEAD', 'OPTIONS']);
/** A sender who is not believed, and one who asks too often: a flood of them must not push out the other lines. */
const UNWORTHY = new Set([401, 429]);

/**
 * Writes a line for each request by which a known person changes something. The line names the route's pattern and not
 * the address, which may hold a secret.
 */
export const logActs =
  (log: Logger): RequestHandler =>
  (req, res, next) => {
    const began = performance.now();
    res.once('finish', () => {
      const scope = scopeOf(req);
      if (READING.has(req.method) || !scope?.person || UNWORTHY.has(res.statusCode)) return;
      const route = req.route ? `${req.baseUrl}${req.route.path}` : undefined;
      const ms = Math.round(performance.now() - began);
      log.info({ ...requestFields(scope), method: req.method, route, status: res.statusCode, ms }, 'request');
    });
    next();
  };
