import { createBackoff } from '@ostatok/kit/contract/backoff.ts';
import type { Knex } from '@ostatok/kit/node/db.ts';
import { Unavailable } from '@ostatok/kit/node/errors.ts';
import type { Logger } from '@ostatok/kit/node/log.ts';
import type { Update } from 'grammy/types';
import type { Users } from '../users/users.service.ts';
import { type ChatUpdateRow, findMessage, findWaiting, markHandled, pluckWaitingUsers } from './chat.queries.ts';
import { updateOf } from './update-of.ts';

const RETRY = { firstMs: 1000, lastMs: 60_000 };

interface HandlingDeps {
  db: Knex;
  clock: () => Date;
  log: Logger;
  users: Pick<Users, 'byId'>;
  /** Gives an update to the bot; throws Unavailable where it has to be given again. */
  handle: (update: Update) => Promise<unknown>;
}

/** Hands to the bot what people have sent, each person's in order, and again where it could not be handled. */
export function createHandling({ db, clock, log, users, handle }: HandlingDeps) {
  const running = new Map<number, Promise<void>>();
  const backoff = createBackoff(RETRY);
  let timer: NodeJS.Timeout | undefined;
  let closed = false;

  async function handleOne(row: ChatUpdateRow): Promise<void> {
    const [message, writer] = await Promise.all([
      findMessage(db, row.user_id, row.message_id),
      users.byId(row.user_id),
    ]);
    if (message && writer) {
      const { reply_to_message_id: repliedId } = message.body;
      const replied = repliedId ? await findMessage(db, row.user_id, repliedId) : undefined;
      await handle(updateOf(row, { message, replied, writer }));
    }
    await markHandled(db, row.id, clock());
  }

  async function handleAllOf(userId: number): Promise<void> {
    for (let row = await findWaiting(db, userId); row && !closed; row = await findWaiting(db, userId)) {
      await handleOne(row);
    }
  }

  function retryLater(): void {
    if (closed) return;
    clearTimeout(timer);
    timer = setTimeout(() => void resume(), backoff.next()).unref();
  }

  /** Resolves when everything that the person has sent so far is handled, or is to be handled later. */
  async function answer(userId: number): Promise<void> {
    // what is being handled may have begun before the last message was stored
    await running.get(userId);
    const before = running.get(userId);
    if (before) return before;
    const all = handleAllOf(userId)
      .then(backoff.reset)
      .catch((error) => {
        if (!(error instanceof Unavailable)) log.error({ err: error }, 'what was sent to the chat is not handled yet');
        retryLater();
      })
      .finally(() => running.delete(userId));
    running.set(userId, all);
    return all;
  }

  async function resume(): Promise<void> {
    try {
      for (const userId of await pluckWaitingUsers(db)) void answer(userId);
    } catch (error) {
      log.warn({ err: error }, 'what waits in the chat was not read');
      retryLater();
    }
  }

  return {
    answer,
    resume,
    async close(): Promise<void> {
      closed = true;
      clearTimeout(timer);
      await Promise.all(running.values());
    },
  };
}
