import type { Server } from 'node:http';
import { isNearby } from '@ostatok/kit/node/addresses.ts';
import type { OnAnswer } from '@ostatok/kit/node/endpoints.ts';
import { errorHandler, noStore, notFound, requestId } from '@ostatok/kit/node/http.ts';
import { jsonBody } from '@ostatok/kit/node/json-body.ts';
import { logActs } from '@ostatok/kit/node/request-log.ts';
import express, { type Express } from 'express';
import helmet from 'helmet';
import { type Messenger, messengers } from '../contract/messengers.ts';
import { mountEndpoints, type VenueEndpoint } from './access/endpoint.routes.ts';
import { signedIn } from './access/session.routes.ts';
import { createBots } from './bots.ts';
import type { Config } from './config.ts';
import { internalRoutes } from './internal/internal.routes.ts';
import { createPlatformAccess } from './internal/platform-access.ts';
import type { Base, Module } from './module.ts';
import { pageRoutes, scannerRoutes } from './pages.routes.ts';
import { createDraining, type Draining } from './platform/draining.ts';
import { ping, selectCountsNow, selectStats } from './platform/stats.queries.ts';
import { createUpdates, type Updates } from './platform/updates.service.ts';
import { createServices, type Services } from './services.ts';

export interface Deps extends Base {
  /** The folders of the built pages. */
  pages: { panel: string; scanner: string };
  /** Begins what an instance started beside another one leaves to it. */
  takeOver: () => Promise<void>;
  /** Stops the process gracefully. */
  requestStop: () => void;
  /** Is told every answer of an endpoint; tests compare it with its schema. */
  onAnswer?: OnAnswer;
}

/** Where a bot opens the panel, the messenger's page in a browser frames it; no other page may. */
const securityOf = ({ BOT_TOKEN, MAX_BOT_URL }: Config) =>
  helmet({
    strictTransportSecurity: false,
    contentSecurityPolicy: {
      directives: {
        'frame-ancestors': [
          "'self'",
          ...(BOT_TOKEN ? ['https://web.telegram.org'] : []),
          ...(MAX_BOT_URL ? ['https://web.max.ru'] : []),
        ],
        'script-src': ["'self'", "'wasm-unsafe-eval'"],
        'style-src': ["'self'", "'unsafe-inline'"],
        'img-src': ["'self'", 'data:', 'blob:'],
        'font-src': ["'self'", 'data:'],
        'worker-src': ["'self'", 'blob:'],
        // Local installations have no TLS.
        'upgrade-insecure-requests': null,
      },
    },
  });

/** What the platform asks of this tenant; updates are accepted work. */
function createInternalModule(
  { config, db, takeOver, requestStop }: Deps,
  services: Services,
  { updates, draining }: { updates: Record<Messenger, Updates>; draining: Draining },
): Module {
  const endpoints = internalRoutes({
    ...services,
    updates,
    stats: () => selectStats(db),
    countsNow: () => selectCountsNow(db),
    botGeneration: config.BOT_GENERATION,
    draining,
    async takeOver() {
      // what the other instance has written since this one read the names
      services.catalogue.namesWritten();
      await takeOver();
    },
    requestStop,
  });
  const close = async (): Promise<void> => void (await Promise.all(messengers.map((name) => updates[name].drain())));
  return { endpoints, close };
}

/** Mounts the routes for monitoring, and what only the platform may call. */
function mountInternal(
  app: Express,
  { db, onAnswer }: Deps,
  { metrics }: Services,
  all: VenueEndpoint[],
  platform: ReturnType<typeof createPlatformAccess>,
): void {
  app.get('/healthz', async (_req, res) => {
    const healthy = await ping(db).then(
      () => true,
      () => false,
    );
    res.status(healthy ? 200 : 503).json({ success: healthy });
  });
  app.get('/metrics', platform.only, async (_req, res) => {
    res.type(metrics.contentType).send(await metrics.text());
  });
  app.use('/internal', platform.only, jsonBody('8mb', { verify: platform.verifyBody }));
  // whoever comes here has proved to be the platform
  mountEndpoints(app, all.filter(isInternal), { identified: [], onAnswer });
}

