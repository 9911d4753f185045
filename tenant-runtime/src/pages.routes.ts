import { join } from 'node:path';
import express, { type RequestHandler, type Response, Router } from 'express';

const YEAR_MS = 365 * 24 * 3600_000;

function cacheHeaders(res: Response, path: string): void {
  const hashed = /[\\/]assets[\\/]/.test(path);
  res.setHeader('Cache-Control', hashed ? `public, max-age=${YEAR_MS / 1000}, immutable` : 'no-cache');
}

/** A built page: its files, and its index.html for any address a person may open or reload. */
export function pageRoutes(folder: string): Router {
  const router = Router();
  router.use(express.static(folder, { setHeaders: cacheHeaders, index: false, redirect: false }));
  const page: RequestHandler = (req, res, next) => {
    // A missing script or picture must stay missing: only navigations get the page.
    if (!['GET', 'HEAD'].includes(req.method) || !req.accepts('html') || /\.\w+$/.test(req.path)) return next();
    res.setHeader('Cache-Control', 'no-cache');
    res.sendFile(join(folder, 'index.html'), (error) => error && next());
  };
  router.use(page);
  return router;
}
