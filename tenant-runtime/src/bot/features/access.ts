import { rememberPerson } from '@ostatok/kit/node/request-scope.ts';
import { Composer, InlineKeyboard } from 'grammy';
import { RateLimiterMemory } from 'rate-limiter-flexible';
import { type Messenger, type MessengerPerson, messengerNames, newcomerKey } from '../../../contract/messengers.ts';
import { oneLine } from '../../../contract/one-line.ts';
import { type NewcomerRow, personOf } from '../../users/newcomers.service.ts';
import { markBlocked, markReachable, selectAdminChats } from '../bot.queries.ts';
import { acknowledge, isGone, isTooMany, reply, sendTo } from '../chat.ts';
import type { BotContext, BotDeps } from '../context.ts';
import { writeSoon } from '../elsewhere.ts';
import { quoted } from '../texts.ts';
import { openLink } from './linking.ts';

const ASK_AGAIN_MS = 24 * 3600_000;
/** A stranger who writes more is answered no more for a while: the bot must not spend its limits on one chat. */
const STRANGER_ANSWERS = { points: 3, duration: 600 };

type Newcomer = Pick<NewcomerRow, 'channel' | 'telegram_id' | 'username' | 'name'>;

/** Returns «Пётр (@petr)», or «Пётр (MAX)», where nobody has a username. */
export function newcomerName({ channel, name, username }: Newcomer): string {
  const known = channel === 'telegram' ? username && `@${username}` : messengerNames[channel];
  return known ? `${name} (${known})` : name;
}

/** Asks the administrators who have a chat here; returns how many were asked. */
async function askHere(
  ctx: BotContext,
  { db, clock, log }: BotDeps,
  chats: MessengerPerson[],
  [text, keyboard]: Question,
): Promise<number> {
  let asked = 0;
  for (const chat of chats) {
    try {
      await sendTo(ctx, chat.id, text, keyboard);
      asked += 1;
    } catch (error) {
      if (isTooMany(error)) log.warn({ chatId: chat.id }, 'an administrator is asked about a newcomer later');
      else if (!isGone(error)) throw error;
      else {
        await markBlocked(db, chat, clock());
        log.warn({ chatId: chat.id }, 'an administrator cannot be reached in the chat');
      }
    }
  }
  return asked;
}

type Question = [text: string, keyboard: InlineKeyboard];

/**
 * Asks every reachable administrator about the newcomer, in each messenger that they have, and returns in how many chats
 * that was. Those of another messenger come last, since they never fail.
 */
async function askAdmins(ctx: BotContext, deps: BotDeps, newcomer: Newcomer): Promise<number> {
  const key = newcomerKey(personOf(newcomer));
  const text = `${newcomerName(newcomer)} хочет считать остатки. Принять?`;
  const keyboard = new InlineKeyboard().text('Принять', `admit:${key}`).text('Отклонить', `refuse:${key}`);
  const chats = await selectAdminChats(deps.db);
  const here = chats.filter(({ channel }) => channel === deps.channel);
  const elsewhere = chats.filter(({ channel }) => channel !== deps.channel);
  const askedHere = await askHere(ctx, deps, here, [text, keyboard]);
  const askedElsewhere = await Promise.all(elsewhere.map((chat) => writeSoon(deps, chat, text, keyboard)));
  const asked = askedHere + askedElsewhere.filter(Boolean).length;
  if (asked > 0) await deps.newcomers.asked(personOf(newcomer));
  return asked;
}

/**
 * A hint for a newcomer whose username is that of a user who joins only by a link; it may or may not be the same
 * person.
 */
function whereLinkIs({ publicUrl }: BotDeps['venue'], channel: Messenger): string {
  const messenger = messengerNames[channel];
  return `\n\nЕсли вы здесь уже работаете, подключите ${messenger} по ссылке: она в панели${publicUrl ? ` ${publicUrl}` : ''}, меню с вашим именем → «Подключить ${messenger}».`;
}

/** Warns a newcomer that the quantities in their message were not saved. */
const notSaved = (ctx: BotContext): string =>
  ctx.message && !ctx.message.text?.startsWith('/')
    ? 'Сообщение не сохранено: повторите его, когда вас примут.\n\n'
    : '';

