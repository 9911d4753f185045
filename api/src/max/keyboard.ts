import { TO_SCAN } from '@ostatok/tenant-runtime/contract/mini-app-links.ts';
import type { SentButton } from './max-client.ts';
import type { MaxButton, MaxMessage } from './max-event.ts';

/** A button as of Telegram's Bot API. */
export interface BotApiButton {
  text: string;
  callback_data?: string;
  url?: string;
  web_app?: { url: string };
}
export type BotApiKeyboard = BotApiButton[][];

const MAX_LABEL = 128;
const MAX_ROWS = 30;
const PER_ROW = 7;
/** Links and mini apps are wider. */
const LINKS_PER_ROW = 3;

/** A bot with a mini app: MAX knows the address of one page for each, so that buttons say where to go on from it. */
export interface MiniAppOfBot {
  username: string;
  subdomain: string;
}

/** What a button says to the mini app: the tenant's subdomain, and whether its scanner is meant. */
const paramOf = ({ subdomain }: MiniAppOfBot, url: string): string =>
  new URL(url).searchParams.get('to') === 'scan' ? `${subdomain}${TO_SCAN}` : subdomain;

function maxButton({ text, callback_data, url, web_app }: BotApiButton, app: MiniAppOfBot | undefined): SentButton[] {
  const label = text.slice(0, MAX_LABEL);
  if (web_app) {
    if (!app) return [];
    return [{ type: 'open_app', text: label, web_app: app.username, payload: paramOf(app, web_app.url) }];
  }
  if (callback_data !== undefined) return [{ type: 'callback', text: label, payload: callback_data }];
  return url === undefined ? [] : [{ type: 'link', text: label, url }];
}

function* rowsOf(buttons: SentButton[]): Generator<SentButton[]> {
  const most = buttons.some(({ type }) => type !== 'callback') ? LINKS_PER_ROW : PER_ROW;
  for (let at = 0; at < buttons.length; at += most) yield buttons.slice(at, at + most);
}

/**
 * Returns the attachments of a message with these buttons: none for an empty keyboard. Those for mini apps are left out
 * where the bot has none.
 */
export function keyboardAttachment(keyboard: BotApiKeyboard = [], app?: MiniAppOfBot): object[] {
  const sent = keyboard.flatMap((row) => [...rowsOf(row.flatMap((button) => maxButton(button, app)))]);
  const buttons = sent.slice(0, MAX_ROWS);
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
