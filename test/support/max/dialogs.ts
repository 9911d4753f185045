import { randomBytes, randomInt } from 'node:crypto';
import type { BotCommand, Button } from '@ostatok/api/src/sandbox/max/protocol.ts';
import type { Feed } from './feed.ts';
import type { StoredFile } from './files.ts';

export interface MaxBot {
  user_id: number;
  token: string;
  first_name: string;
  /** The nick in links: `https://max.ru/<username>?start=<payload>`. */
  username: string;
}

export interface MaxPerson {
  user_id: number;
  first_name: string;
  last_name?: string;
}

/** A subscription as MAX keeps it. */
export interface Subscription {
  url: string;
  secret: string | undefined;
  update_types: string[] | undefined;
  time: number;
}

export interface BotAccount {
  bot: MaxBot;
  commands: BotCommand[];
  subscriptions: Map<string, Subscription>;
  feed: Feed;
}

interface Keyboard {
  /** MAX names the keyboard, not the press, by the id of a callback. */
  callbackId: string;
  rows: Button[][];
}

export interface StoredMessage {
  mid: string;
  seq: bigint;
  dialog: Dialog;
  isFromBot: boolean;
  timestamp: number;
  text: string | null;
  markup: object[];
  files: StoredFile[];
  /** Attachments without bytes, as they go over the wire. */
  others: object[];
  keyboard: Keyboard | undefined;
  formerKeyboards: Keyboard[];
  link: { type: 'reply' | 'forward'; to: StoredMessage } | undefined;
  /** Times of `performance.now()`. */
  sentAt: number;
  editedAt: number[];
  isDeleted: boolean;
}

export interface Toast {
  callbackId: string;
  text: string;
  /** Time of `performance.now()`. */
  at: number;
}

export interface Dialog {
  chatId: number;
  account: BotAccount;
  person: MaxPerson;
  state: 'active' | 'stopped';
  messages: StoredMessage[];
  toasts: Toast[];
}

export const newKeyboard = (rows: Button[][]): Keyboard => ({
  callbackId: randomBytes(48).toString('base64url'),
  rows,
});

/** All bots, dialogs and messages. */
export function createDialogs(now: () => number) {
  const dialogs = new Map<number, Dialog>();
  /** By the ids of both sides. */
  const byMembers = new Map<string, Dialog>();
  const messages = new Map<string, StoredMessage>();
  const byCallback = new Map<string, StoredMessage>();
  let messageCount = 0;
  let nextChatId = randomInt(100_000_000, 200_000_000);

  const membersKey = (bot: MaxBot, person: { user_id: number }): string => `${bot.user_id}:${person.user_id}`;

  /** Notes whose keyboard this is: the message may show another one later. */
  function indexKeyboard(message: StoredMessage): void {
    if (message.keyboard) byCallback.set(message.keyboard.callbackId, message);
  }

  return {
    messages,
    indexKeyboard,
    find: (bot: MaxBot, person: { user_id: number }): Dialog | undefined => byMembers.get(membersKey(bot, person)),
    byChatId: (chatId: number): Dialog | undefined => dialogs.get(chatId),
    open(account: BotAccount, person: MaxPerson): Dialog {
      nextChatId += randomInt(1, 1000);
      const dialog: Dialog = { chatId: nextChatId, account, person, state: 'active', messages: [], toasts: [] };
      dialogs.set(nextChatId, dialog);
      byMembers.set(membersKey(account.bot, person), dialog);
      return dialog;
    },
    /** Adds an empty message to the dialog. Its id is opaque; `seq` exceeds the integers of a double. */
    add(dialog: Dialog, isFromBot: boolean, content: Partial<StoredMessage>): StoredMessage {
      const timestamp = now();
      messageCount += 1;
      const message: StoredMessage = {
        mid: `mid.${randomBytes(16).toString('hex')}`,
        // odd, so that no double can hold it
        seq: (BigInt(timestamp) << 16n) | BigInt((2 * messageCount + 1) % 65_536),
        dialog,
        isFromBot,
        timestamp,
        text: null,
        markup: [],
        files: [],
        others: [],
        keyboard: undefined,
        formerKeyboards: [],
        link: undefined,
        sentAt: performance.now(),
        editedAt: [],
        isDeleted: false,
        ...content,
      };
      dialog.messages.push(message);
      messages.set(message.mid, message);
      indexKeyboard(message);
      return message;
    },
    /** Finds the message that shows the keyboard, or once showed it. */
    byCallback: (callbackId: string): StoredMessage | undefined => byCallback.get(callbackId),
  };
}
export type Dialogs = ReturnType<typeof createDialogs>;
