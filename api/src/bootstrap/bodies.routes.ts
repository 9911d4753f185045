import { TooLarge } from '@ostatok/kit/node/errors.ts';
import { jsonBody } from '@ostatok/kit/node/json-body.ts';
import type { Express, Request } from 'express';
import type { Guard } from '../access/guard.routes.ts';

/** The limit for anonymous callers: a hundred half-sent megabytes fill memory; parsing a nested one takes 0.3 s. */
const LIMIT_OF_STRANGERS = 100 * 1024;
const LIMIT = '1mb';

/** Whether the body is unread and long. One without a declared length is held to the short limit while it is read. */
const isLong = (req: Request): boolean =>
  !Object.hasOwn(req, 'body') && Number(req.get('content-length') ?? 0) > LIMIT_OF_STRANGERS && Boolean(req.is('json'));

/** Parses the JSON of every call whose route has no parser of its own; a signed-in caller may send a megabyte. */
export function acceptBodies(app: Express, guard: Pick<Guard, 'requireSignedIn'>): void {
  const short = jsonBody(LIMIT_OF_STRANGERS);
  const long = jsonBody(LIMIT);
  app.use((req, res, next) => {
    if (!isLong(req)) return short(req, res, next);
    guard.requireSignedIn(req, res, (error?: unknown) => (error ? next(new TooLarge()) : long(req, res, next)));
  });
}
