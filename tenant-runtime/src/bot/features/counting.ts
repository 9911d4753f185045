import { Composer } from 'grammy';
import { reply } from '../chat.ts';
import type { BotContext, BotDeps } from '../context.ts';
import { outcomesOf } from '../lines.ts';
import { cut } from '../texts.ts';
import { repliedItem } from './cards.ts';
import { balances } from './find.ts';
import { createStockLines } from './stock-lines.ts';

/** Handles lines of text that change the stock. */
export function countingFeature(deps: BotDeps): Composer<BotContext> {
  const { names, tenantId } = deps;
  const stockLines = createStockLines(deps);
  const composer = new Composer<BotContext>();

  /** Answers a bare name with the stock of its items. */
  async function bareName(ctx: BotContext, text: string): Promise<string | undefined> {
    const found = (await names.current()).find(text);
    if (found.kind === 'none') return undefined;
    return `${await balances(ctx, deps, text)}\n\nЧтобы изменить, добавьте знак и количество: ${cut(text, 40)} +0,7`;
  }

  composer.on('message:text', async (ctx, next) => {
    const { text, message_id: messageId } = ctx.message;
    if (text.startsWith('/')) return reply(ctx, 'Такой команды нет. Что умеет бот: /help');
    const updateId = ctx.update.update_id;
    const item = await repliedItem(ctx, deps);
    const numbered = await outcomesOf(text, { names: await names.current(), tenantId, updateId, item });
    if (numbered.length === 0) return next();
    await stockLines.keep(ctx, { chatId: ctx.chat.id, messageId, itemId: item?.id ?? null, numbered });
    const [only] = numbered;
    if (numbered.length === 1 && only?.line.kind === 'refused' && only.line.reason === 'no-quantity') {
      const answer = await bareName(ctx, only.line.text);
      if (answer) return reply(ctx, answer);
    }
    await stockLines.write(ctx, numbered);
  });
  return composer;
}
