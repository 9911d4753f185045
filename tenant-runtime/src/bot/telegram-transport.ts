import type { PlatformClient } from '../platform/platform-client.ts';
import { filesOfBotApi } from './bot-api-files.ts';
import { accessFeature } from './features/access.ts';
import { createRateLimit, createReplyLog, createTokenWatch, createWaiting } from './limits.ts';
import { botNamed, type Transport } from './transport.ts';

/** Seconds after which a call to Telegram fails; the gateway then delivers the update again. */
const TIMEOUT_S = 20;

interface TelegramOptions {
  token: string;
  /** The address of the Bot API: `https://api.telegram.org` or the sandbox. */
  apiRoot: string;
  /** The bot's name without @. If it is given, Telegram need not be asked for it at the start. */
  botUsername?: string | undefined;
  /** Receives a notice when Telegram refuses the token. */
  platform?: Pick<PlatformClient, 'botState'> | undefined;
}

export const createTelegramTransport = (options: TelegramOptions): Transport => ({
  channel: 'telegram',
  abilities: { maxText: 4096, maxRows: 100, forceReply: true, toasts: true },
  token: options.token,
  client: { apiRoot: options.apiRoot, timeoutSeconds: TIMEOUT_S },
  // The id is the first part of the token.
  me: botNamed(Number(options.token.split(':')[0]), options.botUsername ?? 'bot'),
  files: filesOfBotApi(options),
  transformers: [
    createTokenWatch((state) => void options.platform?.botState(state)),
    createRateLimit(),
    createWaiting(),
  ],
  replies: createReplyLog(),
  access: (deps) => accessFeature(deps, 'telegram'),
  hasStrangers: true,
});
