import { randomBytes, randomUUID } from 'node:crypto';
import type { Knex } from '@ostatok/kit/node/db.ts';
import { constraintOf, sqlState, UNIQUE_VIOLATION } from '@ostatok/kit/node/db.ts';
import { Conflict, NotFound } from '@ostatok/kit/node/errors.ts';
import type { SandboxBot, SandboxEvent, SandboxFault, SandboxMessage, SandboxPerson } from '../../contract/sandbox.ts';
import { hashToken } from './bot-api.service.ts';
import type { BotEvents } from './bot-events.ts';
import {
  type BotRow,
  type FileRow,
  findBot,
  findPerson,
  insertBot,
  insertFault,
  insertPerson,
  listBots,
  listPeople,
  nextBotId,
  setTokenHash,
} from './bots.queries.ts';
import type { FileStore } from './file-store.ts';
import { pageMessage } from './message-shape.ts';
import { findMessage, insertCallback, listMessages, type MessageRow, setBlocked } from './messages.queries.ts';
import { createPersonWriter } from './person-writer.ts';
import type { Signals } from './signals.ts';

const SHOWN_MESSAGES = 200;
const newToken = (botId: number): string => `${botId}:AA${randomBytes(25).toString('base64url').slice(0, 33)}`;

async function uniqueUsername<T>(insert: () => Promise<T>): Promise<T> {
  try {
    return await insert();
  } catch (error) {
    if (sqlState(error) !== UNIQUE_VIOLATION || !constraintOf(error)?.includes('username')) throw error;
    throw new Conflict('username_taken', 'Это имя занято', { username: 'Это имя занято' });
  }
}

interface PageParts {
  db: Knex;
  files: FileStore;
  eventsOf: (bot: BotRow) => BotEvents;
  signals: Signals;
  now: () => Date;
}

/** Implements what people do in the built-in chat. */
export function createChatPage({ db, files, eventsOf, signals, now }: PageParts) {
  async function sidesOf(botId: number, personId: number): Promise<{ bot: BotRow; person: SandboxPerson }> {
    const [bot, person] = await Promise.all([findBot(db, botId), findPerson(db, personId)]);
    if (!bot) throw new NotFound('Нет такого бота');
    if (!person) throw new NotFound('Нет такого собеседника');
    return { bot, person };
  }

  const writer = createPersonWriter({ db, files, eventsOf, now, sidesOf, messageOf });

  async function messageOf(botId: number, personId: number, messageId: number): Promise<MessageRow> {
    const message = await findMessage(db, botId, personId, messageId);
    if (!message) throw new NotFound('Нет такого сообщения');
    return message;
  }

  return {
    listBots: (): Promise<SandboxBot[]> => listBots(db),
    listPeople: () => listPeople(db),
    createPerson: (person: { first_name: string; username?: string | null }): Promise<SandboxPerson> =>
      uniqueUsername(() => insertPerson(db, { first_name: person.first_name, username: person.username ?? null })),

    /** The only answer that contains the token. Without a username, one is made from the bot's number. */
    async createBot(
      name: string,
      username?: string,
      channel: SandboxBot['channel'] = 'telegram',
    ): Promise<SandboxBot & { token: string }> {
      const id = await nextBotId(db);
      const bot = { id, channel, name, username: username ?? `ostatok_${id}_bot` };
      const token = newToken(id);
      await uniqueUsername(() => insertBot(db, { ...bot, token_hash: hashToken(token) }));
      return { ...bot, token };
    },

    /** Issues a new token; the old one is refused from then on. */
    async renewToken(botId: number): Promise<SandboxBot & { token: string }> {
      const token = newToken(botId);
      const bot = await setTokenHash(db, botId, hashToken(token));
      if (!bot) throw new NotFound('Нет такого бота');
      return { id: bot.id, channel: bot.channel, name: bot.name, username: bot.username, token };
    },

    async messages(botId: number, personId: number): Promise<SandboxMessage[]> {
      await sidesOf(botId, personId);
      return (await listMessages(db, botId, personId, SHOWN_MESSAGES)).map(pageMessage);
    },

    ...writer,

    /** Presses a button of a bot's message. The answer comes as an event with the returned id. */
    async press(botId: number, personId: number, messageId: number, data: string): Promise<string> {
      const { bot, person } = await sidesOf(botId, personId);
      const row = await messageOf(botId, personId, messageId);
      const buttons = (row.body.reply_markup?.inline_keyboard ?? []).flat();
      if (!buttons.some((button) => button.callback_data === data)) throw new NotFound('Такой кнопки больше нет');
      const id = randomUUID();
      await db.transaction(async (trx) => {
        await insertCallback(trx, id, botId, personId);
        await eventsOf(bot).pressed(trx, { id, row, bot, person, data });
      });
      return id;
    },

    async block(botId: number, personId: number, blocked: boolean): Promise<void> {
      const { bot, person } = await sidesOf(botId, personId);
      await db.transaction(async (trx) => {
        if (!(await setBlocked(trx, botId, personId, blocked))) throw new NotFound('Нет такой переписки');
        if (blocked) await eventsOf(bot).stopped(trx, bot, person);
      });
    },

    async injectFault(botId: number, fault: SandboxFault): Promise<void> {
      if (!(await findBot(db, botId))) throw new NotFound('Нет такого бота');
      await insertFault(db, botId, fault);
    },

    async file(id: string): Promise<FileRow & { path: string }> {
      const file = await files.find(id);
      if (!file) throw new NotFound('Нет такого файла');
      return { ...file, path: files.pathOf(file) };
    },

    /** Sends every event of all chats to `listener`, until the returned function is called. */
    subscribe: (listener: (event: SandboxEvent) => void): Promise<() => void> =>
      signals.listen(async (signal) => {
        if (signal.type === 'update' || signal.type === 'poll' || signal.type === 'renewed') return;
        if (signal.type !== 'message') return listener(signal);
        const { botId, personId, messageId } = signal;
        const row = await findMessage(db, botId, personId, messageId).catch(() => undefined);
        if (row) listener({ type: 'message', botId, personId, message: pageMessage(row) });
      }),
  };
}
export type ChatPage = ReturnType<typeof createChatPage>;
