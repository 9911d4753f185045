const READY_LIMIT_MS = 10_000;

/** Throws when nobody listens yet; resolves with the status of the tenant's own word on whether it is well. */
export async function healthStatusAt(endpoint: string): Promise<number> {
  const answer = await fetch(`${endpoint}/healthz`, {
    redirect: 'error',
    // a start may be the first of many connections: none of them is kept for it
    headers: { connection: 'close' },
    signal: AbortSignal.timeout(READY_LIMIT_MS),
  });
  await answer.body?.cancel();
  return answer.status;
}

/** One that listens has migrated its database and knows whether it works: its first answer decides. */
export async function requireReady(endpoint: string): Promise<void> {
  const status = await healthStatusAt(endpoint);
  if (status < 200 || status > 299) throw new Error(`tenant is not ready: it answered ${status}`);
}
