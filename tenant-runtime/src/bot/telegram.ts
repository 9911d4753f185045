import { setTimeout as sleep } from 'node:timers/promises';
import { sqlState } from '@ostatok/kit/node/db.ts';
import { AppError } from '@ostatok/kit/node/errors.ts';
import { type Context, GrammyError, HttpError, type InlineKeyboard, type Transformer } from 'grammy';

/** Telegram's limit for a text message. */
const MAX_TEXT = 4096;
/** A longer wait is left to the gateway, which delivers the update again. */
const MAX_WAIT_S = 5;

/** Waits out a short «too many requests» and tries again, twice at most. */
export const waitOut: Transformer = async (prev, method, payload, signal) => {
  for (let attempt = 1; ; attempt += 1) {
    const answer = await prev(method, payload, signal);
    const wait = answer.ok ? undefined : answer.parameters?.retry_after;
    if (wait === undefined || wait > MAX_WAIT_S || attempt === 3) return answer;
    await sleep(wait * 1000);
  }
};

/** Parts of at most 4096 characters, cut between lines where there are any. */
export function partsOf(text: string): string[] {
  const parts: string[] = [];
  let rest = text;
  while (rest.length > MAX_TEXT) {
    const line = rest.lastIndexOf('\n', MAX_TEXT);
    const end = line > 0 ? line : MAX_TEXT;
    parts.push(rest.slice(0, end));
    rest = rest.slice(line > 0 ? end + 1 : end);
  }
  return [...parts, rest];
}

/** Plain text, never markup: names of items go out as they are. Buttons hang on the last part. */
export async function reply(ctx: Context, text: string, keyboard?: InlineKeyboard): Promise<void> {
  const parts = partsOf(text);
  for (const [index, part] of parts.entries()) {
    const buttons = index === parts.length - 1 && keyboard ? { reply_markup: keyboard } : {};
    await ctx.reply(part, { ...buttons, link_preview_options: { is_disabled: true } });
  }
}

const isRefusal = (error: unknown, pattern: RegExp): boolean =>
  error instanceof GrammyError && error.error_code === 400 && pattern.test(error.description);

/** Puts a new text and new buttons in the message whose button was pressed; one too old to edit gets a new message. */
export async function rewrite(ctx: Context, text: string, keyboard?: InlineKeyboard): Promise<void> {
  try {
    await ctx.editMessageText(text.slice(0, MAX_TEXT), keyboard ? { reply_markup: keyboard } : {});
  } catch (error) {
    if (isRefusal(error, /not modified/)) return;
    if (!isRefusal(error, /can't be edited|to edit not found/)) throw error;
    await reply(ctx, text, keyboard);
  }
}

/** Stops the button's spinner. A press that has waited too long is past answering. */
export async function acknowledge(ctx: Context, text?: string): Promise<void> {
  try {
    await ctx.answerCallbackQuery(text ? { text: text.slice(0, 200) } : {});
  } catch (error) {
    if (!isRefusal(error, /query is too old|query ID is invalid/i)) throw error;
  }
}

/** PostgreSQL away, starting, stopping, out of room, or in the way of another transaction. */
const passingState = /^(08|53|57P|58|40)/;
const passingCode = /^(ECONN|ETIMEDOUT|EPIPE|ENOTFOUND|EAI_AGAIN|EHOST|ENET)/;

/** Whether the same update may succeed when it is delivered again. */
export function isPassing(error: unknown): boolean {
  if (error instanceof HttpError) return true;
  if (error instanceof GrammyError) return error.error_code === 429 || error.error_code >= 500;
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
