import type { ChatMessageBody } from '@ostatok/kit/contract/chat-message.ts';
import type { Knex } from '@ostatok/kit/node/db.ts';
import { Conflict, InvalidInput, NotFound } from '@ostatok/kit/node/errors.ts';
import type { Logger } from '@ostatok/kit/node/log.ts';
import type { Update } from 'grammy/types';
import type { Chat } from '../../contract/chat.endpoints.ts';
import { CHAT_PAGE } from '../../contract/limits.ts';
import type { Caller } from '../access/callers.ts';
import type { Live } from '../live/live.ts';
import type { Push } from '../push/push.service.ts';
import type { Users } from '../users/users.service.ts';
import { createBotSide } from './bot-side.ts';
import {
  type ChatFileRow,
  type ChatUpdateRow,
  deleteBefore,
  findChatState,
  findFileOf,
  findMessage,
  findUpdateByKey,
  insertFile,
  insertMessage,
  insertUpdate,
  nextVersion,
  selectMessagesAfter,
  updateMessage,
  updateReadId,
} from './chat.queries.ts';
import { createHandling } from './handling.ts';
import { viewOf } from './message-view.ts';

/** Milliseconds for which a request waits for the bot's answer; a later one comes by the socket. */
const ANSWERED_WITHIN_MS = 8_000;
const DAY_MS = 24 * 3600_000;
const KEPT = { files: 30 * DAY_MS, messages: 180 * DAY_MS };
const PURGED_EVERY_MS = 3600_000;
/** Milliseconds after which the writer's own time counts: what is written online has the time of its arrival. */
const LATE_MS = 60_000;

export interface ChatDeps {
  db: Knex;
  clock: () => Date;
  log: Logger;
  live: Pick<Live, 'chatChanged'>;
  users: Pick<Users, 'byId'>;
  push: Pick<Push, 'notify'>;
  /** Gives an update to the bot; throws Unavailable where it has to be given again. */
  handle: (update: Update) => Promise<unknown>;
}

/** What a client sends once, however often it is delivered. */
interface Sent {
  id: string;
  /** The version of the conversation that the client has. */
  after?: number | undefined;
}

interface SaidText extends Sent {
  text: string;
  at?: Date | undefined;
  reply_to_message_id?: number | undefined;
}

interface SaidFile extends Omit<SaidText, 'text'> {
  caption?: string | undefined;
  file: Pick<ChatFileRow, 'name' | 'type' | 'bytes'> & { isPicture: boolean };
}

const noMessage = (): NotFound => new NotFound('Такого сообщения нет');

const dataOf = ({ reply_markup }: ChatMessageBody): string[] =>
  (reply_markup?.inline_keyboard ?? []).flat().flatMap(({ callback_data }) => callback_data ?? []);

/** Whether it is the time at which something was written offline; the clock of a phone may also be ahead. */
const writtenAt = (at: Date | undefined, now: Date): Date => (at && now.getTime() - at.getTime() > LATE_MS ? at : now);

