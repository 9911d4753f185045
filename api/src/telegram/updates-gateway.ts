import type { PlatformEnv } from '../config.ts';
import { createGateway, type Gateway, type GatewayParts } from './gateway.service.ts';
import { createWebhookGateway, type WebhookGateway } from './webhooks.service.ts';

export type UpdatesGateway = Gateway | WebhookGateway;

/** Chooses how updates are received: by polling, or from Telegram through `webhooks`. */
export function createUpdatesGateway(
  how: PlatformEnv['TELEGRAM_UPDATES'],
  parts: GatewayParts,
  { alone, publicUrl }: { alone: boolean; publicUrl: string },
): { gateway: UpdatesGateway; webhooks?: WebhookGateway } {
  if (how === 'polling') return { gateway: createGateway({ ...parts, alone }) };
  const webhooks = createWebhookGateway({ ...parts, publicUrl: () => publicUrl });
  return { gateway: webhooks, webhooks };
}
