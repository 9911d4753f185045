import { createHmac } from 'node:crypto';
import type { Counter, CreateAttemptStore } from '@ostatok/kit/node/attempts.ts';
import type { Knex } from '@ostatok/kit/node/db.ts';
import type { Secrets } from '@ostatok/kit/node/secrets.ts';
import { createLimiter, deleteAttempts, forgiveAttempts } from './rate-limits.queries.ts';

/**
 * Counts attempts in the platform's database: all api processes share a limit, and a restart forgets nothing. For limits
 * that guard against guessing; one that only keeps a flood off counts in memory. Keys are stored as keyed hashes, since
 * they are people's addresses.
 */
export function createSharedStore({ db, secrets }: { db: Knex; secrets: Pick<Secrets, 'key'> }): CreateAttemptStore {
  const hashKey = secrets.key('rate-limits');
  const hashOf = (key: string): string => createHmac('sha256', hashKey).update(key).digest('base64url');
  return (limits) => {
    const limiters = new Map(Object.entries(limits).map(([name, limit]) => [name, createLimiter(db, name, limit)]));
    const limiterOf = (name: string) => limiters.get(name) as ReturnType<typeof createLimiter>;
    const rowsOf = (counters: Counter[]): string[] =>
      counters.map(([name, key]) => limiterOf(name).getKey(hashOf(key)));
    return {
      consume: ([name, key]) => limiterOf(name).consume(hashOf(key)),
      forgive: (counters) => forgiveAttempts(db, rowsOf(counters)),
      forget: (counters) => deleteAttempts(db, rowsOf(counters)),
    };
  };
}
