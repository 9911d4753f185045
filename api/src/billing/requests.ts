import { createHash } from 'node:crypto';
import { Conflict } from '@ostatok/kit/node/errors.ts';
import type { LockedSubscription } from './locked-subscription.ts';
import { takeRequest } from './requests.queries.ts';

/**
 * Whether the request with this key has still to be carried out: of several that ask for the same, one is. It is
 * recorded in the transaction that carries it out. Throws Conflict when another request had the key.
 */
export async function isNewRequest(
  { trx, userId, now }: LockedSubscription,
  { actorId, key }: { actorId?: number | undefined; key?: string | undefined },
  asked: unknown[],
): Promise<boolean> {
  if (key === undefined) return true;
  const fingerprint = createHash('sha256').update(JSON.stringify(asked)).digest('base64url');
  const before = await takeRequest(trx, {
    user_id: userId,
    request_key: `${actorId}:${key}`,
    fingerprint,
    at: now,
  });
  if (!before) return true;
  if (before.fingerprint === fingerprint) return false;
  throw new Conflict('key_reused', 'Этот Idempotency-Key уже был у другого запроса');
}
