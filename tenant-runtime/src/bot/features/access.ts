import { Composer, InlineKeyboard } from 'grammy';
import { oneLine } from '../../../contract/one-line.ts';
import { markBlocked, markReachable, selectAdminChats } from '../bot.queries.ts';
import type { BotContext, BotDeps } from '../context.ts';
import { acknowledge, isGone, reply } from '../telegram.ts';
import { quoted } from '../texts.ts';
import { openLink } from './linking.ts';

const ASK_AGAIN_MS = 24 * 3600_000;

interface Newcomer {
  telegram_id: number;
  username: string | null;
  name: string;
}

export const newcomerName = ({ name, username }: Newcomer): string => (username ? `${name} (@${username})` : name);

/** Asks every administrator in reach; answers how many were asked. */
async function askAdmins(ctx: BotContext, { db, clock, log, newcomers }: BotDeps, newcomer: Newcomer): Promise<number> {
  const keyboard = new InlineKeyboard()
    .text('Принять', `admit:${newcomer.telegram_id}`)
    .text('Отклонить', `refuse:${newcomer.telegram_id}`);
  let asked = 0;
  for (const chatId of await selectAdminChats(db)) {
    try {
      await ctx.api.sendMessage(chatId, `${newcomerName(newcomer)} хочет считать остатки. Принять?`, {
        reply_markup: keyboard,
      });
      asked += 1;
    } catch (error) {
      if (!isGone(error)) throw error;
      await markBlocked(db, chatId, clock());
      log.warn({ chatId }, 'an administrator cannot be reached in the chat');
    }
  }
  if (asked > 0) await newcomers.asked(newcomer.telegram_id);
  return asked;
}

/** To whoever has the name of somebody who comes in by a link: it may be they, or it may not. */
const whereLinkIs = ({ publicUrl }: BotDeps['venue']): string =>
  `\n\nЕсли вы здесь уже работаете, подключите Telegram по ссылке: она в панели${publicUrl ? ` ${publicUrl}` : ''}, меню с вашим именем → «Подключить Telegram».`;

/** Whoever wrote what they counted has to know that it is not there. */
const notSaved = (ctx: BotContext): string =>
  ctx.message && !ctx.message.text?.startsWith('/')
    ? 'Сообщение не сохранено: повторите его, когда вас примут.\n\n'
    : '';

async function meetNewcomer(ctx: BotContext, deps: BotDeps): Promise<void> {
  const person = ctx.from;
  if (!person) return;
  const lost = notSaved(ctx);
  const named = [person.first_name, person.last_name].filter(Boolean).join(' ');
  const name = oneLine(named).slice(0, 100) || 'Без имени';
  const hint = (await deps.users.awaitsLink(person.username)) ? whereLinkIs(deps.venue) : '';
  const newcomer = await deps.newcomers.meet({ telegram_id: person.id, username: person.username ?? null, name });
  if (newcomer.refused_at)
    return reply(ctx, `${lost}Администратор отклонил ваш запрос. Обратитесь к нему лично.${hint}`);
  const askedLately = newcomer.asked_at && deps.clock().getTime() - newcomer.asked_at.getTime() < ASK_AGAIN_MS;
  if (askedLately) return reply(ctx, `${lost}Запрос уже у администратора. Как только вас примут, бот напишет.${hint}`);
  const asked = await askAdmins(ctx, deps, newcomer);
  const next =
    asked > 0
      ? ': запрос отправлен администратору.'
      : '. Попросите администратора принять вас в панели, раздел «Люди», или подключить к этому боту свой Telegram.';
  await reply(
    ctx,
    `${lost}Это бот заведения ${quoted(deps.venue.name)}. Вас пока нет в списке сотрудников${next}${hint}`,
  );
}

/** Those who came while no administrator was in the chat. */
export async function askAboutWaiting(ctx: BotContext, deps: BotDeps): Promise<void> {
  for (const newcomer of await deps.newcomers.unasked()) await askAdmins(ctx, deps, newcomer);
}

/** Lets only the venue's people further, each under their own name. */
export function accessFeature(deps: BotDeps): Composer<BotContext> {
  const composer = new Composer<BotContext>();
  composer.on('my_chat_member', async (ctx) => {
    const gone = ['kicked', 'left'].includes(ctx.myChatMember.new_chat_member.status);
    await markBlocked(deps.db, ctx.chat.id, gone ? deps.clock() : null);
  });
  composer.use(async (ctx, next) => {
    if (!ctx.from || ctx.from.is_bot) return;
    if (ctx.chat?.type !== 'private') {
      if (ctx.callbackQuery) await acknowledge(ctx);
      return;
    }
    if (ctx.message) await markReachable(deps.db, ctx.chat.id);
    const code = ctx.hasCommand('start') ? ctx.match : '';
    const caller = code ? await openLink(ctx, deps, ctx.from, code) : await deps.users.fromTelegram(ctx.from);
    if (caller) {
      ctx.caller = caller;
      return next();
    }
    if (ctx.callbackQuery) return acknowledge(ctx, 'Вас нет в списке сотрудников');
    return meetNewcomer(ctx, deps);
  });
  return composer;
}
