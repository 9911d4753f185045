import type { Knex } from '@ostatok/kit/node/db.ts';
import { Conflict, Unavailable } from '@ostatok/kit/node/errors.ts';
import type { Logger } from '@ostatok/kit/node/log.ts';
import { ping } from './stats.queries.ts';

export interface Update {
  update_id: number;
}
interface Bot {
  handleUpdate: (update: Update) => Promise<void>;
}

interface Deps {
  db: Knex;
  log: Logger;
  /** Loads the bot at the first update; undefined for a venue without a token. */
  startBot: () => Promise<Bot | undefined>;
}

/** Telegram itself takes no more than 30 messages a second of a bot. */
const AT_ONCE = 16;
/** Updates that are under way or were handled; the platform brings at most a hundred at once. */
const REMEMBERED = 1000;

interface Chatted {
  from?: { id?: unknown };
  chat?: { id?: unknown };
}

/** Whose update it is: of whatever kind, it names the person or the chat. */
function laneOf(update: Update): string {
  for (const part of Object.values(update as unknown as Record<string, Chatted | number>)) {
    if (typeof part !== 'object' || part === null) continue;
    const id = part.from?.id ?? part.chat?.id;
    if (id !== undefined) return String(id);
  }
  return '';
}

/**
 * One person's updates in the order they came, one at a time; several people's at once, for an answer waits for Telegram,
 * and nobody should wait for another's.
 */
export function createUpdates({ db, log, startBot }: Deps) {
  let bot: Promise<Bot | undefined> | undefined;
  const lanes = new Map<string, Promise<void>>();
  const waiting: (() => void)[] = [];
  let working = 0;

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

  async function inTurn(update: Update, before: Promise<void> | undefined): Promise<void> {
    // One that is to come again is not overtaken by those behind it: they come again too.
    await before;
    if (working >= AT_ONCE) await new Promise<void>((resume) => waiting.push(resume));
    working += 1;
    try {
      await handle(update);
    } finally {
      working -= 1;
      waiting.shift()?.();
    }
  }

  function enqueue(update: Update): Promise<void> {
    const lane = laneOf(update);
    const handled = inTurn(update, lanes.get(lane));
    lanes.set(lane, handled);
    const leave = (): void => {
      if (lanes.get(lane) === handled) lanes.delete(lane);
    };
    handled.then(leave, leave);
    return handled;
  }

  const known = new Map<number, Promise<void>>();

  /**
   * One that comes again is waited for, not done again: the platform gives a batch up after half a minute, and what takes
   * longer would else begin anew each time, for ever. One that failed is to come again.
   */
  function once(update: Update): Promise<void> {
    const id = update.update_id;
    const before = known.get(id);
    if (before) return before;
    const handled = enqueue(update);
    known.set(id, handled);
    handled.catch(() => known.delete(id));
    for (const oldest of known.keys()) {
      if (known.size <= REMEMBERED) break;
      known.delete(oldest);
    }
    return handled;
  }

  return {
    /** Done means: never send them again. Fails when one of them is to come again, after all of them have ended. */
    async take(updates: Update[]): Promise<number> {
      const settled = await Promise.allSettled(updates.map(once));
      const failed = settled.find((one) => one.status === 'rejected');
      if (failed) throw failed.reason;
      return updates.length;
    },
    /** Waits for what was taken. */
    drain: async (): Promise<void> => void (await Promise.allSettled(lanes.values())),
  };
}
export type Updates = ReturnType<typeof createUpdates>;
