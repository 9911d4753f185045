import type { Feed } from '@ostatok/tenant-runtime/contract/feeds.endpoints.ts';
import type { ExecutionContext } from 'ava';
import { startEgress } from '../../support/feeds/egress.ts';
import type { IikoServer } from '../../support/feeds/iiko-server.ts';
import { startTenant, type Tenant } from '../../support/venue/tenant.ts';

/** Nine in the morning in Moscow, when feeds are fetched unless told otherwise. */
export const NINE = '2026-11-28T06:00:00Z';

/** A bot whose messages reach nobody: what it would say waits. */
const BOT = { BOT_TOKEN: '1:test', TELEGRAM_API_ROOT: 'http://127.0.0.1:9' };

/** A venue whose clock stands until it is set, and which the platform lets reach this machine unless told otherwise. */
export async function startFed(
  t: ExecutionContext,
  env: Record<string, string> = {},
  { allowPrivate = true, hasBot = false } = {},
) {
  let now = new Date(NINE);
  const egress = await startEgress(t, { allowPrivate });
  const venue = await startTenant(t, {
    env: { PLATFORM_URL: egress.url, ...(hasBot && BOT), ...env },
    clock: () => now,
  });
  return Object.assign(venue, {
    setClock(time: string): void {
      now = new Date(time);
    },
    run: () => venue.services.feedTask.run(),
    nextAt: async () => (await venue.services.feedTask.nextAt())?.toISOString() ?? null,
  });
}

export async function addFeed({ admin }: Pick<Tenant, 'admin'>, fields: object) {
  const { status, body } = await admin.post('/api/feeds').send(fields);
  if (status !== 201) throw new Error(`not added: ${status} ${JSON.stringify(body)}`);
  return body as { feed: Feed; upload_path: string | null };
}

export const addIiko = async (venue: Pick<Tenant, 'admin'>, { url, login, password }: IikoServer, more: object = {}) =>
  (await addFeed(venue, { kind: 'iiko', address: url, login, password, ...more })).feed;

export async function feedOf({ admin }: Pick<Tenant, 'admin'>, id: number): Promise<Feed> {
  const { body } = await admin.get('/api/feeds');
  return body.feeds.find((feed: Feed) => feed.id === id);
}
