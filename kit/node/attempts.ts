import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { TooMany } from './errors.ts';
import { plural } from './russian.ts';

/** `points` attempts are allowed in `duration` seconds. */
export type Limit = { points: number; duration: number };

/** One counter: the name of its limit and the key that attempts are counted by. */
export type Counter = readonly [name: string, key: string];

/** Where attempts are counted. */
export interface AttemptStore {
  /** Counts one attempt. Rejects with RateLimiterRes when the limit is reached. */
  consume(counter: Counter): Promise<unknown>;
  /** Takes back one attempt of each. */
  forgive(counters: Counter[]): Promise<void>;
  /** Drops all attempts of each. */
  forget(counters: Counter[]): Promise<void>;
}
export type CreateAttemptStore = (limits: Record<string, Limit>) => AttemptStore;

function tooMany(seconds: number): string {
  const minutes = Math.ceil(seconds / 60);
  const words = minutes === 1 ? 'минуту' : `${minutes} ${plural(minutes, ['минуту', 'минуты', 'минут'])}`;
  return `Слишком много попыток. Подождите ${words} и повторите`;
}

/** Attempts are counted in this process's memory: each of several processes allows the full limit. */
export const createMemoryStore: CreateAttemptStore = (limits) => {
  const limiters = new Map(
    Object.entries(limits).map(([name, limit]) => [name, new RateLimiterMemory({ keyPrefix: name, ...limit })]),
  );
  const limiterOf = (name: string): RateLimiterMemory => limiters.get(name) as RateLimiterMemory;
  return {
    consume: ([name, key]) => limiterOf(name).consume(key),
    /** A key without attempts is dropped, so a rejected flood fills no memory. */
    async forgive(counters) {
      for (const [name, key] of counters) {
        const { consumedPoints } = await limiterOf(name).reward(key, 1);
        if (consumedPoints <= 0) await limiterOf(name).delete(key);
      }
    },
    async forget(counters) {
      for (const [name, key] of counters) await limiterOf(name).delete(key);
    },
  };
};

/** Counts attempts by named limits, in memory unless another store is given. */
export function createAttempts<Name extends string>(
  limits: Record<Name, Limit>,
  createStore: CreateAttemptStore = createMemoryStore,
) {
  /** An undefined key is not counted: an IPv4 address has no site. */
  type Keys = { [key in Name]?: string | undefined };
  const store = createStore(limits);
  const countersOf = (keys: Keys): Counter[] =>
    Object.entries<string | undefined>(keys).flatMap(([name, key]) => (key === undefined ? [] : [[name, key]]));

  /** The seconds to wait when the limit is reached. */
  async function consume(counter: Counter): Promise<number | undefined> {
    try {
      await store.consume(counter);
      return undefined;
    } catch (refusal) {
      if (!(refusal instanceof RateLimiterRes)) throw refusal;
      return Math.max(1, Math.ceil(refusal.msBeforeNext / 1000));
    }
  }

  return {
    /** Counts one attempt under each key before it is made, so that many at once cannot slip by. Throws TooMany. */
    async count(keys: Keys, refusal?: string): Promise<void> {
      for (const counter of countersOf(keys)) {
        const seconds = await consume(counter);
        if (seconds !== undefined) throw new TooMany(seconds, refusal ?? tooMany(seconds));
      }
    },
    /** Counts one attempt under one key. Returns false when its limit is reached. */
    tryCount: async (name: Name, key: string): Promise<boolean> => (await consume([name, key])) === undefined,
    /** Takes back an attempt that succeeded or was never checked. */
    forgive: (keys: Keys): Promise<void> => store.forgive(countersOf(keys)),
    /** Drops all attempts under these keys. */
    forget: (keys: Keys): Promise<void> => store.forget(countersOf(keys)),
  };
}
export type Attempts<Name extends string> = ReturnType<typeof createAttempts<Name>>;
