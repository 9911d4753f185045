import { Conflict, Forbidden } from '@ostatok/kit/node/errors.ts';
import { Composer, InlineKeyboard } from 'grammy';
import type { VenueUser } from '../../../contract/users.ts';
import type { Users } from '../../users/users.service.ts';
import { deleteNewcomer, findNewcomer, type NewcomerRow, updateNewcomer } from '../bot.queries.ts';
import { type BotContext, type BotDeps, isAdmin } from '../context.ts';
import { acknowledge, isPassing, reply, rewrite } from '../telegram.ts';
import { cut, helpText } from '../texts.ts';
import { newcomerName } from './access.ts';

const roleNames = { admin: 'администратор', user: 'сотрудник' };

const lineOf = (user: VenueUser): string =>
  `${user.name || user.username} — ${roleNames[user.role]}${user.in_telegram ? '' : ', ещё не писал боту'}`;

/** The newcomer becomes a user tied to their Telegram id: under their username, or under the id where they have none or it is taken. */
async function admit(users: Users, { telegram_id, username, name }: NewcomerRow): Promise<void> {
  for (const login of [username ?? `tg${telegram_id}`, `tg${telegram_id}`]) {
    const person = { id: telegram_id, username: login };
    if (await users.fromTelegram(person)) return;
    try {
      await users.add({ username: login, name, role: 'user' });
      await users.fromTelegram(person);
      return;
    } catch (error) {
      if (!(error instanceof Conflict) || error.code !== 'user_exists') throw error;
    }
  }
}

export function usersFeature({ db, users, log, clock }: BotDeps): Composer<BotContext> {
  const composer = new Composer<BotContext>();

  async function listWithButtons(ctx: BotContext): Promise<{ text: string; keyboard: InlineKeyboard }> {
    const all = await users.list();
    const keyboard = new InlineKeyboard();
    for (const user of all.slice(0, 40)) {
      if (user.id !== ctx.caller.id)
        keyboard.text(`Удалить: ${cut(user.name || user.username, 40)}`, `remove:${user.id}`).row();
    }
    return { text: all.map(lineOf).join('\n'), keyboard };
  }

  /** Tells the newcomer; not being reachable is no reason to undo the decision. */
  async function tell(ctx: BotContext, telegramId: number, text: string): Promise<void> {
    try {
      await ctx.api.sendMessage(telegramId, text);
    } catch (error) {
      if (isPassing(error)) throw error;
      log.warn({ telegramId }, 'the newcomer cannot be reached');
    }
  }

  async function newcomerOf(ctx: BotContext, id: number): Promise<NewcomerRow | undefined> {
    const newcomer = await findNewcomer(db, id);
    if (newcomer && !newcomer.refused_at) return newcomer;
    await acknowledge(ctx, 'Этот запрос уже рассмотрен');
    await rewrite(ctx, `${ctx.callbackQuery?.message?.text ?? 'Запрос'}\n\nУже рассмотрен.`);
    return undefined;
  }

  composer.command('users', async (ctx) => {
    if (!isAdmin(ctx)) throw new Forbidden('forbidden', 'Список сотрудников видит только администратор');
    const { text, keyboard } = await listWithButtons(ctx);
    await reply(ctx, text, keyboard);
  });

  const forAdmins = composer.callbackQuery(/^(admit|refuse|remove|removed|staff)(?::(\d+))?$/);
  forAdmins.use(async (ctx, next) => {
    if (!isAdmin(ctx)) throw new Forbidden('forbidden', 'Это может только администратор');
    await next();
  });
  forAdmins.callbackQuery(/^admit:(\d+)$/, async (ctx) => {
    const newcomer = await newcomerOf(ctx, Number(ctx.match[1]));
    if (!newcomer) return;
    await admit(users, newcomer);
    await rewrite(ctx, `${newcomerName(newcomer)}: доступ открыт.`);
    await tell(ctx, newcomer.telegram_id, `Вас приняли. ${helpText}`);
    await deleteNewcomer(db, newcomer.telegram_id);
    await acknowledge(ctx);
  });
  forAdmins.callbackQuery(/^refuse:(\d+)$/, async (ctx) => {
    const newcomer = await newcomerOf(ctx, Number(ctx.match[1]));
    if (!newcomer) return;
    await updateNewcomer(db, newcomer.telegram_id, { refused_at: clock() });
    await rewrite(ctx, `${newcomerName(newcomer)}: отклонено.`);
    await acknowledge(ctx);
  });
  forAdmins.callbackQuery(/^remove:(\d+)$/, async (ctx) => {
    const user = (await users.list()).find(({ id }) => id === Number(ctx.match[1]));
    if (!user) return acknowledge(ctx, 'Этого сотрудника уже нет');
    const keyboard = new InlineKeyboard().text('Удалить', `removed:${user.id}`).text('Оставить', 'staff');
    await rewrite(
      ctx,
      `Удалить: ${user.name || user.username}? Все изменения этого сотрудника останутся в журнале.`,
      keyboard,
    );
    return acknowledge(ctx);
  });
  forAdmins.callbackQuery(/^(?:removed:(\d+)|staff)$/, async (ctx) => {
    const id = Number(ctx.match[1] ?? 0);
    if (id > 0 && (await users.list()).some((user) => user.id === id)) await users.remove(id);
    const { text, keyboard } = await listWithButtons(ctx);
    await rewrite(ctx, text, keyboard);
    await acknowledge(ctx);
  });
  return composer;
}
