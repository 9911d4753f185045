import { Composer, InlineKeyboard } from 'grammy';
import type { Change } from '../../../contract/changes.endpoints.ts';
import { seenBy } from '../blind.ts';
import { acknowledge, reply, rewrite } from '../chat.ts';
import { type BotContext, type BotDeps, isAdmin } from '../context.ts';
import { reasonNames } from '../reasons.ts';
import { deltaText, type Echoed, quantityText } from '../texts.ts';
import { turnButtons, undoLabel } from './undo.ts';

const PAGE = 10;

const sources: Record<Change['source'], string> = {
  bot: 'чат',
  web: 'панель',
  scanner: 'сканер',
  scales: 'весы',
  import: 'загрузка',
  count: 'подсчёт',
  delivery: 'поставка',
};

const kind = (change: Change): string => (change.undoes ? ', отмена' : change.undone ? ', отменено' : '');

function amountText({ item, delta, after, reason }: Echoed): string {
  const why = reason ? `, ${reasonNames[reason]}` : '';
  if (delta === null) return `${item.name}: количество скрыто`;
  const now = after === null ? ` ${item.unit}` : ` → ${quantityText(after)} ${item.unit}`;
  return `${item.name}: ${deltaText(delta)}${now}${why}`;
}

/**
 * Shows who changed what, when and by how much, newest first. Users can undo their own changes, and administrators
 * any.
 */
export function historyFeature(deps: BotDeps): Composer<BotContext> {
  const { changes, venue } = deps;
  const composer = new Composer<BotContext>();
  const time = new Intl.DateTimeFormat('ru-RU', {
    timeZone: venue.timezone,
    day: '2-digit',
    month: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
  });
  const lineOf = (change: Change, seen: Echoed): string =>
    `${time.format(new Date(change.at))} ${change.user?.name ?? 'Система'}, ${sources[change.source]}${kind(change)}\n` +
    amountText(seen);

  const mayUndo = (ctx: BotContext, { undoes, undone, count, source, user }: Change): boolean =>
    !undoes && !undone && count === null && source !== 'delivery' && (isAdmin(ctx) || user?.id === ctx.caller.id);

  async function pageOf(ctx: BotContext, page: number): Promise<{ text: string; keyboard: InlineKeyboard }> {
    const { changes: rows, total } = await changes.list({}, { offset: page * PAGE, limit: PAGE, order: 'desc' });
    const seen = await seenBy(ctx, deps);
    const keyboard = new InlineKeyboard();
    const lines: string[] = [];
    for (const change of rows) {
      const shown = seen.change(change);
      lines.push(lineOf(change, shown));
      if (mayUndo(ctx, change)) keyboard.text(undoLabel(shown), `undo:${change.id}`).row();
    }
    turnButtons(keyboard, 'last', page, total > (page + 1) * PAGE);
    return { text: (lines.join('\n\n') || 'Изменений пока нет') + seen.note(), keyboard };
  }

  composer.command('last', async (ctx) => {
    const { text, keyboard } = await pageOf(ctx, 0);
    await reply(ctx, text, keyboard);
  });
  composer.callbackQuery(/^last:(\d{1,6})$/, async (ctx) => {
    const { text, keyboard } = await pageOf(ctx, Number(ctx.match[1]));
    await rewrite(ctx, text, keyboard);
    await acknowledge(ctx);
  });
  return composer;
}
