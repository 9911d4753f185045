import { Composer, InlineKeyboard } from 'grammy';
import type { CountArea, CountDetails } from '../../../contract/counts.endpoints.ts';
import { acknowledge, reply, rewrite } from '../chat.ts';
import { type BotContext, type BotDeps, isAdmin } from '../context.ts';
import { coverageText, leftText } from '../count-texts.ts';
import { counterOf } from '../counter-of.ts';
import { keepMessage, selectMessages } from '../messages.queries.ts';
import { cut, quoted } from '../texts.ts';
import { countOf } from './entries.ts';

const SHOWN = 10;
const NEWEST = { offset: 0, limit: SHOWN, order: 'desc' as const };
/** Matches «готово», «зона готова», «бар готов», «готово: бар». */
const DONE =
  /^(?:(?:зона )?(?<before>[^\n]{1,60}?) готов[аоы]?|(?:(?:зона|вс[её]|я) )?готов[аоы]?(?:[ :—-]{1,3}(?:зона )?(?<after>[^\n]{1,60}))?)[.!)]*$/iu;
const LEFT =
  /^(?:а )?(?:что|сколько|ч[её])?(?: (?:ещё|еще|там))?(?: нам| мне)? ?остал(?:о|и)сь(?: (?:по|до)?считать)?[?.! ]*$/iu;

interface Open {
  count: CountDetails;
  area: CountArea;
}

/** Returns the areas that the caller may mark as done: their own and unassigned ones, and for an administrator all. */
export const mine = (ctx: BotContext, { areas }: CountDetails): CountArea[] =>
  areas.filter(({ user }) => user === null || user.id === ctx.caller.id || isAdmin(ctx));

const sameText = (a: string, b: string): boolean => a.localeCompare(b, 'ru', { sensitivity: 'base' }) === 0;

const only = <T>(all: T[]): T | undefined => (all.length === 1 ? all[0] : undefined);

/** Returns the area the user counts in, or else the only area if it is theirs or unassigned. */
function sureOf(ctx: BotContext, joined: Open | undefined, choices: Open[]): Open | undefined {
  if (joined) return joined.area.done ? undefined : joined;
  const one = only(choices);
  return one && (one.area.user === null || one.area.user.id === ctx.caller.id) ? one : undefined;
}

async function openCounts(ctx: BotContext, deps: BotDeps): Promise<CountDetails[]> {
  const { counts: open } = await deps.counts.list({ status: 'open' }, NEWEST, ctx.caller);
  const details = await Promise.all(open.map(({ id }) => countOf(ctx, deps, id)));
  return details.flatMap((count) => (count?.status === 'open' ? count : []));
}

/** Marks the area as done and offers what may come next. */
async function finish(ctx: BotContext, deps: BotDeps, { count, area }: Open, say: typeof reply): Promise<void> {
  await deps.counts.finish(count.id, area.id, true, ctx.caller);
  const now = (await countOf(ctx, deps, count.id)) ?? count;
  const keyboard = new InlineKeyboard();
  if (mine(ctx, now).some(({ done }) => !done)) keyboard.text('Следующая зона', `join:${now.id}`).row();
  keyboard.text('Что осталось', `left:${now.id}`).text('Ещё не готова', `areaundone:${now.id}:${area.id}`).row();
  await say(ctx, `Зона ${quoted(area.name)} готова. ${coverageText(now)}`, keyboard.text('Выйти из подсчёта', 'leave'));
}

/**
 * Returns open areas that the user may mark as done: their own and unassigned ones, and other users' only where no
 * such area is left.
 */
function candidates(ctx: BotContext, open: CountDetails[]): Open[] {
  const all = open.flatMap((count) => mine(ctx, count).flatMap((area) => (area.done ? [] : [{ count, area }])));
  const near = all.filter(({ area: { user } }) => user === null || user.id === ctx.caller.id);
  return near.length > 0 ? near : all;
}

/** Tells why no area can be marked as done. */
async function refuse(ctx: BotContext, open: CountDetails[], joined: Open | undefined): Promise<void> {
  if (open.length === 0) return reply(ctx, 'Сейчас ничего не считают: заканчивать нечего.');
  if (joined) return reply(ctx, `Зона ${quoted(joined.area.name)} уже готова, других ваших зон нет.`);
  const keyboard = new InlineKeyboard();
  const [first] = open;
  if (first) keyboard.text('Что осталось', `left:${first.id}`);
  if (open.every(({ areas }) => areas.length === 0)) {
    if (first && isAdmin(ctx)) keyboard.text('Закрыть подсчёт', `close:${first.id}`);
    const next = isAdmin(ctx) ? '' : ' Закроет его администратор.';
    return reply(ctx, `В подсчёте ${quoted(first?.title ?? '')} нет зон: отмечать готовой нечего.${next}`, keyboard);
  }
  return reply(ctx, 'Открытых зон у вас нет: все ваши уже готовы или их считают другие.', keyboard);
}

async function askWhichArea(ctx: BotContext, open: Open[], several: boolean): Promise<void> {
  const keyboard = new InlineKeyboard();
  for (const { count, area } of open.slice(0, SHOWN)) {
    const title = several ? ` · ${cut(count.title, 24)}` : '';
    keyboard.text(cut(area.name, 40) + title, `areadone:${count.id}:${area.id}`).row();
  }
  await reply(ctx, 'Какая зона готова?', keyboard);
}

