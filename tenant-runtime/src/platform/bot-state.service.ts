import type { Knex } from '@ostatok/kit/node/db.ts';
import type { BotState } from '../../contract/bot.endpoints.ts';
import { selectBlocked } from './bot-state.queries.ts';
import type { KnownBots, PlatformClient } from './platform-client.ts';

/** Milliseconds for which the platform's answer is reused, so that it is not asked at every look at the panel. */
const TRUSTED_MS = 30_000;

interface Deps {
  db: Knex;
  platform: Pick<PlatformClient, 'askBotState'>;
  /** The bot's name without @. */
  botUsername: string | undefined;
  hasBot: boolean;
  /** The address of the bot in MAX; undefined where the tenant has none. */
  maxUrl: string | undefined;
  clock: () => Date;
}

const UNKNOWN: KnownBots = { state: 'unknown', since: null, max: null };

/** Reports the problems of the tenant's bot: its token, and the users it cannot reach. */
export function createBotState({ db, platform, botUsername, hasBot, maxUrl, clock }: Deps) {
  let known: { bots: KnownBots; at: number } | undefined;
  let asking: Promise<KnownBots> | undefined;

  async function ask(): Promise<KnownBots> {
    const bots = (await platform.askBotState()) ?? UNKNOWN;
    // A missing answer is not cached.
    if (bots.state !== 'unknown') known = { bots, at: clock().getTime() };
    return bots;
  }

  async function bots(): Promise<KnownBots> {
    if (!hasBot && maxUrl === undefined) return UNKNOWN;
    if (known && clock().getTime() - known.at < TRUSTED_MS) return known.bots;
    asking ??= ask().finally(() => {
      asking = undefined;
    });
    return asking;
  }

  return {
    async read(): Promise<BotState> {
      const [{ state, since, max }, blocked] = await Promise.all([bots(), selectBlocked(db)]);
      return {
        username: hasBot ? (botUsername ?? null) : null,
        ...(hasBot ? { state, since } : { state: 'unknown', since: null }),
        max: maxUrl === undefined ? null : { url: maxUrl, ...(max ?? { state: 'unknown', since: null }) },
        blocked: blocked.map(({ channel, user_id, name, blocked_at }) => ({
          channel,
          userId: user_id,
          name: name ?? 'Без имени',
          since: blocked_at.toISOString(),
        })),
      };
    },
    /** Drops the cached state, because what the tenant itself has seen is newer. */
    forget: (): void => {
      known = undefined;
    },
  };
}
export type BotStates = ReturnType<typeof createBotState>;
