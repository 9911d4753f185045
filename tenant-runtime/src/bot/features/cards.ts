import { NotFound } from '@ostatok/kit/node/errors.ts';
import type { InlineKeyboard } from 'grammy';
import type { Message } from 'grammy/types';
import type { FoundItem } from '../../items/find-item.ts';
import { packsOf } from '../../items/item-codes.ts';
import { BLIND_NOTE, seenBy } from '../blind.ts';
import { ask } from '../chat.ts';
import { type BotContext, type BotDeps, mayAddItems } from '../context.ts';
import { counterOf } from '../counter-of.ts';
import { isQuantityAlone } from '../grammar.ts';
import { findReply, keepReply, type ReplyRow, selectFollowed } from '../messages.queries.ts';
import { cut, howToReply, quantityText } from '../texts.ts';

const EXAMPLES = { л: '+0,7 или −200 мл', кг: '+1,5 или −200 г', шт: '+12 или −1' };
const FOUND_EXAMPLES = { л: '0,7 или 2 бутылки', кг: '1,5 или 200 г', шт: '12' };

/** Milliseconds within which a quantity alone answers a card that cannot open the field of its answer. */
const AWAITED_MS = 10 * 60_000;

/** Several lines, or the digits of a barcode. */
const NO_QUANTITY = /\n|\d{7}/;

const NOTHING = { item_id: null, ean: null, change_id: null, quantity: null };

/** Stores what an answer to the sent message refers to. */
export async function remember(
  { db, channel, clock }: BotDeps,
  sent: Message.TextMessage,
  about: Partial<Pick<ReplyRow, 'item_id' | 'ean' | 'change_id' | 'quantity'>>,
): Promise<void> {
  const { chat, message_id } = sent;
  await keepReply(db, { ...NOTHING, channel, chat_id: chat.id, message_id, ...about, created_at: clock() });
}

/**
 * Sends the item's card with its stock; an answer to this message with only a quantity changes the stock or, while the
 * user takes part in a count, is what they found. Where people seldom answer a message, a quantity that follows it does.
 */
export async function showItem(ctx: BotContext, deps: BotDeps, itemId: number, pack = 1): Promise<void> {
  const item = await deps.items.get(itemId);
  const hidden = (await seenBy(ctx, deps)).isHidden(itemId);
  const stock = hidden ? BLIND_NOTE : `Остаток: ${quantityText(item.quantity)} ${item.unit}`;
  const box = pack > 1 ? `\nЭто штрихкод упаковки: в ней ${pack} шт.` : '';
  const { counter } = await counterOf(ctx, deps);
  const example = (counter ? FOUND_EXAMPLES : EXAMPLES)[item.unit];
  const line = `${item.name} ${counter ? '1' : '+1'}`;
  const how = ctx.abilities.forceReply ? 'Ответьте на это сообщение количеством' : 'Напишите количество';
  const text = `${item.name}\n${stock}${box}\n\n${how}: ${example}\nИли отправьте: ${line}`;
  const sent = await ask(ctx, text, { copied: line, placeholder: `${cut(item.name, 40)}: ${example}` });
  await remember(deps, sent, { item_id: itemId });
}

/** Asks for the name of an unknown code: the answer gives the code to the item of that name or creates a new one. */
export async function askName(
  ctx: BotContext,
  deps: BotDeps,
  ean: string,
  { before = '', isAway = false }: { before?: string; isAway?: boolean } = {},
): Promise<void> {
  const where = isAway ? 'у вас нет, а каталог сейчас не отвечает' : 'нет ни у вас, ни в каталоге';
  const made = (await mayAddItems(ctx, deps)) ? ' или новой' : '';
  const sent = await ask(
    ctx,
    `${before}Штрихкода ${ean} ${where}.\n\nОтветьте на это сообщение названием: код станет кодом вашей позиции${made}.${howToReply(ctx.abilities)}`,
    { placeholder: 'Название с этикетки' },
  );
  await remember(deps, sent, { ean });
}

/** Offers the catalogue's name for a code; an answer gives the code to an item that this tenant calls otherwise. */
export async function offerAlias(
  ctx: BotContext,
  deps: BotDeps,
  ean: string,
  text: string,
  keyboard: InlineKeyboard | undefined,
): Promise<void> {
  const sent = await ask(
    ctx,
    `${text}\n\nПозиция у вас под другим названием? Ответьте на это сообщение её названием: код станет её кодом.${howToReply(ctx.abilities)}`,
    { keyboard },
  );
  await remember(deps, sent, { ean });
}

/** Returns the item in the form that lines are read with, or undefined once it is deleted. */
export async function foundItem({ items }: BotDeps, itemId: number): Promise<FoundItem | undefined> {
  try {
    const { id, name, article, ean, codes, unit, volume_ml: volumeMl } = await items.get(itemId);
    return { id, name, article, ean, unit, volumeMl, packs: packsOf(codes) };
  } catch (error) {
    if (error instanceof NotFound) return undefined;
    throw error;
  }
}

/** Returns the bot's own message that this one answers, if the bot asked for an answer to it. */
export async function repliedTo(ctx: BotContext, { db, channel }: BotDeps): Promise<ReplyRow | undefined> {
  const answered = (ctx.message ?? ctx.editedMessage)?.reply_to_message;
  if (!answered || !ctx.chat) return undefined;
  return findReply(db, { channel, chat_id: ctx.chat.id, message_id: answered.message_id });
}

/**
 * Returns the item of the card that the message follows, if it is only a quantity, comes soon, and nothing else can be
 * meant by it. The card was recorded as followed by this update, so that a second delivery means the same.
 */
export async function awaitedItem(ctx: BotContext, { db, channel }: BotDeps): Promise<number | undefined> {
  const { message, chat, update } = ctx;
  if (ctx.abilities.forceReply || !chat || !message?.text || message.reply_to_message) return undefined;
  if (NO_QUANTITY.test(message.text) || !isQuantityAlone(message.text)) return undefined;
  const followed = await selectFollowed(db, { channel, chat_id: chat.id, update_id: update.update_id });
  const isSoon = followed.every((one) => one.followed_at.getTime() - one.created_at.getTime() <= AWAITED_MS);
  const [itemId, ...others] = new Set(followed.map(({ item_id }) => item_id));
  return isSoon && itemId && others.length === 0 ? itemId : undefined;
}

/** Returns the item of the card that the message answers. */
export async function repliedItem(ctx: BotContext, deps: BotDeps): Promise<FoundItem | undefined> {
  const itemId = (await repliedTo(ctx, deps))?.item_id ?? (await awaitedItem(ctx, deps));
  return itemId ? foundItem(deps, itemId) : undefined;
}
