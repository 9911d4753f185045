import { createHash } from 'node:crypto';
import { Conflict } from '@ostatok/kit/node/errors.ts';
import type { LockedSubscription } from './locked-subscription.ts';
import { takeRequest } from './requests.queries.ts';

/**
 * Returns when the request with this key was carried out before; undefined where it has still to be: of several that ask
 * for the same, one is. It is recorded in the transaction that carries it out. Throws Conflict when another request had
 * the key.
 */
export async function carriedOutBefore(
  { trx, userId, now }: LockedSubscription,
  { actorId, key }: { actorId?: number | undefined; key?: string | undefined },
  asked: unknown[],
): Promise<Date | undefined> {
  if (key === undefined) return undefined;
  const fingerprint = createHash('sha256').update(JSON.stringify(asked)).digest('base64url');
  const before = await takeRequest(trx, {
    user_id: userId,
    request_key: `${actorId}:${key}`,
    fingerprint,
    at: now,
  });
  if (!before) return undefined;
  if (before.fingerprint === fingerprint) return before.at;
  throw new Conflict('key_reused', 'Этот Idempotency-Key уже был у другого запроса');
}
