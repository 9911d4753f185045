import type { Knex } from '@ostatok/kit/node/db.ts';
import { AppError } from '@ostatok/kit/node/errors.ts';
import { selectBytes } from './storage.queries.ts';

const MB = 2 ** 20;
/**
 * Counting does not stop at the plan's limit, but a tenant that takes twice as much would fill the disk of all others.
 */
const TIMES = 2;
const LOOK_EVERY_MS = 15_000;
const RETRY_AFTER_S = 60;

/** The status is 507: above 500, so that phones keep their records, and not 503, which the bot would retry silently. */
const noRoom = (): AppError =>
  new AppError(
    507,
    'storage_full',
    'Заведение занимает больше места, чем даёт тариф: ничего не записано. Владелец может выбрать другой тариф',
    { retryAfter: RETRY_AFTER_S },
  );

interface Deps {
  db: Knex;
  /** The plan's limit; 0 means as much as the disk has. */
  maxMb: number;
  clock: () => Date;
}

/** Limits the space that the tenant takes on the disk that it shares with others. */
export function createStorage({ db, maxMb, clock }: Deps) {
  let looked: { at: number; full: Promise<boolean> } | undefined;

  const isFull = async (): Promise<boolean> => (await selectBytes(db)) > maxMb * TIMES * MB;

  async function requireRoom(): Promise<void> {
    if (maxMb === 0) return;
    const at = clock().getTime();
    if (!looked || Math.abs(at - looked.at) >= LOOK_EVERY_MS) looked = { at, full: isFull() };
    const { full } = looked;
    const yes = await full.catch((error) => {
      looked = undefined;
      throw error;
    });
    if (yes) throw noRoom();
  }

  return {
    /**
     * Wraps an act so that it throws while the tenant takes too much space. An act that was already done, whose answer
     * was lost, passes: it takes no more space, and a phone would otherwise show it as waiting.
     */
    within:
      <A extends unknown[], R>(act: (...given: A) => Promise<R>, isDone?: (...given: A) => Promise<boolean>) =>
      async (...given: A): Promise<R> => {
        await requireRoom().catch(async (error) => {
          if (!(await isDone?.(...given))) throw error;
        });
        return act(...given);
      },
  };
}
export type Storage = ReturnType<typeof createStorage>;
