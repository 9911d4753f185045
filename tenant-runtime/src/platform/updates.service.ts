import type { Knex } from '@ostatok/kit/node/db.ts';
import { Conflict, Unavailable } from '@ostatok/kit/node/errors.ts';
import type { Logger } from '@ostatok/kit/node/log.ts';
import { ping } from './stats.queries.ts';

export interface Update {
  update_id: number;
}
export interface Bot {
  handleUpdate: (update: Update) => Promise<void>;
}

interface Deps {
  db: Knex;
  log: Logger;
  /** Loads the bot at the first update; undefined for a venue without a token. */
  startBot: () => Promise<Bot | undefined>;
}

/** Updates in the order they came, one at a time. */
export function createUpdates({ db, log, startBot }: Deps) {
  let bot: Promise<Bot | undefined> | undefined;
  let last: Promise<unknown> = Promise.resolve();

  async function handle(update: Update): Promise<void> {
    bot ??= startBot();
    const running = await bot;
    if (!running) throw new Conflict('no_bot', 'У заведения нет бота');
    try {
      await running.handleUpdate(update);
    } catch (error) {
      // The bot itself asks for the same update again: Telegram is away, and everything so far is done once.
      if (error instanceof Unavailable) throw error;
      // An update that breaks the bot would come again forever; only the database being away is worth another try.
      log.error({ err: error, updateId: update.update_id }, 'update failed');
      await ping(db).catch(() => {
        throw new Unavailable(2);
      });
    }
  }

  return {
    /** Done means: never send them again. */
    take(updates: Update[]): Promise<number> {
      const taken = last.then(async () => {
        for (const update of updates) await handle(update);
        return updates.length;
      });
      last = taken.catch(() => {});
      return taken;
    },
    /** Waits for what was taken. */
    drain: async (): Promise<void> => void (await last),
  };
}
export type Updates = ReturnType<typeof createUpdates>;
