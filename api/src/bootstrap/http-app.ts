import { join } from 'node:path';
import type { Knex } from '@ostatok/kit/node/db.ts';
import type { OnAnswer } from '@ostatok/kit/node/endpoints.ts';
import { errorHandler, noStore, notFound, requestId } from '@ostatok/kit/node/http.ts';
import type { Logger } from '@ostatok/kit/node/log.ts';
import express, { type Express, type RequestHandler } from 'express';
import helmet from 'helmet';
import { myDataRoutes } from '../account/my-data.routes.ts';
import { createGuard } from '../auth/guard.routes.ts';
import { mountRoutes } from '../auth/mounted.routes.ts';
import type { ConfiguredProvider } from '../billing/providers/configured.ts';
import { acceptLargeBodies } from '../campaigns/large-bodies.routes.ts';
import { catalogueLookupRoutes } from '../catalogue/catalogue.routes.ts';
import { proposalsRoutes } from '../catalogue/proposals.routes.ts';
import { cleanupRoutes } from '../cleanup/cleanup.routes.ts';
import { exportsRoutes } from '../exports/exports.routes.ts';
import { createExports } from '../exports/exports.service.ts';
import { exportedLists } from '../exports/lists.ts';
import type { IsTrusted } from '../ingress/trusted-proxies.ts';
import { openApiRoutes } from '../openapi/openapi.routes.ts';
import { prerenderedPages, singlePageApp } from '../pages/pages.routes.ts';
import type { JobRuns } from '../platform/jobs.ts';
import { createMetrics, metricsGuard } from '../platform/metrics.ts';
import { rememberRequest } from '../platform/request-context.ts';
import { createPlainFacts } from '../public/plain-facts.ts';
import { localOnly } from '../sandbox/local-only.routes.ts';
import { mailboxRoutes } from '../sandbox/mailbox.routes.ts';
import type { Mailbox } from '../sandbox/mailbox.ts';
import type { Sandbox } from '../sandbox/sandbox.ts';
import { webhookRoutes } from '../telegram/webhooks.routes.ts';
import type { WebhookGateway } from '../telegram/webhooks.service.ts';
import { adminTenantsRoutes } from '../tenants/admin-tenants.routes.ts';
import { tenantCallsRoutes } from '../tenants/supervisor/tenant-calls.routes.ts';
import { tenantsRoutes } from '../tenants/tenants.routes.ts';
import { undoRoutes } from '../undo/undo.routes.ts';
import { createUndo } from '../undo/undo.service.ts';
import { accountRoutes } from './account-routes.ts';
import type { AccountServices } from './account-services.ts';
import { administrationRoutes } from './administration-routes.ts';
import type { Administration } from './administration-services.ts';
import { acceptBodies } from './bodies.routes.ts';
import type { CleanupServices } from './cleanup-services.ts';
import { paymentRoutes } from './payment-routes.ts';
import type { People } from './people-services.ts';
import type { Readiness } from './readiness.ts';
import { rolloutRoutes } from './rollout-routes.ts';
import type { Rollouts } from './rollout-services.ts';
import type { TenantServices } from './tenant-services.ts';
import { upkeepRoutes } from './upkeep-routes.ts';
import type { Upkeep } from './upkeep-services.ts';

interface AppDeps {
  db: Knex;
  accounts: AccountServices;
  payments: ConfiguredProvider;
  venues: TenantServices;
  people: People;
  administration: Administration;
  upkeep: Upkeep;
  rollouts: Rollouts;
  cleanup: CleanupServices;
  /** Absent where letters are really sent. */
  mailbox?: Mailbox;
  /** Absent where the real Telegram is configured. */
  sandbox?: Sandbox;
  /** Present where Telegram delivers updates by webhook. */
  webhooks?: WebhookGateway;
  /** The folder that holds owner-ui and admin-ui. */
  root: string;
  /** The platform's public address, without a trailing slash. */
  publicUrl: string;
  metricsToken?: string;
  /** Tells the proxies whose X-Forwarded-For is believed. */
  isTrusted: IsTrusted;
  isReady: () => Promise<Readiness>;
  jobRuns: () => JobRuns[];
  onAnswer?: OnAnswer | undefined;
  log: Logger;
}

const security = helmet({
  strictTransportSecurity: false,
  contentSecurityPolicy: {
    directives: {
      'script-src': ["'self'"],
      'style-src': ["'self'", "'unsafe-inline'"],
      'img-src': ["'self'", 'data:', 'blob:'],
      'font-src': ["'self'", 'data:'],
      // Local installations have no TLS.
      'upgrade-insecure-requests': null,
    },
  },
});

