import { Composer } from 'grammy';
import type { Names } from '../../items/find-item.ts';
import { deleteQuestion, pluckEntered, rememberUndo, selectQuestions } from '../bot.queries.ts';
import { reply } from '../chat.ts';
import type { BotContext, BotDeps } from '../context.ts';
import { lineOf } from '../grammar/spaced.ts';
import { parseMessage } from '../grammar.ts';
import { type Numbered, outcomesOf } from '../lines.ts';
import {
  deleteReply,
  findMessageOf,
  type MessageRow,
  type ReplyRow,
  selectMade,
  selectMessages,
  setMessageItem,
} from '../messages.queries.ts';
import { cut, quoted } from '../texts.ts';
import { ANSWERABLE_MS } from '../unanswered.ts';
import { repliedTo } from './cards.ts';
import { enterLines } from './count-lines.ts';
import { countOf, inCount, namesIn } from './entries.ts';
import { createStockLines } from './stock-lines.ts';

const DECLINED = /^(?:отмен(?:а|и|ить|яй)|не надо|не нужно|ничего|забудь|неважно|никак)[.! ]*$/iu;

/** A reply to the bot's question for the name of a quantity. */
type NamedReply = ReplyRow & { change_id: string; quantity: string };

/** Returns the question for a name that the message, new or edited, answers. */
async function repliedQuantity(ctx: BotContext, deps: BotDeps): Promise<NamedReply | undefined> {
  const answered = await repliedTo(ctx, deps);
  return answered?.change_id && answered.quantity !== null ? (answered as NamedReply) : undefined;
}

/** Tells whether the text is only a name: «балтика 7», and not «балтика 7 +3». */
function isNameAlone(text: string, names: Names): boolean {
  const lines = parseMessage(text);
  const [line] = lines;
  if (!line || lines.length > 1 || line.kind === 'change') return false;
  if (line.reason === 'no-quantity') return true;
  const found = names.find(text);
  return found.kind === 'several' || (found.kind === 'one' && found.how !== 'spelling');
}

/** Returns the message that holds the quantity; undefined once an edit has changed it. */
async function asking({ db }: BotDeps, { change_id: changeId }: NamedReply): Promise<MessageRow | undefined> {
  const first = await findMessageOf(db, changeId);
  if (!first) return undefined;
  const rows = await selectMessages(db, first);
  const later = rows.slice(1 + rows.findIndex(({ change_ids }) => change_ids.includes(changeId)));
  // The answer to a list without signs is numbered below zero, and is no edit.
  return later.some(({ update_id }) => Number(update_id) > 0) ? undefined : first;
}

/**
 * Returns the text of an edited answer together with the quantity that it names; undefined where the message of that
 * quantity was edited since.
 */
export async function withQuantity(
  ctx: BotContext,
  deps: BotDeps,
  text: string,
  { change_ids }: MessageRow,
): Promise<string | undefined> {
  const answered = await repliedQuantity(ctx, deps);
  if (!answered || !change_ids.includes(answered.change_id)) return text;
  if (!(await asking(deps, answered))) return undefined;
  return isNameAlone(text, await deps.names.current()) ? lineOf(text, answered.quantity) : text;
}

/** Handles the answer with the name of a quantity. The line is written under its own id, so that it is written once. */
export function missingNamesFeature(deps: BotDeps): Composer<BotContext> {
  const { db, channel, names, tenantId, clock } = deps;
  const stockLines = createStockLines(deps);
  const composer = new Composer<BotContext>();

  /** Tells why the answer comes too late. */
  async function refusal(answered: NamedReply, message: MessageRow | undefined): Promise<string | undefined> {
    const { change_id: changeId, created_at: askedAt } = answered;
    if (clock().getTime() - askedAt.getTime() > ANSWERABLE_MS) return 'Вопрос устарел';
    if (!message) return 'То сообщение с тех пор исправлено';
    const made = await selectMade(db, [changeId]);
    const entered = message.count_id === null ? [] : await pluckEntered(db, message.count_id, [changeId]);
    const [question] = await selectQuestions(db, [changeId]);
    return made.length + entered.length > 0 || question?.answered_at ? 'Уже отвечено' : undefined;
  }

  async function write(
    ctx: BotContext,
    message: MessageRow,
    numbered: Numbered[],
    said: { chatId: number; messageId: number },
  ): Promise<void> {
    const lines = { ...said, itemId: null, numbered };
    // the quantity is of the moment at which it was written, and not of its name's
    const { count_id: countId, area_id: areaId, created_at: at } = message;
    if (countId !== null) {
      const count = await countOf(ctx, deps, countId);
      return enterLines(
        ctx,
        deps,
        { place: { countId, areaId }, count, names: await namesIn(deps, count) },
        { ...lines, at },
      );
    }
    await stockLines.keep(ctx, lines);
    return stockLines.write(ctx, numbered, { updateId: ctx.update.update_id, at });
  }

  composer.on('message:text', async (ctx, next) => {
    const { text, message_id: messageId } = ctx.message;
    const answered = text.startsWith('/') ? undefined : await repliedQuantity(ctx, deps);
    if (!answered) return next();
    const { change_id: changeId, quantity } = answered;
    if (DECLINED.test(text.trim())) {
      await rememberUndo(db, { channel, update_id: ctx.update.update_id }, []);
      await deleteReply(db, answered);
      return reply(ctx, `${quoted(quantity)} — не записано.`);
    }
    const message = await asking(deps, answered);
    const count = message?.count_id ? await countOf(ctx, deps, message.count_id) : undefined;
    const known = message?.count_id ? await namesIn(deps, count) : await names.current();
    if (!isNameAlone(text, known)) return next();
    const own = await selectMessages(db, { channel, chat_id: ctx.chat.id, message_id: messageId });
    // An answer that is delivered again is finished, and not refused because it was begun.
    const late = own.length > 0 ? undefined : await refusal(answered, message);
    if (!message || late) {
      return reply(ctx, `${late}, ничего не записано. Напишите строку целиком: ${cut(text, 40)} ${quantity}`);
    }
    const reading = { names: known, tenantId, updateId: ctx.update.update_id, ...(message.count_id && inCount) };
    const numbered = await outcomesOf(lineOf(text, quantity), reading);
    const [one, ...others] = numbered;
    if (!one || others.length > 0) return next();
    for (const { id } of await selectQuestions(db, [changeId])) await deleteQuestion(db, id);
    await write(ctx, message, [{ ...one, changeId }], { chatId: ctx.chat.id, messageId });
    const { outcome } = one;
    if (outcome.kind === 'apply' && message.change_ids.length === 1) await setMessageItem(db, message, outcome.item.id);
  });
  return composer;
}
