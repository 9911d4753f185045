import { chainModules } from '@ostatok/kit/node/module-chain.ts';
import type { Update } from 'grammy/types';
import type { MessengerPerson } from '../contract/messengers.ts';
import { createBlindness } from './blindness/blindness.ts';
import { unansweredOf } from './bot/unanswered.ts';
import { createBridges } from './bridges/bridges.service.ts';
import { createCatalogueModule } from './catalogue/module.ts';
import { createChangesModule } from './changes/module.ts';
import { createChatModule } from './chat/module.ts';
import { createCountsModule } from './counts/module.ts';
import { createDeliveriesModule } from './deliveries/module.ts';
import { createDigestModule } from './digest/module.ts';
import { createFeedsModule } from './feeds/module.ts';
import type { Items } from './items/items.service.ts';
import { createItemsModule } from './items/module.ts';
import { createLive, type Live } from './live/live.ts';
import { createLookupModule } from './lookup/module.ts';
import { createMarksModule } from './marks/module.ts';
import { createMetrics } from './metrics.ts';
import type { Base, Module } from './module.ts';
import { createNoticesModule } from './notices/module.ts';
import type { NoticeSender } from './notices/notices.service.ts';
import { openApiRoutes } from './openapi/openapi.routes.ts';
import { createOrdersModule } from './orders/module.ts';
import { createPlatformModule } from './platform/module.ts';
import { createPushModule } from './push/module.ts';
import { createRecipesModule } from './recipes/module.ts';
import { createReportsModule } from './reports/module.ts';
import { createSalesModule } from './sales/module.ts';
import { createScalesModule } from './scales/module.ts';
import { createScheduleModule } from './schedule/module.ts';
import { createScheduledCountsModule } from './scheduled-counts/module.ts';
import { createSecurityModule } from './security/module.ts';
import { createSessions } from './sessions/sessions.service.ts';
import { createSettingsModule } from './settings/module.ts';
import { createSpreadsheetsModule } from './spreadsheets/module.ts';
import { createStorage } from './storage/storage.service.ts';
import { createSuppliersModule } from './suppliers/module.ts';
import { createUsageModule } from './usage/module.ts';
import { createUsersModule } from './users/module.ts';

/** The bot is loaded only when it is needed. */
interface BotCallbacks {
  noticeSender: () => Promise<NoticeSender>;
  /** Greets an admitted newcomer in the chat; returns whether the bot reached it. */
  welcome: (newcomer: MessengerPerson) => Promise<boolean>;
  /** Gives an update of the venue's own chat to the bot. */
  handleOwn: (update: Update) => Promise<unknown>;
}

/** What other modules stand on: who calls, and the sockets by which open pages hear of what has changed. */
function createConnections(base: Base, onSupportOver: (userId: number) => Promise<void>) {
  const { config, db, clock, log } = base;
  const security = createSecurityModule(base);
  const sessions = createSessions({
    db,
    ...security.services,
    secret: config.INTERNAL_SECRET,
    clock,
    onSupportOver,
    onStolen: (sessionId) => live.endSession(sessionId),
  });
  const bridges = createBridges({
    db,
    clock,
    ...security.services,
    onUnpaired: (bridgeId) => {
      scales.services.scales.forget(`bridge:${bridgeId}`);
      live.unpaired(bridgeId);
    },
  });
  const scales = createScalesModule({ clock, live: () => live });
  const blindness = createBlindness({ db });
  const live: Live = createLive({ sessions, bridges, ...scales.services, blindness, log });
  return {
    services: {
      ...security.services,
      sessions,
      bridges,
      ...scales.services,
      blindness,
      live,
      metrics: createMetrics({ openSockets: live.openSockets }),
      // work that may grow without limit checks the storage limit; removing, closing or ending does not
      storage: createStorage({ db, maxMb: config.MAX_STORAGE_MB, clock }),
    },
    endpoints: [...security.endpoints, ...scales.endpoints],
    close: security.close,
  };
}

/** Creates a tenant's modules in the order of their dependencies; returns them beside their services. */
export function createServices(base: Base, bot: BotCallbacks) {
  const { config } = base;
  const hasBot = Boolean(config.BOT_TOKEN && config.TELEGRAM_API_ROOT);
  const shared = { ...base, ...bot, hasBot };
  const { services, modules } = chainModules<Module, typeof shared>(shared)
    .with(() => createConnections(base, (userId): Promise<void> => services.support.endOf(userId)))
    .with((deps) => createChangesModule({ ...deps, items: (): Items => services.items }))
    .with(createPlatformModule)
    .with(createScheduleModule)
    .with(createSettingsModule)
    .with(createItemsModule)
    .with(createCatalogueModule)
    .with(createUsersModule)
    .with(createPushModule)
    .with(createChatModule)
    .with(createNoticesModule)
    .with((deps) => createCountsModule({ ...deps, unanswered: unansweredOf(base) }))
    .with(createScheduledCountsModule)
    .with(createReportsModule)
    .with(createLookupModule)
    .with(createMarksModule)
    .with(createSpreadsheetsModule)
    .with(createSuppliersModule)
    .with(createOrdersModule)
    .with(createDeliveriesModule)
    .with(createRecipesModule)
    .with(createSalesModule)
    .with(createFeedsModule)
    .with(createUsageModule)
    .with(createDigestModule)
    .with(() => ({ endpoints: openApiRoutes(config.PUBLIC_URL) }));
  return { services, modules };
}
export type Services = ReturnType<typeof createServices>['services'];