const isInternal = ({ path }: VenueEndpoint): boolean => path.startsWith('/internal/');
/** Endpoints that a stranger may call, and those by which a stranger signs in. */
const isOpen = ({ path, access }: VenueEndpoint): boolean => access === 'anyone' || path.startsWith('/api/auth/');

function mountApi(app: Express, { onAnswer }: Deps, services: Services, all: VenueEndpoint[]): void {
  const identified = signedIn(services);
  const open = all.filter((endpoint) => !isInternal(endpoint) && isOpen(endpoint));
  const closed = all.filter((endpoint) => !isInternal(endpoint) && !isOpen(endpoint));
  // of strangers no more is read: a hundred half-sent megabytes are all the memory that a venue has
  app.use('/api/auth', jsonBody('100kb'));
  mountEndpoints(app, open, { identified: [identified], onAnswer });
  app.use('/api', identified, jsonBody('1mb'), async (_req, _res, next) => {
    await services.blindness.ready();
    next();
  });
  // whoever comes here is identified by now
  mountEndpoints(app, closed, { identified: [], onAnswer });
}

/**
 * Builds one tenant's API, socket and pages. Reads nothing from the environment and does nothing until it is called.
 */
export function createApp(deps: Deps) {
  const { config, db, log } = deps;
  const { services, modules } = createServices(deps, {
    noticeSender: () => bots.noticeSender(),
    welcome: (newcomer) => bots.welcome(newcomer),
    handleOwn: (update) => ownUpdates.take([update]),
  });
  const bots = createBots(deps, services);
  const ownUpdates = createUpdates({ db, log, startBot: bots.own });
  const draining = createDraining({
    tenantId: config.TENANT_ID,
    openSockets: services.live.openSockets,
    hasScheduledWork: services.schedule.isBusy,
  });
  const updates = {
    telegram: createUpdates({ db, log, startBot: bots.telegram }),
    max: createUpdates({ db, log, startBot: bots.max }),
  };
  const all = [...modules, createInternalModule(deps, services, { updates, draining })];
  const endpoints = all.flatMap((module) => module.endpoints ?? []);

  const app = express();
  app.disable('x-powered-by');
  // Answers of the API are never cached, and files have tags of their own.
  app.disable('etag');
  // The platform's ingress is one hop away, on this machine or in its private network, and sends the visitor's address.
  app.set('trust proxy', (address: string, hop: number) => hop === 0 && isNearby(address));
  const platform = createPlatformAccess({ secret: config.INTERNAL_SECRET, port: config.PORT, log });
  app.use('/internal', platform.prove);
  app.use((req, res, next) => {
    if (draining.enter(req, res)) next();
  });
  app.use(requestId, logActs(log), securityOf(config), services.metrics.measure);
  app.use(['/api', '/internal'], noStore);
  mountInternal(app, deps, services, endpoints, platform);
  mountApi(app, deps, services, endpoints);
  app.use(['/api', '/internal'], notFound);
  app.use('/scan', scannerRoutes(deps.pages.scanner, config.VENUE_NAME));
  app.use(pageRoutes(deps.pages.panel));
  app.use(notFound);
  app.use(errorHandler(log));

  return {
    handler: app,
    services,
    /** Attaches the socket to the server that serves `handler`. */
    attach: (server: Server): void => services.live.attach(server),
    /** Refuses requests from now on, because the process is about to end. */
    drain: draining.begin,
    /** Finishes accepted work: afterwards everything answered is in the database and nothing more is written. */
    async close(): Promise<void> {
      // in reverse, since a module uses those made before it; all of them write to the security log, which is closed last
      for (const { close } of all.toReversed()) await close?.();
    },
  };
}
