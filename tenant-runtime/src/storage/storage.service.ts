import type { Knex } from '@ostatok/kit/node/db.ts';
import { AppError } from '@ostatok/kit/node/errors.ts';
import { selectBytes } from './storage.queries.ts';

const MB = 2 ** 20;
/** Nobody's counting stops at what their plan names; a venue that takes twice as much fills the disk of all others. */
const TIMES = 2;
const LOOK_EVERY_MS = 15_000;
const RETRY_AFTER_S = 60;

/** Above 500, so that what was counted meanwhile waits on its phone; no 503, which the bot would repeat without a word. */
const noRoom = (): AppError =>
  new AppError(
    507,
    'storage_full',
    'Заведение занимает больше места, чем даёт тариф: ничего не записано. Владелец может выбрать другой тариф',
    { retryAfter: RETRY_AFTER_S },
  );

interface Deps {
  db: Knex;
  /** What the plan names; 0: as much as the disk has. */
  maxMb: number;
  clock: () => Date;
}

/** What the venue takes on the disk that it shares with others. */
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
     * The same act, which throws while the venue takes too much; not of what was done before and never heard of: that takes
     * no more room, and a phone would show it as waiting.
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
