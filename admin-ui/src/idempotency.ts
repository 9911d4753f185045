import { newId } from '@ostatok/kit/web/new-id.ts';

/** So long the same request is taken for a repetition; later it is another one. */
export const KEPT_MS = 10 * 60_000;

/** The keys of requests that have not succeeded; some may have been carried out, their answers being lost. */
const keys = new Map<string, { key: string; sentAt: number }>();

/**
 * Sends a request under an idempotency key, which it keeps for `keptMs` after it was sent the last time, also in another
 * dialog: pressed again after a lost answer, it is not carried out twice. `request` is all that it asks for.
 */
export async function withIdempotencyKey<T>(
  request: unknown,
  send: (headers: Record<'idempotency-key', string>) => Promise<T>,
  keptMs = KEPT_MS,
): Promise<T> {
  const text = JSON.stringify(request);
  const before = keys.get(text);
  const key = before && Date.now() - before.sentAt < keptMs ? before.key : newId();
  keys.set(text, { key, sentAt: Date.now() });
  const answer = await send({ 'idempotency-key': key });
  keys.delete(text);
  return answer;
}
