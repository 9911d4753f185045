import { backoffMs } from '@ostatok/kit/contract/backoff.ts';

/** The delays between the letters that are tried while the mail server is away. */
const DELAYS = { firstMs: 5_000, lastMs: 60_000 };

/**
 * Remembers whether the mail server was away when a letter was last tried. While it is, the queue rests: one letter at a
 * time is tried, however many wait; the first that finds the server there lets the others follow at once.
 */
export function createServerReach(now: () => Date) {
  let failures = 0;
  let failedAt = 0;
  let underWay = 0;

  /** A clock that was set back ends the rest: it must not silence the queue. */
  const isResting = (): boolean => {
    const passed = now().getTime() - failedAt;
    return failures > 0 && passed >= 0 && passed < backoffMs(DELAYS, failures);
  };

  return {
    /** How many letters of a batch may be tried now. */
    allowed(batch: number): number {
      if (failures === 0) return batch;
      return underWay > 0 || isResting() ? 0 : 1;
    },
    began: (letters: number): void => {
      underWay += letters;
    },
    /** What the end of a letter's attempt has shown; `undefined` where the server was not asked. */
    ended(isAway: boolean | undefined): void {
      underWay -= 1;
      if (isAway === false) failures = 0;
      if (!isAway || isResting()) return;
      failures += 1;
      failedAt = now().getTime();
    },
  };
}
export type ServerReach = ReturnType<typeof createServerReach>;
