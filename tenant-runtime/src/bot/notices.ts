import { type Api, GrammyError } from 'grammy';
import type { Notice } from '../notices/notice.ts';
import type { Reader } from '../notices/notices.service.ts';
import { markBlocked } from './bot.queries.ts';
import { isGone, isPassing, whole } from './chat.ts';
import type { BotDeps } from './context.ts';
import { countNoticeText } from './count-notices.ts';
import { digestMessage } from './digest.ts';
import type { NoticeMessage } from './notice-message.ts';
import { scheduledCountText } from './scheduled-count-notices.ts';

async function textFor(deps: BotDeps, notice: Notice, reader: Reader): Promise<NoticeMessage> {
  if (notice.kind === 'count_due' || notice.kind === 'count_missed') return scheduledCountText(deps, notice, reader);
  if (notice.kind === 'feed') return reader.role === 'admin' ? { text: notice.data.text } : undefined;
  if (notice.kind === 'digest') return digestMessage(deps, notice.data.week, reader);
  return countNoticeText(deps, notice, reader);
}

/** Writes notices to one channel. */
export function createNotifier(deps: BotDeps) {
  const { db, channel, abilities, log, clock } = deps;
  const chatOf = ({ id, chats }: Reader): number | null => (channel === 'own' ? id : chats[channel]);

  async function send(api: Api, chatId: number, { text, keyboard }: NonNullable<NoticeMessage>): Promise<void> {
    try {
      await api.sendMessage(chatId, whole(text, abilities), keyboard ? { reply_markup: keyboard } : {});
    } catch (error) {
      if (isPassing(error) || !(error instanceof GrammyError)) throw error;
      if (isGone(error) && channel !== 'own') await markBlocked(db, { channel, id: chatId }, clock());
      log.warn({ channel, chatId, status: error.error_code, reason: error.description }, 'a notice was refused');
    }
  }

  return async (api: Api, notice: Notice, reader: Reader): Promise<void> => {
    const chatId = chatOf(reader);
    const message = chatId === null ? undefined : await textFor(deps, notice, reader);
    if (chatId !== null && message) await send(api, chatId, message);
  };
}
