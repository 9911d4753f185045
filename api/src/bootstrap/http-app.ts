import { join } from 'node:path';
import type { OnAnswer } from '@ostatok/kit/node/endpoints.ts';
import { errorHandler, noStore, notFound, requestId } from '@ostatok/kit/node/http.ts';
import type { Logger } from '@ostatok/kit/node/log.ts';
import { logActs } from '@ostatok/kit/node/request-log.ts';
import express, { type Express, type RequestHandler } from 'express';
import helmet from 'helmet';
import { createGuard } from '../access/guard.routes.ts';
import type { Sessions } from '../auth/sessions.service.ts';
import type { IsTrusted } from '../ingress/trusted-proxies.ts';
import { prerenderedPages, singlePageApp } from '../pages/pages.routes.ts';
import type { JobRuns } from '../platform/jobs.ts';
import { createMetrics, metricsGuard } from '../platform/metrics.ts';
import type { Readiness } from '../platform/readiness.ts';
import { rememberRequest } from '../platform/request-context.ts';
import { createPlainFacts } from '../public/plain-facts.ts';
import type { PublicPages } from '../public/public.service.ts';
import { localOnly } from '../sandbox/local-only.routes.ts';
import type { SeesSandbox } from '../sandbox/viewers.ts';
import type { Module } from './module.ts';
import { mountModules } from './mounted-modules.ts';

interface AppDeps {
  modules: Module[];
  sessions: Sessions;
  pages: PublicPages;
  /** The folder that holds owner-ui and admin-ui. */
  root: string;
  /** The platform's public address, without a trailing slash. */
  publicUrl: string;
  metricsToken?: string;
  /** Tells the proxies whose X-Forwarded-For is believed. */
  isTrusted: IsTrusted;
  seesSandbox: SeesSandbox;
  isReady: () => Promise<Readiness>;
  jobRuns: () => JobRuns[];
  onAnswer?: OnAnswer | undefined;
  log: Logger;
}

const securityWith = (frameAncestors: string[]) =>
  helmet({
    strictTransportSecurity: false,
    contentSecurityPolicy: {
      directives: {
        'frame-ancestors': frameAncestors,
        'script-src': ["'self'"],
        'style-src': ["'self'", "'unsafe-inline'"],
        'img-src': ["'self'", 'data:', 'blob:'],
        'font-src': ["'self'", 'data:'],
        // Local installations have no TLS.
        'upgrade-insecure-requests': null,
      },
    },
  });
const security = securityWith(["'self'"]);
/** The page that MAX in a browser opens in a frame: it leads to a venue's. */
const securityInMax = securityWith(["'self'", 'https://web.max.ru']);

function ready(isReady: () => Promise<Readiness>): RequestHandler {
  return async (_req, res) => {
    const { ready: success, ...reason } = await isReady().catch(() => ({ ready: false }));
    res.status(success ? 200 : 503).json({ success, ...reason });
  };
}

/** Mounts the routes of all modules, and the pages; requests to tenants' own addresses never reach this app. */
export function createApp(deps: AppDeps): Express {
  const { modules, pages, root, publicUrl, onAnswer } = deps;
  const guard = createGuard(deps.sessions);
  const metrics = createMetrics(deps);
  const app = express();
  app.disable('x-powered-by');
  // behind a proxy sign-in attempts are counted by the visitor's own address
  app.set('trust proxy', deps.isTrusted);
  app.use(requestId, rememberRequest, logActs(deps.log));
  app.get('/healthz', (_req, res) => void res.json({ success: true }));
  app.get('/readyz', ready(deps.isReady));
  app.get('/metrics', metricsGuard(deps.metricsToken), metrics.answer);
  app.use((req, res, next) => (req.path === '/enter' ? securityInMax : security)(req, res, next), metrics.measure);
  app.use(['/sandbox', '/mock-payment'], localOnly(deps.seesSandbox));
  app.use(['/api', '/internal', '/sandbox/api', '/sandbox/telegram'], noStore);
  mountModules(app, guard, modules, onAnswer);
  app.use('/shared', notFound);
  // whether an address of the administrator's exists is told to administrators alone
  app.use(['/api/admin', '/api/test'], ...guard.requireAdmin);
  app.use(['/api', '/internal', '/sandbox/api', '/sandbox/telegram'], notFound);

  const adminPages = singlePageApp(join(root, 'admin-ui/dist'));
  app.use('/admin', adminPages);
  app.use('/test', adminPages);
  const ownerPages = join(root, 'owner-ui/dist');
  app.use(prerenderedPages(ownerPages, publicUrl, createPlainFacts(pages)), singlePageApp(ownerPages));
  app.use(notFound);
  app.use(errorHandler(deps.log));
  return app;
}
