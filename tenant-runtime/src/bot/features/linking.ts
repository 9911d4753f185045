import type { User } from 'grammy/types';
import type { Caller } from '../../access/callers.ts';
import { markBlocked } from '../bot.queries.ts';
import { isGone, sendTo } from '../chat.ts';
import type { BotContext, BotDeps } from '../context.ts';

/** Informs the former chat. The link is already used by then, so a failure here must not stop the new chat. */
async function notifyUntied(ctx: BotContext, { db, clock, log }: BotDeps, chatId: number): Promise<void> {
  try {
    await sendTo(
      ctx,
      chatId,
      'Этот чат отключён: по вашей ссылке подключён другой Telegram. Если это не вы, в панели выйдите на всех устройствах и смените пароль.',
    );
  } catch (error) {
    if (isGone(error)) await markBlocked(db, chatId, clock());
    log.warn({ chatId }, 'the chat that was untied is not told');
  }
}

/** Links the chat to the user when `/start` carries a link's code. Throws an error whose text the user sees. */
export async function openLink(ctx: BotContext, deps: BotDeps, by: User, code: string): Promise<Caller> {
  const { caller, untied } = await deps.telegramLinks.open(code, { id: by.id, first_name: by.first_name });
  if (untied !== null) await notifyUntied(ctx, deps, untied);
  return caller;
}
