import { randomUUID } from 'node:crypto';
import { PASSWORD } from '../platform/api.ts';
import { call, signInTo } from '../platform/platform.ts';
import type { PlatformProcess } from '../platform/platform-process.ts';

export async function register(platform: PlatformProcess): Promise<{ email: string; token: string }> {
  const email = `${randomUUID()}@bar.example`;
  const body = { email, password: PASSWORD, name: 'Анна' };
  const made = await call(platform.url, 'POST', '/api/auth/register', { body });
  return { email, token: made.body.token };
}

export interface Venue {
  subdomain: string;
  credentials: { username: string; password: string };
}

export async function openVenue(platform: PlatformProcess, token: string): Promise<Venue> {
  const { body: made } = await call(platform.url, 'POST', '/sandbox/api/bots', { body: { name: 'Бар' } });
  const subdomain = `v-${randomUUID().slice(0, 8)}`;
  const body = { subdomain, botToken: made.bot.token, displayName: 'Бар', adminUsername: 'anna' };
  const opened = await call(platform.url, 'POST', '/api/provision/create', { token, body });
  if (opened.status !== 201) throw new Error(JSON.stringify(opened.body));
  return { subdomain, credentials: opened.body.adminCredentials };
}

/** Signs in to the venue: what it says there is, its newest change first, and how one is written down. */
export async function enter(platform: PlatformProcess, venue: Venue) {
  const { call: ask } = await signInTo(platform as never, venue);
  return {
    ask,
    async add(itemId: number): Promise<string> {
      const id = randomUUID();
      const changes = [{ id, source: 'web', itemId, delta: 1 }];
      const answer = await ask('POST', '/api/changes', { changes });
      if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
      return id;
    },
    addItem: async (name: string): Promise<number> =>
      (await ask('POST', '/api/items', { name, unit: 'шт' })).body.item.id,
    quantityOf: async (itemId: number): Promise<number> =>
      (await ask('GET', `/api/items/${itemId}`)).body.item.quantity,
    changes: async (): Promise<string[]> =>
      (await ask('GET', '/api/changes?limit=100')).body.changes.map(({ id }: { id: string }) => id).toReversed(),
  };
}
export type Entered = Awaited<ReturnType<typeof enter>>;