/** The venue's own chat: people's conversations with the bot. What they send is stored first and then handled. */
export function createChat(deps: ChatDeps) {
  const { db, clock, log, live } = deps;
  const handling = createHandling(deps);
  let purgedAt = 0;

  async function chatOf(userId: number, after = 0): Promise<Chat> {
    const { version, ...state } = await findChatState(db, userId);
    const messages = await selectMessagesAfter(db, userId, after, CHAT_PAGE);
    return { ...state, version, messages: messages.map(viewOf) };
  }

  async function purge(): Promise<void> {
    const now = clock().getTime();
    if (now - purgedAt < PURGED_EVERY_MS) return;
    purgedAt = now;
    await deleteBefore(db, { files: new Date(now - KEPT.files), messages: new Date(now - KEPT.messages) }).catch(
      (error) => log.warn({ err: error }, 'old messages of the chat not deleted'),
    );
  }

  /** Stores what was sent, unless it is known already. */
  function store(
    { id: userId }: Caller,
    key: string,
    make: (trx: Knex.Transaction, version: number) => Promise<Pick<ChatUpdateRow, 'kind' | 'message_id' | 'text'>>,
  ): Promise<void> {
    return db.transaction(async (trx) => {
      const version = await nextVersion(trx, userId);
      if (await findUpdateByKey(trx, userId, key)) return;
      const update = await make(trx, version);
      await insertUpdate(trx, { ...update, user_id: userId, key, created_at: clock() });
    });
  }

  /** Waits for the bot's answer, though not for long. */
  async function answered(userId: number, after: number | undefined): Promise<Chat> {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, ANSWERED_WITHIN_MS);
    });
    await Promise.race([handling.answer(userId), late]);
    clearTimeout(timer);
    live.chatChanged(userId);
    await purge();
    return chatOf(userId, after);
  }

  async function write(caller: Caller, sent: SaidText | SaidFile, body: ChatMessageBody, text: string | null) {
    const { id, at, reply_to_message_id: repliedId } = sent;
    await store(caller, id, async (trx, version) => {
      const isKnown = repliedId !== undefined && (await findMessage(trx, caller.id, repliedId)) !== undefined;
      const row = {
        user_id: caller.id,
        version,
        key: id,
        from_bot: false,
        body: { ...body, ...(isKnown && { reply_to_message_id: repliedId }) },
        written_at: writtenAt(at, clock()),
      };
      return { kind: 'message', message_id: (await insertMessage(trx, row)).id, text };
    });
    return answered(caller.id, sent.after);
  }

  return {
    get: (caller: Caller, after?: number): Promise<Chat> => chatOf(caller.id, after),

    sendMessage: (caller: Caller, sent: SaidText): Promise<Chat> => write(caller, sent, { text: sent.text }, sent.text),

    async sendFile(caller: Caller, sent: SaidFile): Promise<Chat> {
      const { id, caption, file } = sent;
      const { isPicture, name, type, bytes } = file;
      await insertFile(db, { id, user_id: caller.id, name, type, bytes, created_at: clock() });
      const about = { file_id: id, file_unique_id: id, file_size: bytes.length };
      const body: ChatMessageBody = isPicture
        ? { photo: [{ ...about, width: 0, height: 0 }] }
        : { document: { ...about, file_name: name, mime_type: type } };
      return write(caller, sent, { ...body, ...(caption && { caption }) }, caption || null);
    },

    /** Throws NotFound, and InvalidInput for a text that would be empty. */
    async edit(caller: Caller, messageId: number, { id, text, after }: SaidText): Promise<Chat> {
      await store(caller, id, async (trx, version) => {
        const message = await findMessage(trx, caller.id, messageId);
        if (!message || message.from_bot) throw noMessage();
        const { text: before, caption: _, ...rest } = message.body;
        const isText = before !== undefined;
        if (isText && text.trim() === '') throw new InvalidInput('Напишите сообщение', { text: 'Напишите сообщение' });
        const body = { ...rest, ...(isText ? { text } : text && { caption: text }) };
        await updateMessage(trx, messageId, { body, version, edited_at: clock() });
        return { kind: 'edit', message_id: messageId, text };
      });
      return answered(caller.id, after);
    },

    /** Throws NotFound, and Conflict for a button that the message no longer has. */
    async press(caller: Caller, { id, message_id, data, after }: Sent & { message_id: number; data: string }) {
      await store(caller, id, async (trx) => {
        const message = await findMessage(trx, caller.id, message_id);
        if (!message?.from_bot) throw noMessage();
        if (!dataOf(message.body).includes(data)) {
          throw new Conflict('button_gone', 'Эта кнопка уже не действует');
        }
        return { kind: 'press', message_id, text: data };
      });
      const chat = await answered(caller.id, after);
      return { chat, toast: (await findUpdateByKey(db, caller.id, id))?.toast ?? null };
    },

    async markRead(caller: Caller, messageId: number): Promise<void> {
      await updateReadId(db, caller.id, messageId);
      live.chatChanged(caller.id);
    },

    /** Throws NotFound. */
    async file(caller: Caller, id: string): Promise<ChatFileRow> {
      const file = await findFileOf(db, caller.id, id);
      if (!file) throw new NotFound('Этого файла больше нет: файлы хранятся 30 дней');
      return file;
    },

    bot: createBotSide(deps),
    /** Handles what an earlier process has left. */
    resume: handling.resume,
    close: handling.close,
  };
}
export type OwnChat = ReturnType<typeof createChat>;
