import type { SentButton } from './max-client.ts';
import type { MaxButton, MaxMessage } from './max-event.ts';

/** A button as of Telegram's Bot API. */
export interface BotApiButton {
  text: string;
  callback_data?: string;
  url?: string;
}
export type BotApiKeyboard = BotApiButton[][];

const MAX_LABEL = 128;
const MAX_ROWS = 30;
const PER_ROW = 7;
/** Links are wider. */
const LINKS_PER_ROW = 3;

function maxButton({ text, callback_data, url }: BotApiButton): SentButton[] {
  const label = text.slice(0, MAX_LABEL);
  if (callback_data !== undefined) return [{ type: 'callback', text: label, payload: callback_data }];
  return url === undefined ? [] : [{ type: 'link', text: label, url }];
}

function* rowsOf(buttons: SentButton[]): Generator<SentButton[]> {
  const most = buttons.some(({ type }) => type === 'link') ? LINKS_PER_ROW : PER_ROW;
  for (let at = 0; at < buttons.length; at += most) yield buttons.slice(at, at + most);
}

/** Returns the attachments of a message with these buttons: none for an empty keyboard. */
export function keyboardAttachment(keyboard: BotApiKeyboard = []): object[] {
  const buttons = keyboard.flatMap((row) => [...rowsOf(row.flatMap(maxButton))]).slice(0, MAX_ROWS);
  return buttons.length > 0 ? [{ type: 'inline_keyboard', payload: { buttons } }] : [];
}

const botApiButton = ({ type, text, payload, url }: MaxButton): BotApiButton[] =>
  type === 'callback' ? [{ text, callback_data: payload ?? '' }] : url === undefined ? [] : [{ text, url }];

/** Returns the buttons of a message as of the Bot API. */
export const keyboardOf = ({ body }: MaxMessage): BotApiKeyboard =>
  (body.attachments ?? [])
    .filter(({ type }) => type === 'inline_keyboard')
    .flatMap(({ payload }) => payload?.buttons ?? [])
    .map((row) => row.flatMap(botApiButton));
