import type { ChatButton } from '@ostatok/kit/contract/chat-message.ts';
import type { SandboxMessageBody, SandboxPerson } from '../../../contract/sandbox.ts';
import type { Written } from '../bot-events.ts';
import type { BotRow } from '../bots.queries.ts';
import type { MessageRow } from '../messages.queries.ts';
import type { Button, User } from './protocol.ts';

/** The ids by which one message is found; MAX's own are opaque too. */
export interface MessageKey {
  botId: number;
  personId: number;
  messageId: number;
}

const MID = /^mid\.(\d{1,15})\.(\d{1,15})\.(\d{1,9})$/;

export const midOf = ({ bot_id, person_id, message_id }: MessageRow): string =>
  `mid.${bot_id}.${person_id}.${message_id}`;

/** Undefined for what is no id of a message. A callback has the id of the message whose keyboard was pressed. */
export function keyOf(mid: string): MessageKey | undefined {
  const [, botId, personId, messageId] = MID.exec(mid)?.map(Number) ?? [];
  return botId && personId && messageId ? { botId, personId, messageId } : undefined;
}

/** The id of a dialog, which is nobody's id. */
export const chatIdOf = (botId: number, personId: number): number => botId + personId;
export const personOfChat = (botId: number, chatId: number): number => chatId - botId;

export const botUser = ({ id, name, username }: BotRow, now: Date): User => ({
  user_id: id,
  first_name: name,
  username,
  is_bot: true,
  last_activity_time: now.getTime(),
  name,
});

export const personUser = ({ id, first_name }: SandboxPerson, now: Date): User => ({
  user_id: id,
  first_name,
  is_bot: false,
  last_activity_time: now.getTime(),
  name: first_name,
});

function filesIn({ document, photo, voice }: SandboxMessageBody, urlOf: (fileId: string) => string): object[] {
  const [picture] = photo ?? [];
  const payloadOf = ({ file_id: token }: { file_id: string }) => ({ url: urlOf(token), token });
  return [
    ...(document
      ? [
          {
            type: 'file',
            payload: payloadOf(document),
            filename: document.file_name ?? '',
            size: document.file_size ?? 0,
          },
        ]
      : []),
    ...(picture ? [{ type: 'image', payload: payloadOf(picture) }] : []),
    ...(voice ? [{ type: 'audio', payload: payloadOf(voice) }] : []),
  ];
}

const buttonOf = ({ text, callback_data, url }: ChatButton): Button =>
  callback_data === undefined
    ? { type: 'link', text, url: url ?? '' }
    : { type: 'callback', text, payload: callback_data };

/** Renders messages as MAX does. `urlOf` makes the address of a file. */
export function createRenderer(urlOf: (fileId: string) => string, now: () => Date) {
  function bodyOf(row: MessageRow): object {
    const { text, caption, reply_markup } = row.body;
    const rows = row.from_bot ? reply_markup?.inline_keyboard : undefined;
    const attachments = [
      ...filesIn(row.body, urlOf),
      ...(rows
        ? [{ type: 'inline_keyboard', payload: { buttons: rows.map((buttons) => buttons.map(buttonOf)) } }]
        : []),
    ];
    return {
      mid: midOf(row),
      // odd, so that no double can hold it
      seq: (BigInt(row.date.getTime()) << 16n) | BigInt((2 * row.message_id + 1) % 65_536),
      text: text ?? caption ?? null,
      ...(attachments.length > 0 && { attachments }),
    };
  }

  return function render({ row, bot, person, replied }: Written): object {
    const senderOf = ({ from_bot }: MessageRow): User => (from_bot ? botUser(bot, now()) : personUser(person, now()));
    const chatId = chatIdOf(bot.id, person.id);
    return {
      // the bot is the recipient of a person's message, the person of the bot's
      recipient: { chat_id: chatId, chat_type: 'dialog', user_id: row.from_bot ? person.id : bot.id },
      timestamp: row.date.getTime(),
      body: bodyOf(row),
      sender: senderOf(row),
      ...(replied && {
        link: { type: 'reply', message: bodyOf(replied), sender: senderOf(replied), chat_id: chatId },
      }),
    };
  };
}
export type Render = ReturnType<typeof createRenderer>;