function ready(isReady: () => Promise<Readiness>): RequestHandler {
  return async (_req, res) => {
    const { ready: success, ...reason } = await isReady().catch(() => ({ ready: false }));
    res.status(success ? 200 : 503).json({ success, ...reason });
  };
}

function mountSandbox(app: Express, sandbox: Sandbox): void {
  app.use('/sandbox/telegram', sandbox.telegram);
  app.use('/sandbox/api', sandbox.page);
}

/** Mounts the platform's routes on its services; requests to tenants' own addresses never reach this app. */
export function createApp({
  db,
  accounts,
  payments,
  venues,
  people,
  administration,
  upkeep,
  rollouts,
  cleanup,
  mailbox,
  sandbox,
  webhooks,
  root,
  publicUrl,
  metricsToken,
  isTrusted,
  isReady,
  jobRuns,
  onAnswer,
  log,
}: AppDeps): Express {
  const guard = createGuard(accounts.sessions);
  const metrics = createMetrics({
    runningTenants: async () => (await venues.host.list()).filter(({ state }) => state === 'running').length,
    jobRuns,
    security: { events: accounts.security.tallies, alarms: accounts.alarms.tallies },
  });
  const app = express();
  app.disable('x-powered-by');
  // behind a proxy sign-in attempts are counted by the visitor's own address
  app.set('trust proxy', isTrusted);
  app.use(requestId, rememberRequest);
  app.get('/healthz', (_req, res) => void res.json({ success: true }));
  app.get('/readyz', ready(isReady));
  app.get('/metrics', metricsGuard(metricsToken), metrics.answer);
  app.use(security, metrics.measure);
  app.use(['/sandbox', '/mock-payment'], localOnly);
  app.use(['/api', '/internal', '/sandbox/api', '/sandbox/telegram'], noStore);
  mountRoutes(app, guard, paymentRoutes(accounts.billing, payments, log));
  if (mailbox) app.use('/sandbox/api/mails', mailboxRoutes(mailbox));
  if (sandbox) mountSandbox(app, sandbox);
  if (webhooks) app.use('/telegram', webhookRoutes(webhooks));
  acceptLargeBodies(app, guard);
  acceptBodies(app, guard);

  const { tenantCalls } = venues;
  const lists = exportedLists({ accounts, venues, administration });
  const undo = createUndo({ ...accounts, ...administration, ...venues });
  mountRoutes(
    app,
    guard,
    [
      { path: '/internal', access: 'process', router: tenantCallsRoutes(tenantCalls) },
      {
        path: '/internal/catalogue',
        access: 'process',
        router: catalogueLookupRoutes(administration.catalogue, tenantCalls),
      },
      {
        path: '/internal/proposals',
        access: 'process',
        router: proposalsRoutes(administration.proposals, tenantCalls),
      },
      exportsRoutes(createExports({ db, ...accounts }), lists),
      {
        path: '/api/auth',
        guarded: ['/api/auth/export-data', '/api/auth/withdraw-consent', '/api/auth/delete-account'],
        access: 'user',
        router: myDataRoutes(people, accounts.confirmation),
      },
      ...accountRoutes(accounts),
      ...rolloutRoutes(rollouts, administration),
      ...administrationRoutes(administration),
      ...upkeepRoutes(upkeep, administration),
      { path: '/api/provision', access: 'user', router: tenantsRoutes(venues) },
      cleanupRoutes(cleanup, administration.operations),
      { path: '/api/admin/tenants', access: 'admin', router: adminTenantsRoutes(venues) },
      undoRoutes(undo),
      { path: '/api', access: 'anyone', router: openApiRoutes(publicUrl) },
    ],
    onAnswer,
  );
  // whether an address of the administrator's exists is told to administrators alone
  app.use(['/api/admin', '/api/test'], ...guard.requireAdmin);
  app.use(['/api', '/internal', '/sandbox/api', '/sandbox/telegram'], notFound);

  const adminPages = singlePageApp(join(root, 'admin-ui/dist'));
  app.use('/admin', adminPages);
  app.use('/test', adminPages);
  app.use('/product-matching', adminPages);
  const ownerPages = join(root, 'owner-ui/dist');
  app.use(prerenderedPages(ownerPages, publicUrl, createPlainFacts(administration.pages)), singlePageApp(ownerPages));
  app.use(notFound);
  app.use(errorHandler(log));
  return app;
}
