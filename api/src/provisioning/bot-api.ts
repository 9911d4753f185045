import { InvalidInput, Unavailable } from '@ostatok/kit/node/errors.ts';
import type { ApiRoots } from '../telegram/api-roots.ts';

const TIME_LIMIT_MS = 8000;

interface BotIdentity {
  id: number;
  username: string;
}

interface Answer {
  ok: boolean;
  result?: unknown;
  error_code?: number;
  description?: string;
  parameters?: { retry_after?: number };
}

/**
 * The Bot API calls that the platform makes itself. A token is part of their addresses, so errors contain no part of a
 * request, only what a person can do.
 */
export function createBotApi({ current, note }: ApiRoots) {
  async function call(token: string, method: string, params: object = {}): Promise<unknown> {
    let answer: Answer;
    const root = current();
    try {
      const response = await fetch(`${root}/bot${token}/${method}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(params),
        signal: AbortSignal.timeout(TIME_LIMIT_MS),
      });
      answer = (await response.json()) as Answer;
    } catch {
      note(root, false);
      throw new Unavailable(10, 'Не удалось связаться с Telegram. Повторите через минуту', 'telegram_unreachable');
    }
    note(root, true);
    if (answer.ok) return answer.result;
    if (answer.error_code === 401 || answer.error_code === 404) {
      throw new InvalidInput(
        'Telegram не принял токен бота. Скопируйте его заново у @BotFather',
        { botToken: 'Telegram не принял токен' },
        'bot_token_refused',
      );
    }
    const wait = answer.parameters?.retry_after ?? 10;
    throw new Unavailable(wait, 'Telegram сейчас не отвечает на запросы. Повторите через минуту', 'telegram_unwell');
  }

  return {
    async getMe(token: string): Promise<BotIdentity> {
      const { id, username } = (await call(token, 'getMe')) as BotIdentity;
      return { id, username };
    },
    /** Pending updates stay: nobody's message is dropped. */
    async takeOver(token: string, commands: { command: string; description: string }[]): Promise<void> {
      await call(token, 'deleteWebhook', { drop_pending_updates: false });
      await call(token, 'setMyCommands', { commands });
    },
  };
}
export type BotApi = ReturnType<typeof createBotApi>;
