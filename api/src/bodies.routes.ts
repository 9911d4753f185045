import { TooLarge } from '@ostatok/kit/node/errors.ts';
import { jsonBody } from '@ostatok/kit/node/json-body.ts';
import type { Express, Request } from 'express';
import type { Guard } from './auth/guard.routes.ts';

/** Bytes of what a stranger may say: a hundred half-sent megabytes are memory, a nested one a third of a second. */
const LIMIT_OF_STRANGERS = 100 * 1024;
const LIMIT = '1mb';

/** None has read it yet. One that does not say its length is held to the short limit while it is read. */
const isLong = (req: Request): boolean =>
  !Object.hasOwn(req, 'body') && Number(req.get('content-length') ?? 0) > LIMIT_OF_STRANGERS && Boolean(req.is('json'));

/** JSON of every call that reads no more of its own: who is signed in may send a megabyte. */
export function acceptBodies(app: Express, guard: Pick<Guard, 'requireSignedIn'>): void {
  const short = jsonBody(LIMIT_OF_STRANGERS);
  const long = jsonBody(LIMIT);
  app.use((req, res, next) => {
    if (!isLong(req)) return short(req, res, next);
    guard.requireSignedIn(req, res, (error?: unknown) => (error ? next(new TooLarge()) : long(req, res, next)));
  });
}
