import type { Limit } from '@ostatok/kit/node/attempts.ts';
import type { Db, Knex } from '@ostatok/kit/node/db.ts';
import { RateLimiterMemory, RateLimiterPostgres } from 'rate-limiter-flexible';

const TABLE = 'rate_limits';
/** A key this many times over its limit is refused from memory until its time ends, so that a flood writes nothing. */
const FLOOD = 10;

/** Counts in the database, for all api processes together; while the database is away, in this process's memory. */
export const createLimiter = (db: Knex, keyPrefix: string, limit: Limit): RateLimiterPostgres =>
  new RateLimiterPostgres({
    ...limit,
    keyPrefix,
    storeClient: db,
    storeType: 'knex',
    tableName: TABLE,
    tableCreated: true,
    // a periodic job deletes expired rows
    clearExpiredByTimeout: false,
    inMemoryBlockOnConsumed: limit.points * FLOOD,
    insuranceLimiter: new RateLimiterMemory({ keyPrefix, ...limit }),
  });

/**
 * Takes back one attempt of each key. A crash of the database may lose it, which leaves one attempt too many counted:
 * so the commit does not wait for the disk.
 */
export async function forgiveAttempts(db: Knex, keys: string[]): Promise<void> {
  await db.transaction(async (trx) => {
    await trx.raw('set local synchronous_commit = off');
    // in one order, so that two sign-ins from one address do not wait for each other's rows
    const held = trx(TABLE).whereIn('key', keys).orderBy('key').forUpdate();
    const found: string[] = await held.pluck('key');
    if (found.length === 0) return;
    await trx(TABLE).whereIn('key', found).decrement('points', 1);
    await trx(TABLE).whereIn('key', found).where('points', '<=', 0).delete();
  });
}

export async function deleteAttempts(db: Db, keys: string[]): Promise<void> {
  await db(TABLE).whereIn('key', keys).delete();
}

export async function deleteExpiredAttempts(db: Db): Promise<void> {
  await db(TABLE).where('expire', '<', Date.now()).delete();
}