type Answer = (text: string) => Promise<void>;

/**
 * Answers strangers, each a few times. Where a messenger refuses one of these answers for too many, it is left out: an
 * update that waits for a stranger's chat would keep everybody's behind it.
 */
function createStrangerAnswers({ log }: Pick<BotDeps, 'log'>): (ctx: BotContext) => Answer {
  const limiter = new RateLimiterMemory(STRANGER_ANSWERS);
  return (ctx) => async (text) => {
    const isFull = await limiter.consume(ctx.chat?.id ?? 0).then(
      () => false,
      () => true,
    );
    if (isFull) return;
    await reply(ctx, text).catch((error) => {
      if (!isTooMany(error)) throw error;
      log.warn({ chatId: ctx.chat?.id }, 'a stranger is not answered');
    });
  };
}

async function meetNewcomer(ctx: BotContext, deps: BotDeps, channel: Messenger, answer: Answer): Promise<void> {
  const person = ctx.from;
  if (!person) return;
  // only Telegram gives usernames that are sure
  const username = (channel === 'telegram' && person.username) || undefined;
  const lost = notSaved(ctx);
  const named = [person.first_name, person.last_name].filter(Boolean).join(' ');
  const name = oneLine(named).slice(0, 100) || 'Без имени';
  const hint = (await deps.users.awaitsLink(username)) ? whereLinkIs(deps.venue, channel) : '';
  const newcomer = await deps.newcomers.meet({ channel, telegram_id: person.id, username: username ?? null, name });
  if (newcomer.refused_at) return answer(`${lost}Администратор отклонил ваш запрос. Обратитесь к нему лично.${hint}`);
  const askedLately = newcomer.asked_at && deps.clock().getTime() - newcomer.asked_at.getTime() < ASK_AGAIN_MS;
  if (askedLately) return answer(`${lost}Запрос уже у администратора. Как только вас примут, бот напишет.${hint}`);
  const asked = await askAdmins(ctx, deps, newcomer);
  const next =
    asked > 0
      ? ': запрос отправлен администратору.'
      : `. Попросите администратора принять вас в панели, раздел «Люди», или подключить к этому боту свой ${messengerNames[channel]}.`;
  await answer(`${lost}Это бот заведения ${quoted(deps.venue.name)}. Вас пока нет в списке сотрудников${next}${hint}`);
}

/** Asks about the newcomers who came while no administrator was in the chat. */
export async function askAboutWaiting(ctx: BotContext, deps: BotDeps): Promise<void> {
  for (const newcomer of await deps.newcomers.unasked()) await askAdmins(ctx, deps, newcomer);
}

/** Lets only the tenant's users of the messenger pass, and sets each one as the caller. */
export function accessFeature(deps: BotDeps, channel: Messenger): Composer<BotContext> {
  const composer = new Composer<BotContext>();
  const strangerAnswers = createStrangerAnswers(deps);
  composer.on('my_chat_member', async (ctx) => {
    const gone = ['kicked', 'left'].includes(ctx.myChatMember.new_chat_member.status);
    await markBlocked(deps.db, { channel, id: ctx.chat.id }, gone ? deps.clock() : null);
  });
  composer.use(async (ctx, next) => {
    if (!ctx.from || ctx.from.is_bot) return;
    if (ctx.chat?.type !== 'private') {
      if (ctx.callbackQuery) await acknowledge(ctx);
      return;
    }
    if (ctx.message) await markReachable(deps.db, { channel, id: ctx.chat.id });
    const person = { ...ctx.from, channel };
    const code = ctx.hasCommand('start') ? ctx.match : '';
    const caller = code ? await openLink(ctx, deps, person, code) : await deps.users.fromChat(person);
    if (caller) {
      ctx.caller = caller;
      rememberPerson({ userId: caller.id, username: caller.username });
      return next();
    }
    if (ctx.callbackQuery) return acknowledge(ctx, 'Вас нет в списке сотрудников');
    return meetNewcomer(ctx, deps, channel, strangerAnswers(ctx));
  });
  return composer;
}
