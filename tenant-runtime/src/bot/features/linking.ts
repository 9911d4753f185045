import { type MessengerPerson, messengerNames } from '../../../contract/messengers.ts';
import type { Caller } from '../../access/callers.ts';
import type { ChatPerson } from '../../users/users.service.ts';
import { markBlocked } from '../bot.queries.ts';
import { isGone, sendTo } from '../chat.ts';
import type { BotContext, BotDeps } from '../context.ts';

/** Informs the former chat. The link is already used by then, so a failure here must not stop the new chat. */
async function notifyUntied(
  ctx: BotContext,
  { db, clock, log }: BotDeps,
  { channel, id }: MessengerPerson,
): Promise<void> {
  try {
    await sendTo(
      ctx,
      id,
      `Этот чат отключён: по вашей ссылке подключён другой ${messengerNames[channel]}. Если это не вы, в панели выйдите на всех устройствах и смените пароль.`,
    );
  } catch (error) {
    if (isGone(error)) await markBlocked(db, { channel, id }, clock());
    log.warn({ channel, chatId: id }, 'the chat that was untied is not told');
  }
}

/** Links the chat to the user when `/start` carries a link's code. Throws an error whose text the user sees. */
export async function openLink(ctx: BotContext, deps: BotDeps, by: ChatPerson, code: string): Promise<Caller> {
  const { channel, id, first_name } = by;
  const { caller, untied } = await deps.chatLinks.open(code, { channel, id, first_name });
  if (untied !== null) await notifyUntied(ctx, deps, { channel, id: untied });
  return caller;
}
