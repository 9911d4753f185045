import type { User } from '@ostatok/api/src/sandbox/max/protocol.ts';
import type { MaxBot, MaxPerson, StoredMessage } from './dialogs.ts';
import type { Files, StoredFile } from './files.ts';

const nameOf = ({ first_name, last_name }: { first_name: string; last_name?: string }): string =>
  [first_name, last_name].filter(Boolean).join(' ');

export const personUser = (person: MaxPerson, now: number): User => ({
  ...person,
  is_bot: false,
  last_activity_time: now,
  name: nameOf(person),
});

export function botUser({ user_id, first_name, username }: MaxBot, now: number): User {
  return { user_id, first_name, username, is_bot: true, last_activity_time: now, name: first_name };
}

function fileAttachment(file: StoredFile, url: string): object {
  const { type, token, photoId, name, bytes } = file;
  if (type === 'image') return { type, payload: { photo_id: photoId, token, url } };
  if (type === 'file') return { type, payload: { url, token }, filename: name, size: bytes?.length ?? 0 };
  return { type, payload: { url, token } };
}

/** Renders messages as MAX shows them. */
export function createRenderer(files: Files, now: () => number) {
  function bodyOf({ mid, seq, text, markup, files: attached, others, keyboard }: StoredMessage): object {
    const attachments = [
      ...attached.map((file) => fileAttachment(file, files.urlOf(file))),
      ...others,
      ...(keyboard ? [{ type: 'inline_keyboard', payload: { buttons: keyboard.rows } }] : []),
    ];
    return { mid, seq, text, ...(attachments.length > 0 && { attachments }), ...(markup.length > 0 && { markup }) };
  }

  function senderOf({ isFromBot, dialog }: StoredMessage): User {
    return isFromBot ? botUser(dialog.account.bot, now()) : personUser(dialog.person, now());
  }

  function linkOf({ type, to }: NonNullable<StoredMessage['link']>): object {
    // a forwarded message loses its keyboard
    const message = type === 'forward' ? bodyOf({ ...to, keyboard: undefined }) : bodyOf(to);
    return { type, message, sender: senderOf(to), chat_id: to.dialog.chatId };
  }

  return function render(message: StoredMessage): object {
    const { dialog, isFromBot, timestamp, link } = message;
    // the bot is the recipient of a person's message, the person of the bot's
    const { user_id } = isFromBot ? dialog.person : dialog.account.bot;
    return {
      recipient: { chat_id: dialog.chatId, chat_type: 'dialog', user_id },
      timestamp,
      body: bodyOf(message),
      sender: senderOf(message),
      ...(link && { link: linkOf(link) }),
    };
  };
}
export type Render = ReturnType<typeof createRenderer>;
