import type { Knex } from '@ostatok/kit/node/db.ts';
import type { BotState } from '../../contract/bot.endpoints.ts';
import { selectBlocked } from './bot-state.queries.ts';
import type { PlatformClient } from './platform-client.ts';

/** Milliseconds for which the platform's answer is reused, so that it is not asked at every look at the panel. */
const TRUSTED_MS = 30_000;

interface Deps {
  db: Knex;
  platform: Pick<PlatformClient, 'askBotState'>;
  /** The bot's name without @. */
  botUsername: string | undefined;
  hasBot: boolean;
  clock: () => Date;
}

type Token = Pick<BotState, 'state' | 'since'>;
const UNKNOWN: Token = { state: 'unknown', since: null };

/** Reports the problems of the tenant's bot: its token, and the users it cannot reach. */
export function createBotState({ db, platform, botUsername, hasBot, clock }: Deps) {
  let known: { token: Token; at: number } | undefined;
  let asking: Promise<Token> | undefined;

  async function ask(): Promise<Token> {
    const token = (await platform.askBotState()) ?? UNKNOWN;
    // A missing answer is not cached.
    if (token.state !== 'unknown') known = { token, at: clock().getTime() };
    return token;
  }

  async function token(): Promise<Token> {
    if (!hasBot) return UNKNOWN;
    if (known && clock().getTime() - known.at < TRUSTED_MS) return known.token;
    asking ??= ask().finally(() => {
      asking = undefined;
    });
    return asking;
  }

  return {
    async read(): Promise<BotState> {
      const [{ state, since }, blocked] = await Promise.all([token(), selectBlocked(db)]);
      return {
        username: hasBot ? (botUsername ?? null) : null,
        state,
        since,
        blocked: blocked.map(({ user_id, name, blocked_at }) => ({
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