/** Returns the area that this same message has already marked as done, when it is delivered again. */
async function doneBefore(
  ctx: BotContext,
  { db, channel }: BotDeps,
): Promise<{ count_id: number | null; area_id: number | null } | undefined> {
  if (!ctx.chat || !ctx.message) return undefined;
  const rows = await selectMessages(db, { channel, chat_id: ctx.chat.id, message_id: ctx.message.message_id });
  return rows.find(({ update_id }) => update_id === ctx.update.update_id);
}

async function remember(ctx: BotContext, { db, channel, clock }: BotDeps, { count, area }: Open): Promise<void> {
  if (!ctx.chat || !ctx.message) return;
  await keepMessage(db, {
    channel,
    update_id: ctx.update.update_id,
    chat_id: ctx.chat.id,
    message_id: ctx.message.message_id,
    item_id: null,
    count_id: count.id,
    area_id: area.id,
    change_ids: [],
    created_at: clock(),
  });
}

/** Marks an area as done; returns false if the message names no area. */
async function done(ctx: BotContext, deps: BotDeps, named: string | undefined): Promise<boolean> {
  const open = await openCounts(ctx, deps);
  const all = open.flatMap((count) => count.areas.map((area) => ({ count, area })));
  const before = await doneBefore(ctx, deps);
  const again = before && all.find(({ area }) => area.id === before.area_id);
  const called = all.filter(({ area }) => named !== undefined && sameText(area.name, named.trim()));
  // «Ром готов» names no area, so the features that read lines handle the message.
  if (named !== undefined && called.length === 0) return false;
  const { counter } = await counterOf(ctx, deps);
  const joined = all.find(({ area }) => area.id === counter?.area_id);
  const choices = called.length > 0 ? called : candidates(ctx, open);
  const sure = again ?? (called.length > 0 ? only(called) : sureOf(ctx, joined, choices));
  if (sure) {
    await remember(ctx, deps, sure);
    await finish(ctx, deps, sure, reply);
  } else if (choices.length > 0) await askWhichArea(ctx, choices, open.length > 1);
  else await refuse(ctx, open, joined);
  return true;
}

/** Returns the message and the button that tell what is left to count. */
async function leftScreen(ctx: BotContext, deps: BotDeps, count: CountDetails): Promise<[string, InlineKeyboard]> {
  const open = count.areas.filter(({ done: isDone }) => !isDone);
  const areas = open.map(({ name, user }) => quoted(name) + (user ? ` (${user.name})` : ''));
  const text = [
    `Подсчёт ${quoted(count.title)}. ${coverageText(count)}`,
    ...(areas.length > 0 ? [`Не готовы зоны: ${areas.join(', ')}.`] : []),
    await leftText(deps, count, ctx.caller),
  ];
  return [text.join('\n'), new InlineKeyboard().text('К подсчёту', `join:${count.id}`)];
}

/** Reports and updates a count's progress: the areas that are done and the lines that are left. */
export function countProgressFeature(deps: BotDeps): Composer<BotContext> {
  const { counts } = deps;
  const composer = new Composer<BotContext>();

  composer.on('message:text').hears(DONE, async (ctx, next) => {
    const { before, after } = DONE.exec(ctx.message.text)?.groups ?? {};
    if (!(await done(ctx, deps, before ?? after))) return next();
  });

  composer.on('message:text').hears(LEFT, async (ctx, next) => {
    const { counter } = await counterOf(ctx, deps);
    const open = await openCounts(ctx, deps);
    const joined = open.filter(({ id }) => id === counter?.count_id);
    const asked = joined.length > 0 ? joined : open;
    if (asked.length === 0) return next();
    for (const count of asked) await reply(ctx, ...(await leftScreen(ctx, deps, count)));
  });

  composer.callbackQuery(/^left:(\d{1,9})$/, async (ctx) => {
    const count = await countOf(ctx, deps, Number(ctx.match[1]));
    if (count?.status === 'open') await reply(ctx, ...(await leftScreen(ctx, deps, count)));
    await acknowledge(ctx, count?.status === 'open' ? undefined : 'Подсчёт закрыт');
  });

  composer.callbackQuery(/^area(un)?done:(\d{1,9}):(\d{1,9})$/, async (ctx) => {
    const [countId, areaId] = [Number(ctx.match[2]), Number(ctx.match[3])];
    const count = await countOf(ctx, deps, countId);
    const area = count?.areas.find(({ id }) => id === areaId);
    if (count?.status !== 'open' || !area) {
      await rewrite(ctx, count ? `Подсчёт ${quoted(count.title)} закрыт.` : 'Такого подсчёта нет.');
      return acknowledge(ctx, 'Подсчёт закрыт');
    }
    if (!ctx.match[1]) {
      await finish(ctx, deps, { count, area }, rewrite);
      return acknowledge(ctx, 'Зона готова');
    }
    await counts.finish(countId, areaId, false, ctx.caller);
    const keyboard = new InlineKeyboard().text('Считать', `area:${countId}:${areaId}`);
    await rewrite(ctx, `Зона ${quoted(area.name)} снова считается. ${coverageText(count)}`, keyboard);
    return acknowledge(ctx);
  });
  return composer;
}
