import { existsSync } from 'node:fs';
import { join } from 'node:path';
import express, { type Request, type RequestHandler, Router } from 'express';

const building = `<!doctype html><html lang="ru"><meta charset="utf-8"><meta http-equiv="refresh" content="3">
<title>Остаток</title><body style="font:18px system-ui;display:grid;place-items:center;min-height:90vh">
<p>Страницы собираются, это занимает до минуты. Эта обновится сама.</p></html>`;

/** Somebody opening an address, as against a page asking for data or for a file that is not there. */
const isNavigation = (req: Request): boolean => req.accepts(['html', 'json']) === 'html' && !/\.\w+$/.test(req.path);

/**
 * One built single-page application: its hashed files are kept for ever, `index.html` is asked for each time, and any
 * address that a browser opens within it gets `index.html`.
 */
export function singlePageApp(dist: string): Router {
  const index = join(dist, 'index.html');
  const router = Router();
  const assets = express.static(join(dist, 'assets'), { immutable: true, maxAge: '1y', fallthrough: false });
  router.use('/assets', assets);
  router.use(express.static(dist, { index: false, maxAge: 0, redirect: false }));
  router.get('/*path', shell(index));
  router.get('/', shell(index));
  return router;
}

function shell(index: string): RequestHandler {
  return (req, res, next) => {
    if (!isNavigation(req)) return next();
    res.setHeader('Cache-Control', 'no-cache');
    if (existsSync(index)) res.sendFile(index, { cacheControl: false });
    else res.status(503).setHeader('Retry-After', '3').type('html').send(building);
  };
}
