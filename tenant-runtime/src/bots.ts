import type { Messenger, MessengerPerson } from '../contract/messengers.ts';
import type { BotOptions, VenueBot } from './bot/bot.ts';
import type { Transport } from './bot/transport.ts';
import type { Base } from './module.ts';
import type { NoticeSender } from './notices/notices.service.ts';
import type { Services } from './services.ts';

/** Loads a bot at its first update, because it costs memory that a tenant which counts only in the panel never needs. */
const onDemand = <T>(load: () => Promise<T>): (() => Promise<T>) => {
  let loaded: Promise<T> | undefined;
  return () => {
    loaded ??= load();
    return loaded;
  };
};

/** One bot per channel: of the venue's own chat, and of each messenger that the venue has. */
export function createBots({ config, db, log, clock }: Base, services: Services) {
  async function botOf(tenantId: string, transport: Transport): Promise<VenueBot> {
    const { createBot } = await import('./bot/bot.ts');
    const venue = { name: config.VENUE_NAME, timezone: config.TIMEZONE, publicUrl: config.PUBLIC_URL };
    const writeElsewhere: BotOptions['writeElsewhere'] = async ({ channel, id }, ...said) =>
      (await messengerBots[channel]())?.write(id, ...said) ?? false;
    return createBot({ ...services, db, log, clock, transport, tenantId, venue, writeElsewhere });
  }

  const own = onDemand(async () => {
    const { transports } = await import('./bot/bot.ts');
    return botOf(`${config.TENANT_ID}/own`, transports.own(services.chat.bot));
  });

  const telegram = onDemand(async () => {
    const { BOT_TOKEN: token, TELEGRAM_API_ROOT: apiRoot, BOT_USERNAME: botUsername, BOT_GENERATION } = config;
    if (!token || !apiRoot) return undefined;
    const { transports } = await import('./bot/bot.ts');
    const platform = {
      botState(state: string): Promise<boolean> {
        services.botState.forget();
        return services.platform.botState(state);
      },
    };
    // Another bot numbers its updates and messages anew, and they must not be taken for those of the previous bot.
    const tenantId = BOT_GENERATION === 0 ? config.TENANT_ID : `${config.TENANT_ID}/${BOT_GENERATION}`;
    return botOf(tenantId, transports.telegram({ token, apiRoot, botUsername, platform }));
  });

  const max = onDemand(async () => {
    const { MAX_BOT_URL, PLATFORM_URL: platformUrl, TENANT_ID: tenantId, INTERNAL_SECRET: secret } = config;
    if (!MAX_BOT_URL || !platformUrl) return undefined;
    const { transports } = await import('./bot/bot.ts');
    return botOf(`${tenantId}/max`, transports.max({ platformUrl, tenantId, secret }));
  });

  const messengerBots: Record<Messenger, () => Promise<VenueBot | undefined>> = { telegram, max };

  return {
    own,
    ...messengerBots,
    /** Greets an admitted newcomer; returns whether the chat could be reached. */
    welcome: async ({ channel, id }: MessengerPerson): Promise<boolean> =>
      (await messengerBots[channel]())?.welcome(id) ?? false,
    async noticeSender(): Promise<NoticeSender> {
      const ownBot = await own();
      return {
        async writeOwn(notice, readers) {
          for (const reader of readers) await ownBot.notify(notice, reader);
        },
        async writeTo(channel, notice, reader) {
          const bot = await messengerBots[channel]();
          await bot?.notify(notice, reader);
        },
      };
    },
  };
}
