import { type Button, isObject, isText, type NewMessageBody } from './protocol.ts';

const MAX_TEXT = 4000;
const MAX_ROWS = 30;
const MAX_PER_ROW = 7;
const MAX_NARROW_PER_ROW = 3;
const MAX_BUTTONS = 210;
const MAX_BUTTON_TEXT = 128;
const MAX_PAYLOAD = 1024;
const MAX_URL = 2048;

/** A row with one of these may have three buttons only. */
const NARROW = new Set(['link', 'open_app', 'request_contact', 'request_geo_location']);
const ATTACHMENTS = new Set([
  'image',
  'video',
  'audio',
  'file',
  'sticker',
  'contact',
  'inline_keyboard',
  'location',
  'share',
]);
/** These must be the only attachment of their message. */
const SINGLE = new Set(['file', 'audio', 'contact', 'sticker']);

/** What each type of button needs beside its text. */
const BUTTONS: Record<string, (button: Record<string, unknown>) => string | undefined> = {
  callback: ({ payload }) => (isText(payload, MAX_PAYLOAD) ? undefined : 'payload: 0 to 1024 characters'),
  clipboard: ({ payload }) => (isText(payload, MAX_PAYLOAD) ? undefined : 'payload: 0 to 1024 characters'),
  link: ({ url }) => (isText(url, MAX_URL, 1) ? undefined : 'url: 1 to 2048 characters'),
  open_app({ web_app, payload }) {
    if (!isText(web_app, 256, 1)) return 'web_app is required';
    return payload == null || (isText(payload, 512) && /^[\w-]*$/.test(payload)) ? undefined : 'payload: [\\w-]{0,512}';
  },
  message: () => undefined,
  request_contact: () => undefined,
  request_geo_location: () => undefined,
};

function buttonMistake(button: unknown): string | undefined {
  if (!isObject(button)) return 'a button is an object';
  const mistakeOfType = BUTTONS[String(button.type)];
  if (!mistakeOfType) return `no such type of button: ${button.type}`;
  if (!isText(button.text, MAX_BUTTON_TEXT, 1)) return 'text of a button: 1 to 128 characters';
  return mistakeOfType(button);
}

function rowMistake(row: unknown): string | undefined {
  if (!Array.isArray(row) || row.length === 0) return 'a row is a list of buttons';
  const mistake = row.map(buttonMistake).find((one) => one !== undefined);
  if (mistake) return mistake;
  const isNarrow = (row as Button[]).some(({ type }) => NARROW.has(type));
  const most = isNarrow ? MAX_NARROW_PER_ROW : MAX_PER_ROW;
  return row.length > most ? `at most ${most} buttons in this row` : undefined;
}

function keyboardMistake(payload: unknown): string | undefined {
  const rows = isObject(payload) ? payload.buttons : undefined;
  if (!Array.isArray(rows) || rows.length === 0) return 'buttons: at least one row';
  if (rows.length > MAX_ROWS) return `at most ${MAX_ROWS} rows`;
  if (rows.flat().length > MAX_BUTTONS) return `at most ${MAX_BUTTONS} buttons`;
  return rows.map(rowMistake).find((one) => one !== undefined);
}

function attachmentsMistake(attachments: unknown[]): string | undefined {
  const types = attachments.map((one) => (isObject(one) ? String(one.type) : ''));
  const unknown = types.find((type) => !ATTACHMENTS.has(type));
  if (unknown !== undefined) return `no such type of attachment: ${unknown}`;
  const single = types.find((type) => SINGLE.has(type));
  if (single && types.length > 1) return `${single} must be the only attachment`;
  const keyboards = attachments.filter((_one, index) => types[index] === 'inline_keyboard');
  if (keyboards.length > 1) return 'one keyboard at most';
  return keyboards.map((one) => keyboardMistake((one as { payload?: unknown }).payload)).find(Boolean);
}

function linkMistake(link: unknown): string | undefined {
  const isLink = isObject(link) && ['reply', 'forward'].includes(String(link.type)) && isText(link.mid, 256, 1);
  return isLink ? undefined : 'link: type reply or forward, and mid';
}

/** Why MAX would refuse this body of a message; undefined when it is a NewMessageBody. */
export function messageMistake(body: unknown): string | undefined {
  if (!isObject(body)) return 'the body must be an object';
  const { text, attachments, link, format } = body;
  if (text != null && !isText(text, MAX_TEXT)) return `text: at most ${MAX_TEXT} characters`;
  if (format != null && format !== 'markdown' && format !== 'html') return 'format: markdown or html';
  if (attachments != null && !Array.isArray(attachments)) return 'attachments must be a list';
  return (attachments && attachmentsMistake(attachments)) || (link ? linkMistake(link) : undefined);
}

/** Whether a new message would show nothing. */
export const isEmpty = ({ text, attachments, link }: NewMessageBody): boolean =>
  !text && !attachments?.length && link?.type !== 'forward';
