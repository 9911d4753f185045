import type { Finding } from '@ostatok/api/contract/diagnostics.endpoints.ts';
import type { ApiRoots } from '../telegram/api-roots.ts';
import { chatProblem, createTelegramClient } from '../telegram/telegram-client.ts';

/** Asks Telegram for the administrators' chat without writing to it. */
export async function alertChatFindings(
  chat: { token: string; chatId: string } | undefined,
  apiRoots: ApiRoots,
): Promise<Finding[]> {
  if (!chat) return [];
  try {
    await createTelegramClient(apiRoots).getChat(chat.token, chat.chatId);
    return [];
  } catch (error) {
    return [
      {
        id: 'alert_chat',
        level: 'warning',
        message: `Чат тревог не работает: ${chatProblem(error)}`,
        advice:
          'Добавьте бота в чат, проверьте ALERT_BOT_TOKEN и ALERT_CHAT_ID; письма о неполадках приходят и без него',
      },
    ];
  }
}
