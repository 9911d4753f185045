import { keyboardOf } from './keyboard.ts';
import type { MaxAttachment, MaxBody, MaxEvent, MaxMessage, MaxUser } from './max-event.ts';

/** An update as of Telegram's Bot API. */
export interface BotApiUpdate {
  update_id: number;
  message?: object;
  edited_message?: object;
  callback_query?: object;
  my_chat_member?: object;
}

/** What is known of an event beside what it says. */
export interface EventNumbers {
  updateId: number;
  /** The number of the message that was written, corrected, or under which a button was pressed. */
  messageId: number;
  /** The number of the message that it answers. */
  repliedId?: number | undefined;
  /** Takes the venue's name from the bot's own texts. */
  plain: (text: string) => string;
}

const COMMAND = /^\/\w+/;
const PICTURE: Record<string, string> = {
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  png: 'image/png',
  webp: 'image/webp',
  heic: 'image/heic',
};

const person = ({ user_id, first_name, last_name, name }: MaxUser) => ({
  id: user_id,
  first_name: first_name ?? name ?? 'Без имени',
  ...(last_name && { last_name }),
});

const seconds = (ms: number): number => Math.floor(ms / 1000);

function saidIn(text: string): object {
  const length = COMMAND.exec(text)?.[0].length;
  return { text, ...(length && { entities: [{ type: 'bot_command', offset: 0, length }] }) };
}

/** Returns the attachments that bots read; a keyboard is none of a person. */
export const filesOf = ({ attachments }: MaxBody): MaxAttachment[] =>
  (attachments ?? []).filter(({ type }) => type !== 'inline_keyboard' && type !== 'share');

function fileIn({ type, filename, size }: MaxAttachment, id: string): object {
  const file = { file_id: id, file_unique_id: id, ...(size !== undefined && { file_size: size }) };
  switch (type) {
    case 'image':
      return { photo: [{ ...file, width: 0, height: 0 }] };
    case 'file': {
      const mime = PICTURE[filename?.split('.').at(-1)?.toLowerCase() ?? ''];
      return { document: { ...file, file_name: filename ?? 'файл', ...(mime && { mime_type: mime }) } };
    }
    case 'audio':
      return { voice: { ...file, duration: 0 } };
    case 'video':
      return { video: { ...file, width: 0, height: 0, duration: 0 } };
    case 'sticker':
      return { sticker: { ...file, type: 'regular', width: 0, height: 0, is_animated: false, is_video: false } };
    case 'contact':
      return { contact: { phone_number: '', first_name: '' } };
    case 'location':
      return { location: { latitude: 0, longitude: 0 } };
    default:
      return {};
  }
}

/** A forwarded message has nothing of its own. */
export const contentBody = ({ link, body }: MaxMessage): MaxBody => (link?.type === 'forward' && link.message) || body;

/** Returns the one file of a message that the Bot API knows. */
export const fileOf = (message: MaxMessage): MaxAttachment | undefined => filesOf(contentBody(message))[0];

function contentOf(message: MaxMessage, updateId: number): object {
  const text = contentBody(message).text ?? '';
  const file = fileOf(message);
  if (!file) return saidIn(text);
  // what a voice note says is read as if it were written, and answered with what was understood
  if (file.type === 'audio' && file.transcription) return saidIn(file.transcription);
  return { ...fileIn(file, String(updateId)), ...(text && { caption: text }) };
}

function messageOf(message: MaxMessage, who: MaxUser, numbers: EventNumbers): object {
  const { updateId, messageId, repliedId, plain } = numbers;
  const chat = { ...person(who), type: 'private' };
  const date = seconds(message.timestamp);
  const bot = { id: 0, is_bot: true, first_name: 'bot' };
  return {
    message_id: messageId,
    date,
    chat,
    from: { ...person(who), is_bot: false },
    ...contentOf(message, updateId),
    ...(repliedId !== undefined && {
      reply_to_message: {
        message_id: repliedId,
        date,
        chat,
        from: bot,
        text: plain(message.link?.message?.text ?? ''),
      },
    }),
  };
}

function pressOf({ callback, message }: MaxEvent, who: MaxUser, numbers: EventNumbers): object {
  const chat = { ...person(who), type: 'private' };
  const under = message && {
    message_id: numbers.messageId,
    date: seconds(message.timestamp),
    chat,
    from: { id: 0, is_bot: true, first_name: 'bot' },
    text: numbers.plain(message.body.text ?? ''),
    reply_markup: { inline_keyboard: keyboardOf(message) },
  };
  return {
    id: String(numbers.updateId),
    from: { ...person(who), is_bot: false },
    chat_instance: 'max',
    data: callback?.payload ?? '',
    ...(under && { message: under }),
  };
}

/** `/start` with what followed in the link. */
function startOf({ timestamp, payload }: MaxEvent, who: MaxUser, { messageId }: EventNumbers): object {
  const text = payload ? `/start ${payload}` : '/start';
  const chat = { ...person(who), type: 'private' };
  return {
    message_id: messageId,
    date: seconds(timestamp),
    chat,
    from: { ...person(who), is_bot: false },
    ...saidIn(text),
  };
}

const membership = (status: string) => ({ status, user: { id: 0, is_bot: true, first_name: 'bot' } });

/** Makes of an event of MAX an update of the Bot API; undefined for what says nothing to a tenant's bot. */
export function updateOf(event: MaxEvent, who: MaxUser, numbers: EventNumbers): BotApiUpdate | undefined {
  const { update_type: type, timestamp, message } = event;
  const update_id = numbers.updateId;
  switch (type) {
    case 'message_created':
      return message ? { update_id, message: messageOf(message, who, numbers) } : undefined;
    case 'message_edited':
      return message
        ? { update_id, edited_message: { ...messageOf(message, who, numbers), edit_date: seconds(timestamp) } }
        : undefined;
    case 'message_callback':
      return { update_id, callback_query: pressOf(event, who, numbers) };
    case 'bot_started':
      return { update_id, message: startOf(event, who, numbers) };
    default:
      return {
        update_id,
        my_chat_member: {
          chat: { ...person(who), type: 'private' },
          from: { ...person(who), is_bot: false },
          date: seconds(timestamp),
          old_chat_member: membership('member'),
          new_chat_member: membership('kicked'),
        },
      };
  }
}
