import { Forbidden } from '@ostatok/kit/node/errors.ts';
import { Composer, InlineKeyboard } from 'grammy';
import type { CountDetails } from '../../../contract/counts.endpoints.ts';
import { acknowledge, reply, rewrite } from '../chat.ts';
import { type BotContext, type BotDeps, isAdmin } from '../context.ts';
import { coverageText } from '../count-texts.ts';
import { counterOf } from '../counter-of.ts';
import { joinCount, leaveCount } from '../counters.queries.ts';
import { addPageButtons, PAGE, within } from '../pages.ts';
import { cut, quoted } from '../texts.ts';
import { mine } from './count-progress.ts';
import { countOf } from './entries.ts';

const SHOWN = 10;
const NEWEST = { offset: 0, limit: SHOWN, order: 'desc' as const };

type Screen = [text: string, keyboard: InlineKeyboard];

function joinedScreen(ctx: BotContext, count: CountDetails, areaId: number | null): Screen {
  const area = count.areas.find(({ id }) => id === areaId);
  const keyboard = new InlineKeyboard();
  if (area && !area.done) keyboard.text('Зона готова', `areadone:${count.id}:${area.id}`);
  if (count.areas.length > 0) keyboard.text(area ? 'Другая зона' : 'Выбрать зону', `join:${count.id}`);
  keyboard.row().text('Что осталось', `left:${count.id}`).text('Выйти из подсчёта', 'leave');
  if (isAdmin(ctx)) keyboard.row().text('Закрыть подсчёт', `close:${count.id}`);
  const where = area ? `, зона ${quoted(area.name)}${area.done ? ' (готова)' : ''}` : '';
  const text = [
    `Вы в подсчёте ${quoted(count.title)}${where}. ${coverageText(count)}`,
    '',
    'Пишите, что нашли, без знака: Джемесон 0,7',
    'Нет ни капли — тоже запись: Джемесон 0',
    'Записи складываются.',
    ...(area && !area.done ? ['Зона посчитана — напишите «готово».'] : []),
  ];
  return [text.join('\n'), keyboard];
}

function areasScreen(ctx: BotContext, count: CountDetails, asked = 0): Screen {
  const areas = mine(ctx, count);
  const page = within(asked, areas.length);
  const keyboard = new InlineKeyboard();
  for (const { id, name, done } of areas.slice(page * PAGE, (page + 1) * PAGE)) {
    keyboard.text(`${cut(name, 50)}${done ? ' — готова' : ''}`, `area:${count.id}:${id}`).row();
  }
  addPageButtons(keyboard, page, areas.length, (next) => `join:${count.id}:${next}`);
  keyboard.row().text('Без зоны', `area:${count.id}:0`);
  return [`Подсчёт ${quoted(count.title)}. ${coverageText(count)}\nКакую зону считаете?`, keyboard];
}

/** Lists open counts and lets a user join one. */
export function countsFeature(deps: BotDeps): Composer<BotContext> {
  const { db, counts, scheduledCounts, clock } = deps;
  const composer = new Composer<BotContext>();

  async function openCountsScreen(ctx: BotContext): Promise<Screen> {
    const { counts: open } = await counts.list({ status: 'open' }, NEWEST, ctx.caller);
    const keyboard = new InlineKeyboard();
    for (const { id, title, spot } of open)
      keyboard.text(`${cut(title, 50)}${spot ? ' (проверка)' : ''}`, `join:${id}`).row();
    if (isAdmin(ctx)) keyboard.text('Открыть подсчёт', 'newcount');
    if (open.length > 0) return ['К какому подсчёту присоединиться?', keyboard];
    return [
      isAdmin(ctx) ? 'Сейчас ничего не считают.' : 'Сейчас ничего не считают. Подсчёт открывает администратор.',
      keyboard,
    ];
  }

  async function screenOf(ctx: BotContext): Promise<Screen> {
    const { counter } = await counterOf(ctx, deps);
    const count = counter && (await countOf(ctx, deps, counter.count_id));
    if (count?.status === 'open') return joinedScreen(ctx, count, counter?.area_id ?? null);
    if (counter) await leaveCount(db, ctx.caller.id);
    return openCountsScreen(ctx);
  }

  /** Returns the count while it can still be joined; otherwise informs the user that it is closed. */
  async function openCount(ctx: BotContext, id: number): Promise<CountDetails | undefined> {
    const count = await countOf(ctx, deps, id);
    if (count?.status === 'open') return count;
    await rewrite(ctx, `Подсчёт ${count ? quoted(count.title) : ''} закрыт.`.replace('  ', ' '));
    await acknowledge(ctx, 'Подсчёт закрыт');
    return undefined;
  }

  async function enter(ctx: BotContext, count: CountDetails, areaId: number | null): Promise<void> {
    await joinCount(db, { user_id: ctx.caller.id, count_id: count.id, area_id: areaId, joined_at: clock() });
    await rewrite(ctx, ...joinedScreen(ctx, count, areaId));
    await acknowledge(ctx);
  }

  composer.command('count', async (ctx) => reply(ctx, ...(await screenOf(ctx))));
  composer.callbackQuery('count', async (ctx) => {
    await rewrite(ctx, ...(await screenOf(ctx)));
    await acknowledge(ctx);
  });

  async function join(ctx: BotContext, id: number, page = 0): Promise<void> {
    const count = await openCount(ctx, id);
    if (!count) return;
    if (mine(ctx, count).length === 0) return enter(ctx, count, null);
    await rewrite(ctx, ...areasScreen(ctx, count, page));
    await acknowledge(ctx);
  }

  composer.callbackQuery(/^join:(\d{1,9})(?::(\d{1,3}))?$/, (ctx) =>
    join(ctx, Number(ctx.match[1]), Number(ctx.match[2] ?? 0)),
  );

  composer.callbackQuery(/^begin:(\d{1,9})$/, async (ctx) => {
    const { countId } = await scheduledCounts.start(Number(ctx.match[1]), ctx.caller);
    await join(ctx, countId);
  });

  composer.callbackQuery(/^area:(\d{1,9}):(\d{1,9})$/, async (ctx) => {
    const count = await openCount(ctx, Number(ctx.match[1]));
    if (!count) return;
    const areaId = Number(ctx.match[2]);
    if (areaId === 0) return enter(ctx, count, null);
    if (mine(ctx, count).some(({ id }) => id === areaId)) return enter(ctx, count, areaId);
    throw new Forbidden('not_your_area', 'Эту зону считает другой человек');
  });

  composer.callbackQuery('leave', async (ctx) => {
    await leaveCount(db, ctx.caller.id);
    await rewrite(ctx, 'Вы вышли из подсчёта. Записи остались. Теперь «Джемесон +0,7» снова меняет остаток.');
    await acknowledge(ctx);
  });
  return composer;
}
