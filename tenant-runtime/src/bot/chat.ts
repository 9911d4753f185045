import { sqlState } from '@ostatok/kit/node/db.ts';
import { AppError } from '@ostatok/kit/node/errors.ts';
import { type Context, GrammyError, HttpError, type InlineKeyboard, InputFile, type MiddlewareFn } from 'grammy';
import type { InlineKeyboardButton, Message } from 'grammy/types';
import type { Abilities } from './channel.ts';

/** An update with what its channel can carry. */
export interface ChatContext extends Context {
  abilities: Abilities;
}

/** Milliseconds within which a pressed button is answered even if its work goes on; its spinner gives up later. */
const ANSWER_WITHIN_MS = 5000;

/** Returns a position to cut at that does not split a surrogate pair, such as an emoji. */
const wholeUntil = (text: string, end: number): number => (/[\uD800-\uDBFF]/.test(text[end - 1] ?? '') ? end - 1 : end);

/** Cuts the text to what fits into one message. */
export const whole = (text: string, { maxText }: Pick<Abilities, 'maxText'>): string =>
  text.slice(0, wholeUntil(text, maxText));

/** Splits the text into what fits into messages, between lines where there are any. */
function partsOf(text: string, { maxText }: Abilities): string[] {
  const parts: string[] = [];
  let rest = text;
  while (rest.length > maxText) {
    const line = rest.lastIndexOf('\n', maxText);
    const end = line > 0 ? line : wholeUntil(rest, maxText);
    parts.push(rest.slice(0, end));
    rest = rest.slice(line > 0 ? end + 1 : end);
  }
  return [...parts, rest];
}

/** Builds the keyboard without empty rows, which Telegram may refuse. */
function markup(keyboard: InlineKeyboard | undefined): {
  reply_markup?: { inline_keyboard: InlineKeyboardButton[][] };
} {
  const rows = keyboard?.inline_keyboard.filter((row) => row.length > 0) ?? [];
  return rows.length > 0 ? { reply_markup: { inline_keyboard: rows } } : {};
}

/** The updates in answer to which something has been said. */
const answeredInWords = new WeakSet<object>();

/** Sends plain text without markup, so that item names appear as they are. Buttons are attached to the last part. */
export async function reply(ctx: ChatContext, text: string, keyboard?: InlineKeyboard): Promise<void> {
  await send(ctx, text, keyboard);
}

/** Sends the same as `reply` and returns the message, or its last part. */
export async function send(
  ctx: ChatContext,
  text: string,
  keyboard?: InlineKeyboard,
): Promise<Message.TextMessage | undefined> {
  let sent: Message.TextMessage | undefined;
  const parts = partsOf(text, ctx.abilities);
  for (const [index, part] of parts.entries()) {
    const buttons = index === parts.length - 1 ? markup(keyboard) : {};
    sent = await ctx.reply(part, { ...buttons, link_preview_options: { is_disabled: true } });
  }
  answeredInWords.add(ctx.update);
  return sent;
}

interface Asking {
  keyboard?: InlineKeyboard | undefined;
  /** Opens the field of the answer, with this in it until something is typed. */
  placeholder?: string;
  /** The end of the text, which one tap copies. */
  copied?: string;
}

/** Sends a text that is answered by a message; returns what was sent, so that the answer can be known by it. */
export async function ask(ctx: ChatContext, text: string, { keyboard, placeholder, copied }: Asking = {}) {
  const opensField = placeholder && ctx.abilities.forceReply;
  const sent = await ctx.reply(text, {
    ...markup(keyboard),
    ...(copied && { entities: [{ type: 'code', offset: text.length - copied.length, length: copied.length }] }),
    ...(opensField && { reply_markup: { force_reply: true, input_field_placeholder: placeholder } }),
  });
  answeredInWords.add(ctx.update);
  return sent;
}

/** Sends a text to another chat than the one that the update is from. */
export const sendTo = (ctx: Context, chatId: number, text: string, keyboard?: InlineKeyboard): Promise<unknown> =>
  ctx.api.sendMessage(chatId, text, markup(keyboard));

/** A file that the bot sends, whose place a transport within this process can read. */
export class FileAt extends InputFile {
  readonly path: string;
  readonly name: string;

  constructor(path: string, name: string) {
    super(path, name);
    this.path = path;
    this.name = name;
  }
}

