import type { ChatMessageBody } from '@ostatok/kit/contract/chat-message.ts';
import type { Message, Update } from 'grammy/types';
import type { ChatMessageRow, ChatUpdateRow } from './chat.queries.ts';

/** The person as their messages name them; the chat has the person's id, as a private chat of Telegram has. */
export interface Writer {
  id: number;
  name: string;
  username: string;
}

const COMMAND = /^\/\w+/;

/** A command is marked in the text, which is how the bot knows it. */
function entitiesOf(text: string | undefined): object {
  const length = text?.match(COMMAND)?.[0].length;
  return length ? { entities: [{ type: 'bot_command', offset: 0, length }] } : {};
}

/** The bot asks for a file by whose it is, too: nobody gets another's. */
const fileIdOf = ({ id }: Writer, fileId: string): string => `${id}/${fileId}`;

const personOf = ({ id, name, username }: Writer) => ({ id, first_name: name, username });

function messageOf(
  { id, from_bot, written_at, body }: ChatMessageRow,
  writer: Writer,
  said: Pick<ChatMessageBody, 'text' | 'caption'> = body,
): Message {
  const { reply_to_message_id: _, text: _text, caption: _caption, photo, document, ...rest } = body;
  const from = from_bot ? { id: 1, is_bot: true, first_name: 'bot' } : { ...personOf(writer), is_bot: false };
  return {
    ...rest,
    ...(photo && { photo: photo.map((size) => ({ ...size, file_id: fileIdOf(writer, size.file_id) })) }),
    ...(document && { document: { ...document, file_id: fileIdOf(writer, document.file_id) } }),
    ...said,
    ...entitiesOf(from_bot ? undefined : said.text),
    message_id: id,
    date: Math.floor(written_at.getTime() / 1000),
    chat: { ...personOf(writer), type: 'private' },
    from,
  } as Message;
}

interface About {
  /** The message that was written, corrected, or under which a button was pressed. */
  message: ChatMessageRow;
  /** The message that it answers. */
  replied: ChatMessageRow | undefined;
  writer: Writer;
}

/** Makes of what a person has sent an update of the Bot API. */
export function updateOf({ id, kind, text, created_at }: ChatUpdateRow, { message, replied, writer }: About): Update {
  if (kind === 'press') {
    const from = { ...personOf(writer), is_bot: false };
    const press = { id: String(id), from, chat_instance: 'own', data: text ?? '', message: messageOf(message, writer) };
    return { update_id: id, callback_query: press } as Update;
  }
  const hasFile = message.body.photo !== undefined || message.body.document !== undefined;
  const said = hasFile ? { ...(text && { caption: text }) } : { text: text ?? '' };
  const full = {
    ...messageOf(message, writer, said),
    ...(replied && { reply_to_message: messageOf(replied, writer) }),
  };
  if (kind === 'message') return { update_id: id, message: full } as Update;
  return {
    update_id: id,
    edited_message: { ...full, edit_date: Math.floor(created_at.getTime() / 1000) },
  } as Update;
}
