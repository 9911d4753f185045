import type { ChatMessage } from '../../contract/chat-message.ts';

/** Inserts a new message in order, or replaces an edited one; repeating the same event changes nothing. */
export function withMessage(messages: ChatMessage[], message: ChatMessage): ChatMessage[] {
  const known = messages.findIndex(({ message_id }) => message_id === message.message_id);
  if (known >= 0) return messages.with(known, message);
  const after = messages.findLastIndex(({ message_id }) => message_id < message.message_id);
  return messages.toSpliced(after + 1, 0, message);
}

export const withoutMessage = (messages: ChatMessage[], messageId: number): ChatMessage[] =>
  messages.filter(({ message_id }) => message_id !== messageId);

/** The buttons of the bot's latest reply keyboard. */
export function replyButtons(messages: ChatMessage[]): string[][] {
  const markup = messages.findLast(
    ({ from_bot, reply_markup }) => from_bot && (reply_markup?.keyboard || reply_markup?.remove_keyboard),
  )?.reply_markup;
  if (!markup?.keyboard || markup.remove_keyboard) return [];
  return markup.keyboard.map((row) => row.map((button) => (typeof button === 'string' ? button : button.text)));
}

/** The bot's last message, if it asks to be answered. */
export function forcedReply(messages: ChatMessage[]): ChatMessage | undefined {
  const last = messages.at(-1);
  return last?.from_bot && last.reply_markup?.force_reply ? last : undefined;
}

export const timeOf = (seconds: number): string =>
  new Date(seconds * 1000).toLocaleTimeString('ru-RU', { hour: '2-digit', minute: '2-digit' });

export function sizeOf(bytes: number | undefined): string {
  if (bytes === undefined) return '';
  if (bytes < 1024) return `${bytes} Б`;
  const kilobytes = bytes / 1024;
  return kilobytes < 1024 ? `${Math.round(kilobytes)} КБ` : `${(kilobytes / 1024).toFixed(1).replace('.', ',')} МБ`;
}

/** Formats «0:03», «12:40». */
export const durationOf = (seconds: number): string =>
  `${Math.floor(seconds / 60)}:${String(Math.floor(seconds) % 60).padStart(2, '0')}`;

/** A message in one line, for quoting. */
export function quoteOf({ text, caption, photo, voice, document }: ChatMessage): string {
  const what = photo ? 'Фото' : voice ? 'Голосовое сообщение' : (document?.file_name ?? 'Файл');
  return text ?? (caption ? `${what}: ${caption}` : what);
}

/** Whether the user may edit it: their own texts and the captions of their own files. */
export const isEditable = ({ from_bot, text, photo, document }: ChatMessage): boolean =>
  !from_bot && (text !== undefined || photo !== undefined || document !== undefined);

export const lastEditable = (messages: ChatMessage[]): ChatMessage | undefined => messages.findLast(isEditable);
