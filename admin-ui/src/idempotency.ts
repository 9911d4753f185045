import { newId } from '@ostatok/kit/web/new-id.ts';

/** The keys of requests that have not succeeded; some may have been carried out, their answers being lost. */
const keys = new Map<string, string>();

/**
 * Sends a request under an idempotency key, which it keeps until it succeeds, also in another dialog: pressed again
 * after a lost answer, it is not carried out twice. `request` is all that it asks for.
 */
export async function withIdempotencyKey<T>(
  request: unknown,
  send: (headers: Record<'idempotency-key', string>) => Promise<T>,
): Promise<T> {
  const text = JSON.stringify(request);
  const key = keys.get(text) ?? newId();
  keys.set(text, key);
  const answer = await send({ 'idempotency-key': key });
  keys.delete(text);
  return answer;
}