export async function sendFile(ctx: ChatContext, path: string, filename: string): Promise<void> {
  await ctx.replyWithDocument(new FileAt(path, filename));
  answeredInWords.add(ctx.update);
}

const isRefusal = (error: unknown, pattern: RegExp): boolean =>
  error instanceof GrammyError && error.error_code === 400 && pattern.test(error.description);

/**
 * Replaces the text and buttons of the message whose button was pressed. If it is too old to edit, a new message is
 * sent.
 */
export async function rewrite(ctx: ChatContext, text: string, keyboard?: InlineKeyboard): Promise<void> {
  try {
    await ctx.editMessageText(whole(text, ctx.abilities), markup(keyboard));
    answeredInWords.add(ctx.update);
  } catch (error) {
    if (isRefusal(error, /not modified/)) return;
    if (!isRefusal(error, /can't be edited|to edit not found/)) throw error;
    await reply(ctx, text, keyboard);
  }
}

/** Adds a line to the message whose button was pressed, or sends a new message if it has no room. */
export async function append(ctx: ChatContext, line: string, keyboard?: InlineKeyboard): Promise<void> {
  const before = ctx.callbackQuery?.message?.text ?? '';
  if (before.includes(line)) return;
  if (before.length + line.length < ctx.abilities.maxText) return rewrite(ctx, `${before}\n${line}`, keyboard);
  await rewrite(ctx, before, keyboard);
  await reply(ctx, line);
}

const answered = new WeakSet<object>();

/**
 * Stops the button's spinner, once, and says the text. Where it would be a message of its own, it is said only if the
 * answer has no other words. A press that has waited too long can no longer be answered.
 */
export async function acknowledge(ctx: ChatContext, said?: string): Promise<void> {
  const text = ctx.abilities.toasts || !answeredInWords.has(ctx.update) ? said : undefined;
  if (ctx.callbackQuery) {
    if (answered.has(ctx.callbackQuery)) {
      if (text && !ctx.abilities.toasts) await reply(ctx, text);
      return;
    }
    answered.add(ctx.callbackQuery);
  }
  try {
    await ctx.answerCallbackQuery(text ? { text: text.slice(0, wholeUntil(text, 200)) } : {});
  } catch (error) {
    if (!isRefusal(error, /query is too old|query ID is invalid/i)) throw error;
  }
}

const MAX_ALERT = 200;
/** Shows a refusal over the chat of whoever has pressed, or as a message to whoever has written. */
export async function refuse(ctx: ChatContext, text: string): Promise<void> {
  if (ctx.callbackQuery) await ctx.answerCallbackQuery({ text: text.slice(0, MAX_ALERT), show_alert: true });
  else if (ctx.chat) await reply(ctx, text);
}

/** Answers a press whose work takes long, before Telegram's deadline passes. */
export const answerInTime: MiddlewareFn<ChatContext> = async (ctx, next) => {
  if (!ctx.callbackQuery) return next();
  const timer = setTimeout(() => void acknowledge(ctx).catch(() => undefined), ANSWER_WITHIN_MS);
  try {
    await next();
  } finally {
    clearTimeout(timer);
  }
};

/** Tells whether the user can no longer be written to because they have blocked the bot or deleted the chat. */
export const isGone = (error: unknown): boolean =>
  error instanceof GrammyError &&
  (error.error_code === 403 || (error.error_code === 400 && /chat not found|user not found/i.test(error.description)));

/** Telegram takes no more for now, for this chat or for the bot as a whole. */
export const isTooMany = (error: unknown): boolean => error instanceof GrammyError && error.error_code === 429;

/** PostgreSQL away, starting, stopping, out of room, or in the way of another transaction. */
const passingState = /^(08|53|57P|58|40)/;
const passingCode = /^(ECONN|ETIMEDOUT|EPIPE|ENOTFOUND|EAI_AGAIN|EHOST|ENET)/;

/** Tells whether the same update may succeed when it is delivered again. */
export function isPassing(error: unknown): boolean {
  if (error instanceof HttpError) return true;
  if (error instanceof GrammyError) return isTooMany(error) || error.error_code >= 500;
  if (error instanceof AppError) return error.status === 503;
  const state = sqlState(error) ?? '';
  if (passingState.test(state) || passingCode.test(state)) return true;
  return (
    error instanceof Error &&
    /KnexTimeout|Connection terminated|connection.*(closed|ended)|Unable to acquire/i.test(
      `${error.name} ${error.message}`,
    )
  );
}
