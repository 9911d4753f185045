import type { Server } from 'node:http';
import { isNearby } from '@ostatok/kit/node/addresses.ts';
import { errorHandler, noStore, notFound, requestId } from '@ostatok/kit/node/http.ts';
import { jsonBody } from '@ostatok/kit/node/json-body.ts';
import express, { type Express } from 'express';
import helmet from 'helmet';
import type { VenueBot } from './bot/bot.ts';
import { catalogueRoutes } from './catalogue/catalogue.routes.ts';
import { changesRoutes } from './changes/changes.routes.ts';
import { countsRoutes, oneCountRoutes } from './counts/counts.routes.ts';
import { attachedCodesRoutes } from './items/attached-codes.routes.ts';
import { categoriesRoutes, itemsRoutes } from './items/items.routes.ts';
import { lookupRoutes } from './lookup/lookup.routes.ts';
import { openApiRoutes } from './openapi/openapi.routes.ts';
import { pageRoutes, scannerRoutes } from './pages.routes.ts';
import { botStateRoutes } from './platform/bot-state.routes.ts';
import { internalRoutes, platformOnly } from './platform/internal.routes.ts';
import { ping, selectCountsNow, selectStats } from './platform/stats.queries.ts';
import { createUpdates, type Updates } from './platform/updates.service.ts';
import { reportsRoutes } from './reports/reports.routes.ts';
import { scalesRoutes } from './scales/scales.routes.ts';
import { securityRoutes } from './security/security.routes.ts';
import { createServices, type Deps, type Services } from './services.ts';
import { settingsRoutes } from './settings/settings.routes.ts';
import { venueRoutes } from './settings/venue.routes.ts';
import { exportRoutes, importsRoutes, uploadRoutes } from './spreadsheets/spreadsheets.routes.ts';
import { bridgesRoutes } from './users/bridges.routes.ts';
import { mountEndpoints } from './users/endpoint.routes.ts';
import { newcomersRoutes } from './users/newcomers.routes.ts';
import { ownSessionsRoutes } from './users/own-sessions.routes.ts';
import { signedIn } from './users/session.routes.ts';
import { signInRoutes } from './users/sign-in.routes.ts';
import { signInCodesRoutes } from './users/sign-in-codes.routes.ts';
import { supportInvitationRoutes, supportRoutes, supportSignInRoutes } from './users/support.routes.ts';
import { ownTelegramRoutes, userTelegramRoutes } from './users/telegram-links.routes.ts';
import { usersRoutes } from './users/users.routes.ts';

/**
 * Loads the bot at the first update, because it costs memory that a tenant which counts only in the panel never needs.
 */
async function startBot(deps: Deps, services: Services): Promise<VenueBot | undefined> {
  const { config, db, log, clock } = deps;
  if (!config.BOT_TOKEN || !config.TELEGRAM_API_ROOT) return undefined;
  const { createBot } = await import('./bot/bot.ts');
  return createBot({
    ...services,
    platform: {
      botState(state) {
        services.botState.forget();
        return services.platform.botState(state);
      },
    },
    db,
    log,
    clock,
    token: config.BOT_TOKEN,
    apiRoot: config.TELEGRAM_API_ROOT,
    botUsername: config.BOT_USERNAME,
    // Another bot numbers its updates and messages anew, and they must not be taken for those of the previous bot.
    tenantId: config.BOT_GENERATION === 0 ? config.TENANT_ID : `${config.TENANT_ID}/${config.BOT_GENERATION}`,
    venue: { name: config.VENUE_NAME, timezone: config.TIMEZONE, publicUrl: config.PUBLIC_URL },
  });
}

