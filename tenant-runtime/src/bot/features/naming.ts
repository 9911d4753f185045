import { Composer } from 'grammy';
import { MAX_NAME } from '../../../contract/items.ts';
import { insertQuestion } from '../bot.queries.ts';
import { changeIdOf } from '../change-id.ts';
import { reply } from '../chat.ts';
import { type BotContext, type BotDeps, mayAddItems } from '../context.ts';
import { tidy } from '../grammar/tidy.ts';
import { quoted } from '../texts.ts';
import { unitButtons, unitQuestion } from './adding.ts';
import { askWhose, itemsMeant } from './attaching.ts';
import { repliedTo } from './cards.ts';

/** Handles an answer to «Штрихкода … нет»: it names the item that the barcode belongs to, or a new one. */
export function namingFeature(deps: BotDeps): Composer<BotContext> {
  const composer = new Composer<BotContext>();
  composer.on('message:text', async (ctx, next) => {
    const answered = ctx.message.text.startsWith('/') ? undefined : await repliedTo(ctx, deps);
    if (!answered?.ean) return next();
    const name = tidy(ctx.message.text);
    if (!/\p{L}/u.test(name) || name.length > MAX_NAME) {
      return reply(ctx, `Это не похоже на название. Пришлите до ${MAX_NAME} знаков, с буквами.`);
    }
    const items = itemsMeant(await deps.names.current(), name);
    if (items.length > 0) return askWhose(ctx, deps, { ean: answered.ean, name, items });
    if (!(await mayAddItems(ctx, deps))) {
      return reply(ctx, `${quoted(name)} — такой позиции у вас нет. Добавить её может администратор.`);
    }
    const question = await insertQuestion(deps.db, {
      change_id: changeIdOf(deps.tenantId, ctx.update.update_id, 0),
      user_id: ctx.caller.id,
      name,
      amounts: [],
      options: [],
      ean: answered.ean,
    });
    return reply(ctx, unitQuestion(name), unitButtons(question.id));
  });
  return composer;
}
