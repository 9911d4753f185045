import { Conflict, Forbidden, NotFound } from '@ostatok/kit/node/errors.ts';
import { Composer, InlineKeyboard } from 'grammy';
import { type MessengerPerson, messengerNames, newcomerOf } from '../../../contract/messengers.ts';
import type { VenueUser } from '../../../contract/users.endpoints.ts';
import { decisionOf, type NewcomerRow, personOf } from '../../users/newcomers.service.ts';
import { markBlocked } from '../bot.queries.ts';
import { acknowledge, append, isGone, reply, rewrite, sendTo } from '../chat.ts';
import { type BotContext, type BotDeps, isAdmin } from '../context.ts';
import { writeSoon } from '../elsewhere.ts';
import { addPageButtons, PAGE, within } from '../pages.ts';
import { cut, welcomeText } from '../texts.ts';
import { newcomerName } from './access.ts';

const roleNames = { admin: 'администратор', user: 'сотрудник' };

const lineOf = (user: VenueUser, messenger: string): string => {
  const isLinked = user.in_telegram || user.in_max;
  return `${user.name || user.username} — ${roleNames[user.role]}${isLinked ? '' : `, без ${messenger}`}`;
};

export function usersFeature({
  db,
  users,
  newcomers,
  channel,
  writeElsewhere,
  log,
  clock,
}: BotDeps): Composer<BotContext> {
  const composer = new Composer<BotContext>();
  const messenger = messengerNames[channel === 'max' ? 'max' : 'telegram'];

  async function listWithButtons(ctx: BotContext, asked = 0): Promise<{ text: string; keyboard: InlineKeyboard }> {
    const all = await users.list();
    const page = within(asked, all.length);
    const shown = all.slice(page * PAGE, (page + 1) * PAGE);
    const keyboard = new InlineKeyboard();
    for (const user of shown) {
      if (user.id !== ctx.caller.id)
        keyboard.text(`Удалить: ${cut(user.name || user.username, 40)}`, `remove:${user.id}`).row();
    }
    addPageButtons(keyboard, page, all.length, (next) => `staff:${next}`);
    return { text: shown.map((user) => lineOf(user, messenger)).join('\n'), keyboard };
  }

  /** Informs the newcomer. The decision stands even if they cannot be reached. */
  async function notifyNewcomer(ctx: BotContext, newcomer: MessengerPerson, text: string): Promise<void> {
    if (newcomer.channel !== channel) return void (await writeSoon({ writeElsewhere, log }, newcomer, text));
    try {
      await sendTo(ctx, newcomer.id, text);
    } catch (error) {
      if (!isGone(error)) throw error;
      await markBlocked(db, newcomer, clock());
      log.warn({ channel, chatId: newcomer.id }, 'the newcomer cannot be reached');
    }
  }

  /** Decides once. A second administrator, or the same press delivered again, is shown the earlier decision. */
  async function decide(ctx: BotContext, key: string, act: 'admit' | 'refuse'): Promise<NewcomerRow | undefined> {
    const person = newcomerOf(key);
    if (!person) return undefined;
    try {
      return await newcomers[act](person, ctx.caller);
    } catch (error) {
      const second = error instanceof Conflict && error.code === 'already_decided';
      if (!second && !(error instanceof NotFound)) throw error;
      const newcomer = second ? await newcomers.found(person) : undefined;
      const done = act === 'admit' ? newcomer?.admitted_at : newcomer?.refused_at;
      if (newcomer && done && newcomer.decided_by === ctx.caller.name) return newcomer;
      const what = (newcomer && decisionOf(newcomer)) ?? 'Уже рассмотрен';
      await append(ctx, `\n${what}.`);
      await acknowledge(ctx, what);
      return undefined;
    }
  }

  composer.command('users', async (ctx) => {
    if (!isAdmin(ctx)) throw new Forbidden('forbidden', 'Список сотрудников видит только администратор');
    const { text, keyboard } = await listWithButtons(ctx);
    await reply(ctx, text, keyboard);
  });

  const forAdmins = composer.callbackQuery(/^(admit|refuse|remove|removed|staff)(?::((?:max-)?\d+))?$/);
  forAdmins.use(async (ctx, next) => {
    if (!isAdmin(ctx)) throw new Forbidden('forbidden', 'Это может только администратор');
    await next();
  });
  forAdmins.callbackQuery(/^admit:((?:max-)?\d+)$/, async (ctx) => {
    const newcomer = await decide(ctx, ctx.match[1] ?? '', 'admit');
    if (!newcomer) return;
    await rewrite(ctx, `${newcomerName(newcomer)}: доступ открыт.`);
    await notifyNewcomer(ctx, personOf(newcomer), welcomeText);
    await acknowledge(ctx);
  });
  forAdmins.callbackQuery(/^refuse:((?:max-)?\d+)$/, async (ctx) => {
    const newcomer = await decide(ctx, ctx.match[1] ?? '', 'refuse');
    if (!newcomer) return;
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
  forAdmins.callbackQuery(/^(?:removed:(\d+)|staff(?::(\d{1,4}))?)$/, async (ctx) => {
    const id = Number(ctx.match[1] ?? 0);
    if (id > 0 && (await users.list()).some((user) => user.id === id)) await users.remove(id, ctx.caller);
    const { text, keyboard } = await listWithButtons(ctx, Number(ctx.match[2] ?? 0));
    await rewrite(ctx, text, keyboard);
    await acknowledge(ctx);
  });
  return composer;
}