const security = helmet({
  strictTransportSecurity: false,
  contentSecurityPolicy: {
    directives: {
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

/** Mounts the routes for the platform and for monitoring. */
function mountInternal(app: Express, deps: Deps, services: Services, updates: Updates): void {
  const { config, db, requestStop, onAnswer } = deps;
  const internal = platformOnly(config.INTERNAL_SECRET);
  app.get('/healthz', async (_req, res) => {
    const healthy = await ping(db).then(
      () => true,
      () => false,
    );
    res.status(healthy ? 200 : 503).json({ success: healthy });
  });
  app.get('/metrics', internal, async (_req, res) => {
    res.type(services.metrics.contentType).send(await services.metrics.text());
  });
  app.use('/internal', internal, jsonBody('8mb'));
  const { users, telegramLinks, spreadsheets, catalogue } = services;
  const endpoints = [
    ...catalogueRoutes(catalogue),
    ...internalRoutes({
      updates,
      users,
      telegramLinks,
      spreadsheets,
      stats: () => selectStats(db),
      countsNow: () => selectCountsNow(db),
      botGeneration: config.BOT_GENERATION,
      requestStop,
    }),
    ...supportInvitationRoutes(services.support),
  ];
  // whoever comes here has proved to be the platform
  mountEndpoints(app, endpoints, { identified: [], onAnswer });
}

function mountApi(app: Express, { config, onAnswer }: Deps, services: Services, welcome: VenueBot['welcome']): void {
  const { sessions, items, changes, users, reports, lookup, spreadsheets, blindness, counts } = services;
  const { bridges, codes, scales } = services;
  const identified = signedIn({ sessions, bridges });
  // of strangers no more is read: a hundred half-sent megabytes are all the memory that a venue has
  app.use('/api/auth', jsonBody('100kb'));
  const account = [
    ...ownSessionsRoutes(services.ownSessions),
    ...ownTelegramRoutes(services.telegramLinks),
    ...signInCodesRoutes(codes),
    ...signInRoutes(services),
    ...supportSignInRoutes(services.support),
    ...venueRoutes({ name: config.VENUE_NAME, timezone: config.TIMEZONE }),
  ];
  mountEndpoints(app, account, { identified: [identified], onAnswer });
  app.use('/api', identified, jsonBody('1mb'), async (_req, _res, next) => {
    await blindness.ready();
    next();
  });
  const endpoints = [
    ...attachedCodesRoutes(services),
    ...botStateRoutes(services.botState),
    ...bridgesRoutes(bridges),
    ...categoriesRoutes(items),
    ...changesRoutes({ changes, items, blindness }),
    ...countsRoutes(counts),
    ...exportRoutes({ spreadsheets, counts, blindness }),
    ...importsRoutes(spreadsheets),
    ...itemsRoutes(items, blindness),
    ...lookupRoutes(lookup, blindness),
    ...newcomersRoutes({ newcomers: services.newcomers, welcome }),
    ...oneCountRoutes(counts),
    ...openApiRoutes(config.PUBLIC_URL),
    ...reportsRoutes(reports, blindness),
    ...scalesRoutes(scales),
    ...securityRoutes(services.security),
    ...settingsRoutes(services.settings),
    ...supportRoutes(services.support),
    ...uploadRoutes(spreadsheets),
    ...usersRoutes(users),
    ...userTelegramRoutes(services.telegramLinks),
  ];
  // whoever comes here is identified by now
  mountEndpoints(app, endpoints, { identified: [], onAnswer });
}

/**
 * Builds one tenant's API, socket and pages. Reads nothing from the environment and does nothing until it is called.
 */
export function createApp(deps: Deps) {
  const { config, db, log } = deps;
  let bot: Promise<VenueBot | undefined> | undefined;
  const services: Services = createServices(deps, { noticeSender: () => theBot() });
  const theBot = (): Promise<VenueBot | undefined> => {
    bot ??= startBot(deps, services);
    return bot;
  };
  const updates = createUpdates({ db, log, startBot: theBot });
  const welcome = async (telegramId: number): Promise<boolean> => (await theBot())?.welcome(telegramId) ?? false;

  const app = express();
  app.disable('x-powered-by');
  // Answers of the API are never cached, and files have tags of their own.
  app.disable('etag');
  // The platform's ingress is one hop away, on this machine or in its private network, and sends the visitor's address.
  app.set('trust proxy', (address: string, hop: number) => hop === 0 && isNearby(address));
  app.use(requestId, security, services.metrics.measure);
  app.use(['/api', '/internal'], noStore);
  mountInternal(app, deps, services, updates);
  mountApi(app, deps, services, welcome);
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
    /** Finishes accepted work: afterwards everything answered is in the database and nothing more is written. */
    async close(): Promise<void> {
      await updates.drain();
      await services.changes.close();
      await services.proposals.close();
      await services.countNotices.close();
      await services.security.stop();
    },
  };
}
