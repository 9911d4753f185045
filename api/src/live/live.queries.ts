import type { LiveEvent } from '@ostatok/api/contract/live.ts';
import type { Db } from '@ostatok/kit/node/db.ts';

export const LIVE_CHANNEL = 'ostatok_live';

/** Delivered when the transaction commits, each distinct event once. */
export async function notifyLive(db: Db, events: LiveEvent[]): Promise<void> {
  const payloads = events.map((event) => JSON.stringify(event));
  await db.raw('select pg_notify(?, payload) from unnest(?::text[]) as payload', [LIVE_CHANNEL, payloads]);
}
