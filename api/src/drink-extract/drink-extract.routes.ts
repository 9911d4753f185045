import { NotFound } from '@ostatok/kit/node/errors.ts';
import { type Response, Router } from 'express';
import type { DrinkExtract } from './drink-extract.service.ts';

const NEWS_S = 300;
const YEAR_S = 365 * 24 * 3600;

const noExtract = (): NotFound => new NotFound('Такого справочника нет', 'extract_not_found');

/**
 * Mounted at EXTRACT_PATH, under the platform's own name and under that of every venue: the answers are the same for
 * everybody and hold nothing of any venue, so every cache on the way may keep them.
 */
export function drinkExtractRoutes(extract: DrinkExtract): Router {
  function send(res: Response, name: string | undefined, seconds: string): void {
    if (!name) throw noExtract();
    res.setHeader('Cache-Control', `public, ${seconds}`);
    res.sendFile(name, { root: extract.folder, cacheControl: false });
  }
  const router = Router();
  router.get('/since/:version', async (req, res) => {
    const name = await extract.news(req.params.version);
    // every browser takes gzip, and no phone reads this otherwise than by a browser
    if (name) res.setHeader('Content-Encoding', 'gzip').type('json');
    send(res, name, `max-age=${NEWS_S}`);
  });
  router.get('/:version', async (req, res) => {
    res.type('application/octet-stream');
    send(res, await extract.whole(req.params.version), `max-age=${YEAR_S}, immutable`);
  });
  return router;
}
