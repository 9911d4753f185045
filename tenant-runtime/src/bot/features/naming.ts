import { Composer } from 'grammy';
import { MAX_NAME } from '../../../contract/items.ts';
import type { Names } from '../../items/find-item.ts';
import { insertQuestion } from '../bot.queries.ts';
import { changeIdOf } from '../change-id.ts';
import { reply } from '../chat.ts';
import { type BotContext, type BotDeps, mayAddItems } from '../context.ts';
import { counterOf } from '../counter-of.ts';
import { foundLine } from '../grammar/found-line.ts';
import type { Line } from '../grammar/line.ts';
import { tidy } from '../grammar/tidy.ts';
import { parseMessage } from '../grammar.ts';
import { quoted } from '../texts.ts';
import { unitButtons, unitQuestion } from './adding.ts';
import { askWhose, itemsMeant } from './attaching.ts';
import { repliedTo } from './cards.ts';

const isKnown = (name: string, names: Names): boolean => {
  const found = names.find(name);
  return found.kind === 'several' || (found.kind === 'one' && found.how !== 'spelling');
};

/**
 * Tells whether a line holds a quantity. The number of «Балтика-7» or, in a count, of «Боржоми 0,5» is one only after a
 * known name.
 */
function holdsQuantity(line: Line, names: Names): boolean {
  if (line.orElse?.some((other) => holdsQuantity(other, names))) return true;
  if (line.kind !== 'change') return false;
  if (line.certainty === 'plain') return names.named(line.text).length === 0;
  return isKnown(line.main.name, names) && !isKnown(line.text, names);
}

/**
 * Tells whether the text is lines of a count or changes of the stock. A photo is read in the background, so the question
 * for a name may come to a person who types on.
 */
async function isCounting(ctx: BotContext, deps: BotDeps, text: string): Promise<boolean> {
  const { counter, takenFor } = await counterOf(ctx, deps);
  const names = await deps.names.current();
  const lines = parseMessage(text, (takenFor ?? counter) === undefined ? undefined : foundLine);
  return lines.some((line) => holdsQuantity(line, names));
}

/** Handles an answer to «Штрихкода … нет»: it names the item that the barcode belongs to, or a new one. */
export function namingFeature(deps: BotDeps): Composer<BotContext> {
  const composer = new Composer<BotContext>();
  composer.on('message:text', async (ctx, next) => {
    const answered = ctx.message.text.startsWith('/') ? undefined : await repliedTo(ctx, deps);
    if (!answered?.ean || (await isCounting(ctx, deps, ctx.message.text))) return next();
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
