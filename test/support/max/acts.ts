import { toJson, type Update } from '@ostatok/api/src/sandbox/max/protocol.ts';
import type { BotAccount, Dialog, Dialogs, MaxBot, MaxPerson, StoredMessage } from './dialogs.ts';
import type { Files } from './files.ts';
import { personUser, type Render } from './render.ts';
import type { Webhooks } from './webhooks.ts';

/** What a person sends beside the text. */
export interface Sending {
  /** The mid of the message that this one answers. */
  replyTo?: string;
  /** The mid of a message that is forwarded: the own text is empty then. */
  forward?: string;
  files?: { name: string; bytes: Buffer }[];
  images?: Buffer[];
  /** Attachments without bytes, as they go over the wire: a contact, a location, a sticker. */
  attachments?: object[];
}

/** A longer payload of a link is left out by MAX. */
const LONGEST_START = 128;

interface Parts {
  accountOf: (bot: MaxBot) => BotAccount;
  dialogs: Dialogs;
  files: Files;
  render: Render;
  webhooks: Webhooks;
  now: () => number;
  /** Whether a start by a person who already talks to the bot is an event: MAX's documents do not say. */
  repeatsStart: () => boolean;
}

/** What people do in their app. Each act is an event for the bot. */
export function createActs({ accountOf, dialogs, files, render, webhooks, now, repeatsStart }: Parts) {
  function emit(account: BotAccount, type: string, fields: object): void {
    const update: Update = { ...fields, timestamp: now(), update_type: type };
    webhooks.send(account, account.feed.add(type, toJson(update)));
  }

  function activeDialog(bot: MaxBot, person: MaxPerson): Dialog {
    const dialog = dialogs.find(bot, person);
    if (dialog?.state !== 'active') throw new Error(`${person.first_name} does not talk to ${bot.username}`);
    return dialog;
  }

  function messageIn(dialog: Dialog, mid: string): StoredMessage {
    const message = dialog.messages.find((one) => one.mid === mid);
    if (!message) throw new Error(`no message ${mid} in the dialog`);
    return message;
  }

  const aboutDialog = ({ chatId, person }: Dialog): object => ({
    chat_id: chatId,
    user: personUser(person, now()),
    user_locale: 'ru',
  });

  function linkOf(dialog: Dialog, { replyTo, forward }: Sending): StoredMessage['link'] {
    if (replyTo) return { type: 'reply', to: messageIn(dialog, replyTo) };
    return forward ? { type: 'forward', to: messageIn(dialog, forward) } : undefined;
  }

  return {
    /** Presses «Начать», or opens a link with a payload. */
    start(bot: MaxBot, person: MaxPerson, payload?: string): void {
      const account = accountOf(bot);
      const known = dialogs.find(bot, person);
      const dialog = known ?? dialogs.open(account, person);
      if (known?.state === 'active' && !repeatsStart()) return;
      dialog.state = 'active';
      const isPassed = payload !== undefined && payload.length <= LONGEST_START;
      emit(account, 'bot_started', { ...aboutDialog(dialog), ...(isPassed && { payload }), user_id: person.user_id });
    },
    /** Sends a message; returns its mid. */
    write(bot: MaxBot, person: MaxPerson, text: string, sending: Sending = {}): string {
      const dialog = activeDialog(bot, person);
      const { attachments = [], files: documents = [], images = [] } = sending;
      const message = dialogs.add(dialog, false, {
        text: text === '' && !sending.forward ? null : text,
        link: linkOf(dialog, sending),
        others: attachments,
        files: [
          ...images.map((bytes) => files.store('image', '', bytes)),
          ...documents.map(({ name, bytes }) => files.store('file', name, bytes)),
        ],
      });
      emit(dialog.account, 'message_created', { message: render(message), user_locale: 'ru' });
      return message.mid;
    },
    /** Edits an own message. */
    edit(bot: MaxBot, person: MaxPerson, mid: string, text: string): void {
      const dialog = activeDialog(bot, person);
      const message = messageIn(dialog, mid);
      if (message.isFromBot) throw new Error('people edit only their own messages');
      message.text = text;
      message.editedAt.push(performance.now());
      emit(dialog.account, 'message_edited', { message: render(message) });
    },
    /**
     * Presses the button with this payload; returns the id of the callback, which is the same for each press of one
     * keyboard. With `stale` the person's app may still show an earlier keyboard of the message.
     */
    press(bot: MaxBot, person: MaxPerson, mid: string, payload: string, { stale = false } = {}): string {
      const dialog = activeDialog(bot, person);
      const message = messageIn(dialog, mid);
      const keyboards = [message.keyboard, ...(stale ? message.formerKeyboards.toReversed() : [])];
      const keyboard = keyboards.find((one) =>
        one?.rows.flat().some((button) => button.type === 'callback' && button.payload === payload),
      );
      if (!keyboard) throw new Error(`no button ${payload} under «${message.text}»`);
      emit(dialog.account, 'message_callback', {
        callback: {
          timestamp: now(),
          callback_id: keyboard.callbackId,
          user: personUser(person, now()),
          payload,
        },
        message: message.isDeleted ? null : render(message),
        user_locale: 'ru',
      });
      return keyboard.callbackId;
    },
    /** Stops the bot; with `remove` the person deletes the dialog as well. */
    stop(bot: MaxBot, person: MaxPerson, { remove = false } = {}): void {
      const dialog = activeDialog(bot, person);
      dialog.state = 'stopped';
      emit(dialog.account, 'bot_stopped', aboutDialog(dialog));
      if (remove) emit(dialog.account, 'dialog_removed', aboutDialog(dialog));
    },
    /** Sends the bot an event of any other type. */
    emit: (bot: MaxBot, { update_type, ...fields }: { update_type: string; [field: string]: unknown }): void =>
      emit(accountOf(bot), update_type, fields),
  };
}
export type Acts = ReturnType<typeof createActs>;
