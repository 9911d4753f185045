import { rememberPerson } from '@ostatok/kit/node/request-scope.ts';
import { Composer, InlineKeyboard } from 'grammy';
import { RateLimiterMemory } from 'rate-limiter-flexible';
import { oneLine } from '../../../contract/one-line.ts';
import { markBlocked, markReachable, selectAdminChats } from '../bot.queries.ts';
import { acknowledge, isGone, isTooMany, reply, sendTo } from '../chat.ts';
import type { BotContext, BotDeps } from '../context.ts';
import { quoted } from '../texts.ts';
import { openLink } from './linking.ts';

const ASK_AGAIN_MS = 24 * 3600_000;
/** A stranger who writes more is answered no more for a while: the bot must not spend its limits on one chat. */
const STRANGER_ANSWERS = { points: 3, duration: 600 };

interface Newcomer {
  telegram_id: number;
  username: string | null;
  name: string;
}

export const newcomerName = ({ name, username }: Newcomer): string => (username ? `${name} (@${username})` : name);

/** Asks every reachable administrator about the newcomer, and returns how many were asked. */
async function askAdmins(ctx: BotContext, { db, clock, log, newcomers }: BotDeps, newcomer: Newcomer): Promise<number> {
  const keyboard = new InlineKeyboard()
    .text('Принять', `admit:${newcomer.telegram_id}`)
    .text('Отклонить', `refuse:${newcomer.telegram_id}`);
  let asked = 0;
  for (const chatId of await selectAdminChats(db)) {
    try {
      await sendTo(ctx, chatId, `${newcomerName(newcomer)} хочет считать остатки. Принять?`, keyboard);
      asked += 1;
    } catch (error) {
      if (isTooMany(error)) log.warn({ chatId }, 'an administrator is asked about a newcomer later');
      else if (!isGone(error)) throw error;
      else {
        await markBlocked(db, chatId, clock());
        log.warn({ chatId }, 'an administrator cannot be reached in the chat');
      }
    }
  }
  if (asked > 0) await newcomers.asked(newcomer.telegram_id);
  return asked;
}

/**
 * A hint for a newcomer whose username is that of a user who joins only by a link; it may or may not be the same
 * person.
 */
const whereLinkIs = ({ publicUrl }: BotDeps['venue']): string =>
  `\n\nЕсли вы здесь уже работаете, подключите Telegram по ссылке: она в панели${publicUrl ? ` ${publicUrl}` : ''}, меню с вашим именем → «Подключить Telegram».`;

/** Warns a newcomer that the quantities in their message were not saved. */
const notSaved = (ctx: BotContext): string =>
  ctx.message && !ctx.message.text?.startsWith('/')
    ? 'Сообщение не сохранено: повторите его, когда вас примут.\n\n'
    : '';

type Answer = (text: string) => Promise<void>;

/**
 * Answers strangers, each a few times. Where Telegram refuses one of these answers for too many, it is left out: an
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

async function meetNewcomer(ctx: BotContext, deps: BotDeps, answer: Answer): Promise<void> {
  const person = ctx.from;
  if (!person) return;
  const lost = notSaved(ctx);
  const named = [person.first_name, person.last_name].filter(Boolean).join(' ');
  const name = oneLine(named).slice(0, 100) || 'Без имени';
  const hint = (await deps.users.awaitsLink(person.username)) ? whereLinkIs(deps.venue) : '';
  const newcomer = await deps.newcomers.meet({ telegram_id: person.id, username: person.username ?? null, name });
  if (newcomer.refused_at) return answer(`${lost}Администратор отклонил ваш запрос. Обратитесь к нему лично.${hint}`);
  const askedLately = newcomer.asked_at && deps.clock().getTime() - newcomer.asked_at.getTime() < ASK_AGAIN_MS;
  if (askedLately) return answer(`${lost}Запрос уже у администратора. Как только вас примут, бот напишет.${hint}`);
  const asked = await askAdmins(ctx, deps, newcomer);
  const next =
    asked > 0
      ? ': запрос отправлен администратору.'
      : '. Попросите администратора принять вас в панели, раздел «Люди», или подключить к этому боту свой Telegram.';
  await answer(`${lost}Это бот заведения ${quoted(deps.venue.name)}. Вас пока нет в списке сотрудников${next}${hint}`);
}

/** Asks about the newcomers who came while no administrator was in the chat. */
export async function askAboutWaiting(ctx: BotContext, deps: BotDeps): Promise<void> {
  for (const newcomer of await deps.newcomers.unasked()) await askAdmins(ctx, deps, newcomer);
}

/** Lets only the tenant's users pass, and sets each one as the caller. */
export function accessFeature(deps: BotDeps): Composer<BotContext> {
  const composer = new Composer<BotContext>();
  const strangerAnswers = createStrangerAnswers(deps);
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
      rememberPerson({ userId: caller.id, username: caller.username });
      return next();
    }
    if (ctx.callbackQuery) return acknowledge(ctx, 'Вас нет в списке сотрудников');
    return meetNewcomer(ctx, deps, strangerAnswers(ctx));
  });
  return composer;
}
