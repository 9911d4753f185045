import type { Knex } from '@ostatok/kit/node/db.ts';
import type { Logger } from '@ostatok/kit/node/log.ts';
import type { ApiRoots } from '../telegram/api-roots.ts';
import { chatProblem, createTelegramClient, TelegramError } from '../telegram/telegram-client.ts';
import { type AlertMessage, deleteMessage, deleteOlder, lockOldest, putMessage } from './alert-chat.queries.ts';

/** More than an hour of troubles brings; beyond them the oldest are left out. */
const MOST_WAITING = 50;
/** A message that could not be sent for a day is no news. */
const DAY_MS = 86_400_000;
/** The most characters that Telegram takes in a message, with some to spare. */
const LONGEST = 4000;

/** The administrators' chat and the bot that writes to it. */
export interface AlertChat {
  token: string;
  /** A number, negative for a group, or the name of a channel such as `@ostatok_alerts`. */
  chatId: string;
}

interface AlertChatDeps {
  db: Knex;
  chat: AlertChat;
  apiRoots: ApiRoots;
  log: Logger;
  now: () => Date;
}

/**
 * Sends messages to the administrators' chat in their order. A message waits in the database until Telegram has taken it;
 * one that is taken just before this process dies may come twice.
 */
export function createAlertChat({ db, chat, apiRoots, log, now }: AlertChatDeps) {
  const client = createTelegramClient(apiRoots);
  /** Telegram has asked to be left alone until then. */
  let notBefore = 0;

  async function sendMessage({ text }: AlertMessage): Promise<void> {
    try {
      await client.sendMessage(chat.token, chat.chatId, text);
    } catch (error) {
      if (error instanceof TelegramError && error.retryAfter !== undefined)
        notBefore = now().getTime() + error.retryAfter * 1000;
      throw new Error(chatProblem(error));
    }
  }

  /** Returns whether there was a message to send. */
  const sendOldest = (): Promise<boolean> =>
    db.transaction(async (trx) => {
      const message = await lockOldest(trx);
      if (!message) return false;
      await sendMessage(message);
      await deleteMessage(trx, message.id);
      return true;
    });

  return {
    /** Queues a message within the transaction that it reports on. */
    enqueue: (trx: Knex.Transaction, text: string): Promise<void> =>
      putMessage(trx, text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text, now(), MOST_WAITING),

    /** Sends what waits. Throws at the first failure: what is left is tried again in a minute. */
    async deliver(): Promise<void> {
      const dropped = await deleteOlder(db, new Date(now().getTime() - DAY_MS));
      if (dropped > 0) log.warn({ dropped }, 'messages to the alert chat were not sent for a day');
      if (now().getTime() < notBefore) return;
      while (await sendOldest());
    },
  };
}
export type AlertChatMessages = ReturnType<typeof createAlertChat>;
