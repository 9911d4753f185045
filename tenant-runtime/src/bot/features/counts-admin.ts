import { Forbidden } from '@ostatok/kit/node/errors.ts';
import { Composer, InlineKeyboard } from 'grammy';
import { changeIdOf } from '../change-id.ts';
import { acknowledge, rewrite } from '../chat.ts';
import { type BotContext, type BotDeps, isAdmin } from '../context.ts';
import { closedText, coverageText, unansweredText } from '../count-texts.ts';
import { positions, quoted } from '../texts.ts';
import { countOf } from './entries.ts';

/** Lets administrators open a count from the chat, and close it after seeing how much is counted. */
export function countsAdminFeature(deps: BotDeps): Composer<BotContext> {
  const { counts, settings, tenantId } = deps;
  const composer = new Composer<BotContext>();
  const forAdmins = composer.callbackQuery(
    /^(?:newcount|opencount:(?:all|spot)|close:\d{1,9}|closing:\d{1,9}:(?:keep|zero))$/,
  );
  forAdmins.use(async (ctx, next) => {
    if (!isAdmin(ctx)) throw new Forbidden('forbidden', 'Открыть и закрыть подсчёт может только администратор');
    await next();
  });

  forAdmins.callbackQuery('newcount', async (ctx) => {
    const { blindCounts, areas } = await settings.get();
    const keyboard = new InlineKeyboard()
      .text('Все позиции', 'opencount:all')
      .row()
      .text('Проверка: остатки не менять', 'opencount:spot')
      .row()
      .text('Не открывать', 'count');
    const how = [
      areas.length > 0 ? `Зоны: ${areas.join(', ')}.` : '',
      blindCounts ? 'Считать будут вслепую.' : '',
      'Подсчёт части позиций откройте в панели.',
    ];
    await rewrite(ctx, ['Что считать?', ...how.filter(Boolean)].join('\n').slice(0, 3000), keyboard);
    await acknowledge(ctx);
  });

  forAdmins.callbackQuery(/^opencount:(all|spot)$/, async (ctx) => {
    const { blindCounts, areas, recountThreshold } = await settings.get();
    const input = {
      // The key comes from the message that holds the button, so pressing it twice opens one count.
      key: changeIdOf(tenantId, ctx.callbackQuery.message?.message_id ?? ctx.update.update_id, -ctx.from.id),
      scope: 'all' as const,
      categories: [],
      itemIds: [],
      spot: ctx.match[1] === 'spot',
      blind: blindCounts,
      recountThreshold,
      areas: areas.map((name) => ({ name, userId: null })),
    };
    const { id } = await counts.open(input, ctx.caller);
    const count = await countOf(ctx, deps, id);
    const keyboard = new InlineKeyboard().text('Считать', `join:${id}`).text('Закрыть подсчёт', `close:${id}`);
    const spot = count?.spot ? ' Остатки он не изменит.' : '';
    await rewrite(
      ctx,
      `Открыт подсчёт ${quoted(count?.title ?? '')}.${spot} Остальные присоединяются командой /count.`,
      keyboard,
    );
    await acknowledge(ctx);
  });

  forAdmins.callbackQuery(/^close:(\d+)$/, async (ctx) => {
    const count = await countOf(ctx, deps, Number(ctx.match[1]));
    if (!count) return acknowledge(ctx, 'Такого подсчёта нет');
    if (count.status !== 'open') {
      await rewrite(ctx, closedText(count));
      return acknowledge(ctx, 'Подсчёт уже закрыт');
    }
    const uncounted = count.coverage.lines - count.coverage.counted;
    const keyboard = new InlineKeyboard();
    if (uncounted === 0) keyboard.text('Закрыть', `closing:${count.id}:keep`);
    else {
      keyboard.text('Непосчитанные оставить как есть', `closing:${count.id}:keep`).row();
      if (!count.spot) keyboard.text('Непосчитанные считать нулём', `closing:${count.id}:zero`).row();
    }
    const open = count.areas.filter(({ done }) => !done).map(({ name }) => name);
    const text = [
      `Закрыть подсчёт ${quoted(count.title)}? ${coverageText(count)}`,
      ...(uncounted > 0 ? [`Не посчитано: ${positions(uncounted)}.`] : []),
      ...(open.length > 0 ? [`Не готовы зоны: ${open.join(', ')}.`] : []),
      ...unansweredText(count),
      ...(count.spot ? ['Это проверка: остатки не изменятся.'] : []),
    ];
    await rewrite(ctx, text.join('\n'), keyboard.text('Не закрывать', 'count'));
    return acknowledge(ctx);
  });

  forAdmins.callbackQuery(/^closing:(\d+):(keep|zero)$/, async (ctx) => {
    const id = Number(ctx.match[1]);
    const before = await countOf(ctx, deps, id);
    // On a second press or a redelivery the count is already closed.
    if (before?.status === 'open') await counts.close(id, { uncounted: ctx.match[2] as 'keep' | 'zero' }, ctx.caller);
    const count = await countOf(ctx, deps, id);
    if (count) await rewrite(ctx, count.status === 'closed' ? closedText(count) : 'Подсчёт отменён.');
    await acknowledge(ctx, 'Подсчёт закрыт');
  });
  return composer;
}
