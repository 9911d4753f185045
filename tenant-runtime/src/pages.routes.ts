import { access } from 'node:fs/promises';
import { extname, join } from 'node:path';
import express, { type RequestHandler, type Response, Router } from 'express';

const YEAR_MS = 365 * 24 * 3600_000;

function fileHeaders(res: Response, path: string): void {
  const hashed = /[\\/]assets[\\/]/.test(path);
  res.setHeader('Cache-Control', hashed ? `public, max-age=${YEAR_MS / 1000}, immutable` : 'no-cache');
  if (!path.endsWith('.gz')) return;
  res.setHeader('Content-Encoding', 'gzip');
  res.setHeader('Vary', 'Accept-Encoding');
  res.type(extname(path.slice(0, -'.gz'.length)));
}

/** Serves the copy that the build compressed, where there is one; nothing is compressed here. */
function preferCompressed(folder: string): RequestHandler {
  return async (req, _res, next) => {
    const compressible = /^\/assets\/[\w.-]+\.(js|css|wasm)$/.test(req.path) && req.acceptsEncodings('gzip');
    const exists =
      compressible &&
      (await access(join(folder, `${req.path}.gz`)).then(
        () => true,
        () => false,
      ));
    if (exists) req.url = `${req.path}.gz`;
    next();
  };
}

/** Serves a built page: its files, and its index.html for any address that a user may open or reload. */
export function pageRoutes(folder: string): Router {
  const router = Router();
  router.use(preferCompressed(folder));
  router.use(express.static(folder, { setHeaders: fileHeaders, index: false, redirect: false }));
  const page: RequestHandler = (req, res, next) => {
    // A missing script or picture has to give 404, so only navigations get the page.
    if (!['GET', 'HEAD'].includes(req.method) || !req.accepts('html') || /\.\w+$/.test(req.path)) return next();
    res.setHeader('Cache-Control', 'no-cache');
    res.sendFile(join(folder, 'index.html'), (error) => error && next());
  };
  router.use(page);
  return router;
}

/** The number of characters that a phone shows under an icon. */
const SHORT = 12;

/** The manifest of the installed scanner. It carries the tenant's name, because a user may work for two tenants. */
function manifestOf(venue: string) {
  const icon = (size: number, file: string) => ({ src: `/scan/${file}`, type: 'image/png', sizes: `${size}x${size}` });
  return {
    id: '/scan/',
    name: `Сканер · ${venue}`,
    short_name: venue.length <= SHORT ? venue : 'Сканер',
    description: 'Считайте остатки камерой телефона, и без связи тоже',
    lang: 'ru',
    dir: 'ltr',
    start_url: '/scan/',
    scope: '/scan/',
    display: 'standalone',
    orientation: 'portrait',
    background_color: '#FBFAF7',
    theme_color: '#0F766E',
    categories: ['business', 'productivity'],
    icons: [
      icon(192, 'icon-192.png'),
      icon(512, 'icon-512.png'),
      { ...icon(512, 'icon-512-maskable.png'), purpose: 'maskable' },
      { src: '/scan/mark.svg', type: 'image/svg+xml', sizes: 'any' },
    ],
  };
}

/** Serves the scanner's page and its manifest. */
export function scannerRoutes(folder: string, venue: string): Router {
  const router = Router();
  router.get('/manifest.webmanifest', (_req, res) => {
    res.setHeader('Cache-Control', 'no-cache');
    res.type('application/manifest+json').send(JSON.stringify(manifestOf(venue)));
  });
  router.use(pageRoutes(folder));
  return router;
}
