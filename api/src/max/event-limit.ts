import { TooMany } from '@ostatok/kit/node/errors.ts';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';

/** The largest event that is read: a message of 4000 characters that answers one of ours with all its buttons has less. */
export const MAX_EVENT_BYTES = 256 * 1024;
/** An ordinary event counts as one; of a large one each such part does. */
const PART_BYTES = 8 * 1024;
/** Far above what the people of one tenant write, also when everything comes at once after an outage. */
const LIMITS = [
  { keyPrefix: 'minute', points: 600, duration: 60 },
  { keyPrefix: 'day', points: 20_000, duration: 24 * 3600 },
];

/**
 * Bounds what is stored for one bot: its owner knows the token, hence the secret, and can post events in the name of MAX.
 * Counted in this process's memory, so each of several allows the full limit.
 */
export function createEventLimit() {
  const limiters = LIMITS.map((limit) => new RateLimiterMemory(limit));
  /** Counts one event. Throws TooMany, after which MAX brings it again. */
  return async (botId: number, event: unknown): Promise<void> => {
    const parts = Math.ceil(Buffer.byteLength(JSON.stringify(event) ?? '') / PART_BYTES);
    for (const limiter of limiters) {
      await limiter.consume(botId, parts).catch((refusal) => {
        if (!(refusal instanceof RateLimiterRes)) throw refusal;
        throw new TooMany(Math.max(1, Math.ceil(refusal.msBeforeNext / 1000)));
      });
    }
  };
}
