import { TooMany } from '@ostatok/kit/node/errors.ts';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';

const MINUTE = 60;
const HOUR = 60 * MINUTE;

/** Attempts per seconds. */
type Limit = { points: number; duration: number };

export const defaultLimits = {
  /** Failed sign-ins: of one account from one address, of one account from anywhere, from one address. */
  signInPair: { points: 10, duration: 15 * MINUTE },
  signInAccount: { points: 50, duration: 15 * MINUTE },
  signInAddress: { points: 100, duration: 15 * MINUTE },
  /** Of a browser that has signed in to this account before, whatever others do. */
  signInDevice: { points: 10, duration: 15 * MINUTE },
  providerAddress: { points: 60, duration: 15 * MINUTE },
  registerAddress: { points: 100, duration: HOUR },
  /** Letters sent at somebody's asking. */
  letterAccount: { points: 5, duration: HOUR },
  letterAddress: { points: 50, duration: HOUR },
  passwordAccount: { points: 10, duration: 15 * MINUTE },
} satisfies Record<string, Limit>;
export type LimitName = keyof typeof defaultLimits;

/** Counted in this process's memory: with several API processes each allows as much. */
export function createAttempts(limits: Record<LimitName, Limit> = defaultLimits) {
  const limiters = new Map(
    Object.entries(limits).map(([name, limit]) => [name, new RateLimiterMemory({ keyPrefix: name, ...limit })]),
  );
  const limiter = (name: LimitName): RateLimiterMemory => limiters.get(name) as RateLimiterMemory;

  /** Counts one attempt under each key before it is made, so that many at once cannot slip by. Throws TooMany. */
  async function count(keys: Partial<Record<LimitName, string>>): Promise<void> {
    for (const [name, key] of Object.entries(keys) as [LimitName, string][]) {
      await limiter(name)
        .consume(key)
        .catch((refusal) => {
          if (!(refusal instanceof RateLimiterRes)) throw refusal;
          throw new TooMany(
            Math.max(1, Math.ceil(refusal.msBeforeNext / 1000)),
            'Слишком много попыток. Подождите немного и повторите',
          );
        });
    }
  }

  return {
    count,
    /** What succeeded, or was never looked at, does not count. */
    async forgive(keys: Partial<Record<LimitName, string>>): Promise<void> {
      for (const [name, key] of Object.entries(keys) as [LimitName, string][]) await limiter(name).reward(key, 1);
    },
    /** All attempts under these keys. */
    async forget(keys: Partial<Record<LimitName, string>>): Promise<void> {
      for (const [name, key] of Object.entries(keys) as [LimitName, string][]) await limiter(name).delete(key);
    },
  };
}
export type Attempts = ReturnType<typeof createAttempts>;
