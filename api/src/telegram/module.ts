import type { Registry } from 'prom-client';
import type { Routes } from '../access/mounted.routes.ts';
import type { PlatformEnv } from '../config.ts';
import { EVERY_MINUTE } from '../platform/jobs.ts';
import { createDeliveryLag } from './delivery-lag.ts';
import type { GatewayParts } from './gateway.service.ts';
import { measureGateway } from './gateway-metrics.ts';
import { telegramRelayRoutes } from './relay.routes.ts';
import { createTelegramRelay } from './relay.service.ts';
import { createSuspendedChats, type SuspendedChatsParts } from './suspended-chats.service.ts';
import { createUpdatesGateway } from './updates-gateway.ts';
import { webhookRoutes } from './webhooks.routes.ts';

interface TelegramDeps extends GatewayParts {
  updates: PlatformEnv['TELEGRAM_UPDATES'];
  alone: boolean;
  /** Whether tenants reach Telegram through the platform. */
  relays: boolean;
  publicUrl: string;
  /** How venues are reached that people write to through MAX. */
  max: NonNullable<SuspendedChatsParts['max']>;
  now?: (() => Date) | undefined;
}

/** The gateway that receives the updates of every tenant's bot, and the answers of suspended tenants. */
export function createTelegramModule({ updates, alone, relays, publicUrl, max, now, ...parts }: TelegramDeps) {
  const suspendedChats = createSuspendedChats({ ...parts, max, now });
  const lag = createDeliveryLag();
  const { gateway, webhooks } = createUpdatesGateway(
    updates,
    { ...parts, lag, deliver: suspendedChats.deliver },
    { alone, publicUrl },
  );
  const webhookPaths: Routes[] = webhooks
    ? [{ path: '/telegram', access: 'anyone', router: webhookRoutes(webhooks) }]
    : [];
  const relayPaths: Routes[] = relays
    ? [
        {
          path: '/internal/telegram',
          access: 'process',
          router: telegramRelayRoutes(createTelegramRelay(parts), parts),
        },
      ]
    : [];
  return {
    services: { gateway, suspendedChats },
    unparsedRoutes: [...webhookPaths, ...relayPaths],
    jobs: [{ name: 'suspended-chats', cron: EVERY_MINUTE, run: suspendedChats.notifyResumed }],
    registerMetrics: (registry: Registry): void => measureGateway(registry, { lag, health: gateway.health }),
  };
}
