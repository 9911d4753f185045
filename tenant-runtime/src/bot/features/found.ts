import { Composer } from 'grammy';
import type { BotContext, BotDeps } from '../context.ts';
import { outcomesOf } from '../lines.ts';
import { repliedItem } from './cards.ts';
import { countingOf, enterLines } from './count-lines.ts';
import { inCount } from './entries.ts';

/** Reads a user's lines as quantities found while they take part in a count: «Джемесон 0,7». */
export function foundFeature(deps: BotDeps): Composer<BotContext> {
  const { tenantId } = deps;
  const composer = new Composer<BotContext>();
  composer.on('message:text', async (ctx, next) => {
    const { text, message_id: messageId } = ctx.message;
    if (text.startsWith('/')) return next();
    const updateId = ctx.update.update_id;
    const counting = await countingOf(ctx, deps);
    if (!counting) return next();
    const item = await repliedItem(ctx, deps);
    const numbered = await outcomesOf(text, { ...inCount, names: counting.names, tenantId, updateId, item });
    if (numbered.length === 0) return next();
    await enterLines(ctx, deps, counting, { chatId: ctx.chat.id, messageId, itemId: item?.id ?? null, numbered });
  });
  return composer;
}
