import type { ChatMessage, ChatMessageBody } from '@ostatok/kit/contract/chat-message.ts';
import type { Knex } from '@ostatok/kit/node/db.ts';
import type { Live } from '../live/live.ts';
import type { Push } from '../push/push.service.ts';
import {
  type ChatFileRow,
  findFileOf,
  findMessage,
  findMessageByKey,
  insertBotMessage,
  insertFile,
  nextVersion,
  setToast,
  type Toast,
  updateMessage,
} from './chat.queries.ts';
import { viewOf } from './message-view.ts';

interface BotSideDeps {
  db: Knex;
  clock: () => Date;
  live: Pick<Live, 'chatChanged'>;
  push: Pick<Push, 'notify'>;
}

interface Posted {
  /** By which it is written once; null writes it anew. */
  key: string | null;
  body: ChatMessageBody;
  /** Nobody has asked for it: phones are told of it. */
  isNotice?: boolean;
}

/** Writes what the bot says, each message once, however often its update is handled. */
export function createBotSide({ db, clock, live, push }: BotSideDeps) {
  return {
    /** Returns the message; a second one with the same key is not written. */
    async post(userId: number, { key, body, isNotice = false }: Posted): Promise<ChatMessage> {
      const written = await insertBotMessage(db, { user_id: userId, key, body, written_at: clock() });
      const row = written ?? (await findMessageByKey(db, userId, String(key)));
      if (!row) throw new Error('a message of the chat was neither written nor found');
      live.chatChanged(userId);
      if (written && isNotice && body.text) push.notify(userId, body.text, `message ${written.id}`);
      return viewOf(row);
    },
    /** Replaces the text and buttons of a message of the bot; returns undefined where there is none. */
    async change(userId: number, id: number, said: Pick<ChatMessageBody, 'text' | 'reply_markup'>) {
      const changed = await db.transaction(async (trx) => {
        const version = await nextVersion(trx, userId);
        const message = await findMessage(trx, userId, id);
        if (!message?.from_bot) return undefined;
        const { reply_markup: _, entities: _entities, ...kept } = message.body;
        const body = { ...kept, ...said };
        await updateMessage(trx, id, { body, version, edited_at: clock() });
        return { ...message, body };
      });
      if (changed) live.chatChanged(userId);
      return changed && viewOf(changed);
    },
    toast: async (updateId: number, toast: Toast): Promise<void> => void (await setToast(db, updateId, toast)),
    async keepFile(userId: number, file: Pick<ChatFileRow, 'id' | 'name' | 'type' | 'bytes'>): Promise<void> {
      await insertFile(db, { ...file, user_id: userId, created_at: clock() });
    },
    file: (userId: number, id: string): Promise<ChatFileRow | undefined> => findFileOf(db, userId, id),
  };
}
export type BotSide = ReturnType<typeof createBotSide>;
