import type { Knex } from '@ostatok/kit/node/db.ts';
import { Conflict, Unavailable } from '@ostatok/kit/node/errors.ts';
import type { Logger } from '@ostatok/kit/node/log.ts';
import { currentPerson, currentRequestId, newRequestId, withRequestId } from '@ostatok/kit/node/request-scope.ts';
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
  /** Loads the bot at the first update; returns undefined for a tenant without a token. */
  startBot: () => Promise<Bot | undefined>;
}

/** The most updates handled at once; Telegram itself accepts no more than 30 messages a second from a bot. */
const AT_ONCE = 16;
/** The number of current and handled updates to remember; the platform delivers at most a hundred at once. */
const REMEMBERED = 1000;

interface Chatted {
  from?: { id?: unknown };
  chat?: { id?: unknown };
}

/** Returns the key of the user or chat that an update of any kind comes from. */
function laneOf(update: Update): string {
  const parts: (Chatted | number | null)[] = Object.values(update);
  for (const part of parts) {
    if (typeof part !== 'object' || part === null) continue;
    const id = part.from?.id ?? part.chat?.id;
    if (id !== undefined) return String(id);
  }
  return '';
}

/**
 * Handles one user's updates in order, one at a time, and several users' concurrently, because an answer waits for
 * Telegram and must not delay others.
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
      // the updates of one delivery share its id, but each has a sender of its own
      await withRequestId(currentRequestId() ?? newRequestId(), async () => {
        await running.handleUpdate(update);
        // strangers' updates leave no line: anybody may send any number of them
        if (currentPerson()) log.info({ updateId: update.update_id }, 'update handled');
      });
    } catch (error) {
      // The bot requests a redelivery because Telegram cannot be reached; all it has done so far is idempotent.
      if (error instanceof Unavailable) throw error;
      // An update that breaks the bot would come again forever, so only an unreachable database is worth a retry.
      log.error({ err: error, updateId: update.update_id }, 'update failed');
      await ping(db).catch(() => {
        throw new Unavailable(2);
      });
    }
  }

  async function inTurn(update: Update, before: Promise<void> | undefined): Promise<void> {
    // Later updates of the user do not overtake one that will be redelivered: they fail with it and are redelivered
    // too.
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
   * Waits for a redelivered update that is still being handled and does not start it again: the platform gives up a
   * batch after half a minute, and a longer update would otherwise start over each time, forever. A failed one is
   * redelivered.
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
    /**
     * A success means that these updates are never delivered again. Fails, after all have ended, if one of them has to
     * be redelivered.
     */
    async take(updates: Update[]): Promise<number> {
      const settled = await Promise.allSettled(updates.map(once));
      const failed = settled.find((one) => one.status === 'rejected');
      if (failed) throw failed.reason;
      return updates.length;
    },
    /** Waits until all accepted updates are handled. */
    drain: async (): Promise<void> => void (await Promise.allSettled(lanes.values())),
  };
}
export type Updates = ReturnType<typeof createUpdates>;
