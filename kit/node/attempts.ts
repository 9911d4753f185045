import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { TooMany } from './errors.ts';
import { plural } from './russian.ts';

/** Attempts per seconds. */
export type Limit = { points: number; duration: number };

function tooMany(seconds: number): string {
  const minutes = Math.ceil(seconds / 60);
  const words = minutes === 1 ? 'минуту' : `${minutes} ${plural(minutes, ['минуту', 'минуты', 'минут'])}`;
  return `Слишком много попыток. Подождите ${words} и повторите`;
}

/** Counted in this process's memory: with several processes each allows as much. */
export function createAttempts<Name extends string>(limits: Record<Name, Limit>) {
  /** One that is undefined does not count, as the site of an IPv4 address. */
  type Keys = { [key in Name]?: string | undefined };
  const limiters = new Map(
    Object.entries<Limit>(limits).map(([name, limit]) => [name, new RateLimiterMemory({ keyPrefix: name, ...limit })]),
  );
  const each = (keys: Keys): [RateLimiterMemory, string][] =>
    Object.entries<string | undefined>(keys).flatMap(([name, key]) =>
      key === undefined ? [] : [[limiters.get(name) as RateLimiterMemory, key]],
    );

  /** The seconds to wait, where a limit is reached. */
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
    /** The same of one key; false: its limit is reached. */
    tryCount: async (name: Name, key: string): Promise<boolean> =>
      (await consume(limiters.get(name) as RateLimiterMemory, key)) === undefined,
    /** What succeeded, or was never looked at, does not count, and is not remembered: a flood that is turned away fills no memory. */
    async forgive(keys: Keys): Promise<void> {
      for (const [limiter, key] of each(keys)) {
        const { consumedPoints } = await limiter.reward(key, 1);
        if (consumedPoints <= 0) await limiter.delete(key);
      }
    },
    /** All attempts under these keys. */
    async forget(keys: Keys): Promise<void> {
      for (const [limiter, key] of each(keys)) await limiter.delete(key);
    },
  };
}
export type Attempts<Name extends string> = ReturnType<typeof createAttempts<Name>>;
