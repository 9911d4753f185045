import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { TooMany } from './errors.ts';
import { plural } from './russian.ts';

/** `points` attempts are allowed in `duration` seconds. */
export type Limit = { points: number; duration: number };

function tooMany(seconds: number): string {
  const minutes = Math.ceil(seconds / 60);
  const words = minutes === 1 ? 'минуту' : `${minutes} ${plural(minutes, ['минуту', 'минуты', 'минут'])}`;
  return `Слишком много попыток. Подождите ${words} и повторите`;
}

/** Attempts are counted in this process's memory: each of several processes allows the full limit. */
export function createAttempts<Name extends string>(limits: Record<Name, Limit>) {
  /** An undefined key is not counted: an IPv4 address has no site. */
  type Keys = { [key in Name]?: string | undefined };
  const limiters = new Map(
    Object.entries<Limit>(limits).map(([name, limit]) => [name, new RateLimiterMemory({ keyPrefix: name, ...limit })]),
  );
  const each = (keys: Keys): [RateLimiterMemory, string][] =>
    Object.entries<string | undefined>(keys).flatMap(([name, key]) =>
      key === undefined ? [] : [[limiters.get(name) as RateLimiterMemory, key]],
    );

  /** The seconds to wait when the limit is reached. */
  async function consume(limiter: RateLimiterMemory, key: string): Promise<number | undefined> {
    try {
      await limiter.consume(key);
      return undefined;
    } catch (refusal) {
      if (!(refusal instanceof RateLimiterRes)) throw refusal;
      return Math.max(1, Math.ceil(refusal.msBeforeNext / 1000));
    }
  }

  return {
    /** Counts one attempt under each key before it is made, so that many at once cannot slip by. Throws TooMany. */
    async count(keys: Keys, refusal?: string): Promise<void> {
      for (const [limiter, key] of each(keys)) {
        const seconds = await consume(limiter, key);
        if (seconds !== undefined) throw new TooMany(seconds, refusal ?? tooMany(seconds));
      }
    },
    /** Counts one attempt under one key. Returns false when its limit is reached. */
    tryCount: async (name: Name, key: string): Promise<boolean> =>
      (await consume(limiters.get(name) as RateLimiterMemory, key)) === undefined,
    /**
     * Takes back an attempt that succeeded or was never checked. A key without attempts is dropped, so a rejected flood
     * fills no memory.
     */
    async forgive(keys: Keys): Promise<void> {
      for (const [limiter, key] of each(keys)) {
        const { consumedPoints } = await limiter.reward(key, 1);
        if (consumedPoints <= 0) await limiter.delete(key);
      }
    },
    /** Drops all attempts under these keys. */
    async forget(keys: Keys): Promise<void> {
      for (const [limiter, key] of each(keys)) await limiter.delete(key);
    },
  };
}
export type Attempts<Name extends string> = ReturnType<typeof createAttempts<Name>>;
