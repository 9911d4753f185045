import { startLink } from '../../contract/telegram-links.ts';
import type { Base } from '../module.ts';
import { botStateRoutes } from './bot-state.routes.ts';
import { createBotState } from './bot-state.service.ts';
import { createPlatformClient } from './platform-client.ts';
import { createProposals } from './proposals.service.ts';

interface PlatformDeps extends Base {
  hasBot: boolean;
}

/** What the tenant asks of the platform. */
export function createPlatformModule({ db, config, clock, log, hasBot }: PlatformDeps) {
  const platform = createPlatformClient({
    platformUrl: config.PLATFORM_URL,
    tenantId: config.TENANT_ID,
    secret: config.INTERNAL_SECRET,
    log,
  });
  const proposals = createProposals({ db, platform, log });
  const { BOT_USERNAME: botUsername, MAX_BOT_URL, TENANT_ID } = config;
  // the bot may be that of several tenants: the address names this one
  const maxUrl = MAX_BOT_URL ? startLink(MAX_BOT_URL, TENANT_ID) : undefined;
  const botState = createBotState({ db, platform, botUsername, hasBot, maxUrl, clock });
  return {
    services: { platform, proposals, botState },
    endpoints: botStateRoutes(botState),
    close: proposals.close,
  };
}
