import { NotFound } from '@ostatok/kit/node/errors.ts';
import { type Response, Router } from 'express';
import { bearerOf } from '../access/guard.routes.ts';
import type { DrinkExtract } from './drink-extract.service.ts';

const YEAR_S = 365 * 24 * 3600;

const noExtract = (): NotFound => new NotFound('Такого справочника нет', 'extract_not_found');

/** Authenticates the tenant by its id and secret; throws Unauthorized. */
export interface VenueCalls {
  caller(tenantId: string | undefined, secret: string | undefined): Promise<unknown>;
}

/** Mounted at /internal/drinks: a venue learns the version, to tell it to whoever is signed in there. */
export function latestExtractRoutes(extract: Pick<DrinkExtract, 'latest'>, venues: VenueCalls): Router {
  const router = Router();
  router.get('/', async (req, res) => {
    await venues.caller(req.get('x-tenant-id'), bearerOf(req));
    const latest = await extract.latest();
    if (!latest) throw noExtract();
    res.json({ success: true, extract: latest });
  });
  return router;
}

/**
 * Mounted at EXTRACT_PATH, under the platform's own name and under that of every venue. Nobody is asked who they are:
 * only sessions of venues are told the name of a version, which is not to be guessed. The answers are the same for
 * everybody and never change, so every cache on the way may keep them.
 */
export function drinkExtractRoutes(extract: Pick<DrinkExtract, 'folder' | 'whole' | 'changes'>): Router {
  function send(res: Response, name: string | undefined): void {
    if (!name) throw noExtract();
    res.setHeader('Cache-Control', `public, max-age=${YEAR_S}, immutable`);
    res.sendFile(name, { root: extract.folder, cacheControl: false });
  }
  const router = Router();
  router.get('/:version/since/:since', async (req, res) => {
    const name = await extract.changes(req.params.version, req.params.since);
    // every browser takes gzip, and no phone reads this otherwise than by a browser
    if (name) res.setHeader('Content-Encoding', 'gzip').type('json');
    send(res, name);
  });
  router.get('/:version', async (req, res) => {
    res.type('application/octet-stream');
    send(res, await extract.whole(req.params.version));
  });
  return router;
}
