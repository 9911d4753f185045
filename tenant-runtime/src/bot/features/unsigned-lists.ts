import { Composer } from 'grammy';
import { markAnswered } from '../bot.queries.ts';
import { acknowledge, rewrite } from '../chat.ts';
import type { BotContext, BotDeps } from '../context.ts';
import { outcomesOf } from '../lines.ts';
import { findMessageOf } from '../messages.queries.ts';
import { counted, quoted } from '../texts.ts';
import { meanings, type Unsigned, underOf } from '../unsigned.ts';
import { countingOf } from './count-lines.ts';
import { openQuestion } from './questions.ts';
import { createStockLines } from './stock-lines.ts';

/** Writes the lines without a sign as the pressed button says. */
export function unsignedListsFeature(deps: BotDeps): Composer<BotContext> {
  const { db, names, tenantId, clock } = deps;
  const stockLines = createStockLines(deps);
  const composer = new Composer<BotContext>();

  composer.callbackQuery(/^listed:(\d{1,9}):(came|gone|there)$/, async (ctx) => {
    const question = await openQuestion(ctx, deps, Number(ctx.match[1]));
    if (!question) return;
    const { count } = (await countingOf(ctx, deps)) ?? {};
    if (count?.status === 'open') {
      await markAnswered(db, question.id, clock());
      const where = `Вы считаете в подсчёте ${quoted(count.title)}`;
      await rewrite(ctx, `${where}. Ничего не записано: пришлите список ещё раз, и он войдёт в подсчёт.`);
      return acknowledge(ctx);
    }
    const unsigned = ctx.match[2] as Unsigned;
    const message = await findMessageOf(db, question.change_id);
    if (!message || !question.lines) return acknowledge(ctx, 'Вопрос устарел. Напишите ещё раз');
    // Lines may be read as several changes now, so they are numbered apart from those of the message.
    const updateId = -question.id;
    const reading = { names: await names.current(), tenantId, updateId, unsigned: underOf[unsigned] };
    const numbered = await outcomesOf(question.lines.join('\n'), reading);
    const { chat_id: chatId, message_id: messageId } = message;
    await stockLines.keep(ctx, { chatId, messageId, itemId: null, numbered, updateId, unsigned });
    await stockLines.write(ctx, numbered, { updateId, at: question.created_at });
    await markAnswered(db, question.id, clock());
    const lines = counted(question.lines.length, 'строка', 'строки', 'строк');
    await rewrite(ctx, `${lines} без знака: ${meanings[unsigned].toLowerCase()}.`);
    await acknowledge(ctx);
  });
  return composer;
}
