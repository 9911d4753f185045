import { existsSync } from 'node:fs';
import { access } from 'node:fs/promises';
import { basename, extname, join } from 'node:path';
import express, { type Request, type RequestHandler, type Response, Router } from 'express';
import { createPrerenderedPages, type Encoding } from './prerendered-pages.ts';

const building = `<!doctype html><html lang="ru"><meta charset="utf-8"><meta http-equiv="refresh" content="3">
<title>Остаток</title><body style="font:18px system-ui;display:grid;place-items:center;min-height:90vh">
<p>Страницы собираются, это занимает до минуты. Эта обновится сама.</p></html>`;

const YEAR_S = 365 * 24 * 3600;
const DAY_S = 24 * 3600;
const SUFFIXES = { br: '.br', gzip: '.gz' } as const;

/** Paths of files: a missing file here is answered with 404, never with a page. */
const FILES = /^\/(assets|pictures)\//;

/**
 * Whether a person opens an address, rather than a page asking for data or for a missing file. A path with a dot may be
 * either: a browser that opens one accepts HTML explicitly.
 */
function isNavigation(req: Request): boolean {
  if (req.accepts(['html', 'json']) !== 'html' || FILES.test(req.path)) return false;
  return !/\.\w+$/.test(req.path) || /\btext\/html\b/.test(req.headers.accept ?? '');
}

const encodingOf = (req: Request): Encoding => (req.acceptsEncodings(['br', 'gzip']) || 'identity') as Encoding;

function assetHeaders(res: Response, path: string): void {
  res.setHeader('Cache-Control', `public, max-age=${YEAR_S}, immutable`);
  res.setHeader('Vary', 'Accept-Encoding');
  const encoding = { '.br': 'br', '.gz': 'gzip' }[extname(path)];
  if (!encoding) return;
  res.setHeader('Content-Encoding', encoding);
  res.type(extname(path.slice(0, -extname(path).length)));
}

/** The service worker also serves addresses outside its own folder, such as `/admin` itself and `/test`. */
function workerHeaders(res: Response, path: string): void {
  if (basename(path) === 'service-worker.js') res.setHeader('Service-Worker-Allowed', '/');
}

/** Serves the copy that the build compressed, where there is one. */
function preferCompressed(assets: string): RequestHandler {
  return async (req, _res, next) => {
    const encoding = encodingOf(req);
    if (encoding === 'identity' || !/^\/[\w.-]+\.(js|css|wasm)$/.test(req.path)) return next();
    const compressed = `${req.path}${SUFFIXES[encoding]}`;
    const exists = await access(join(assets, compressed)).then(
      () => true,
      () => false,
    );
    if (exists) req.url = compressed;
    next();
  };
}

/**
 * Serves one built single-page application: its hashed files are cached for ever, `index.html` is revalidated each
 * time, and any address within it that a browser opens gets `index.html`.
 */
export function singlePageApp(dist: string): Router {
  const router = Router();
  const assets = join(dist, 'assets');
  router.use('/assets', preferCompressed(assets), express.static(assets, { setHeaders: assetHeaders }));
  router.use('/pictures', express.static(join(dist, 'pictures'), { maxAge: DAY_S * 1000 }));
  router.use(express.static(dist, { index: false, maxAge: 0, redirect: false, setHeaders: workerHeaders }));
  router.get('/{*path}', shell(join(dist, 'index.html')));
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

/** Serves the prerendered public pages and the files for search engines; any other address is passed on. */
export function prerenderedPages(
  dist: string,
  origin: string,
  factsOf?: () => Promise<Record<string, string>>,
): Router {
  const prerendered = createPrerenderedPages(origin, factsOf);
  const router = Router();

  const send =
    (fileOf: (req: Request) => string, isMeant: (req: Request) => boolean = () => true): RequestHandler =>
    async (req, res, next) => {
      const file = fileOf(req);
      const encoding = encodingOf(req);
      const body = isMeant(req) ? await prerendered.read(join(dist, '.pages', file), encoding) : undefined;
      if (!body) return next();
      res.setHeader('Cache-Control', 'no-cache');
      res.vary('Accept-Encoding');
      if (encoding !== 'identity') res.setHeader('Content-Encoding', encoding);
      res.type(extname(file)).send(body);
    };

  router.get(
    ['/robots.txt', '/sitemap.xml'],
    send(({ path }) => path.slice(1)),
  );
  router.get(
    '/',
    send(() => 'index.html', isNavigation),
  );
  router.get(
    /^\/([a-z-]+)\/?$/,
    send(({ params }) => `${params[0]}.html`, isNavigation),
  );
  return router;
}
