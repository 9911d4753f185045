import type { Platform } from '../platform.ts';
import { demoItems } from './demo-items.ts';

const SUBDOMAIN = 'demo';
const ADMIN = 'admin';

async function post(
  endpoint: string,
  path: string,
  body: object,
  token = '',
): Promise<{ status: number; token?: string }> {
  const response = await fetch(endpoint + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify(body),
  });
  return { status: response.status, ...((await response.json()) as { token?: string }) };
}

async function findOrCreate({ venues, sandbox }: Platform, ownerId: number): Promise<string> {
  const known = (await venues.tenants.list(ownerId)).find(({ subdomain }) => subdomain === SUBDOMAIN);
  if (known) return known.id;
  const bot = await sandbox?.createBot('Бар «Демо»', 'demo_ostatok_bot');
  if (!bot) throw new Error('the demo venue needs the built-in chat');
  const { tenant } = await venues.tenants.create(ownerId, {
    subdomain: SUBDOMAIN,
    botToken: bot.token,
    displayName: 'Бар «Демо»',
    adminUsername: ADMIN,
  });
  return tenant.id;
}

/**
 * The venue to count in at once, made in the ordinary way and filled through its own API. Repeating it completes what
 * was begun: an item that is there already is left alone.
 */
export async function makeDemoVenue(
  platform: Platform,
  ownerId: number,
): Promise<{ url: string; login: string; password: string }> {
  const { tenants, runtime } = platform.venues;
  const id = await findOrCreate(platform, ownerId);
  const { login, password } = await tenants.resetPassword(ownerId, id);
  const endpoint = await runtime.endpointOf(id);
  const { token } = await post(endpoint, '/api/auth/login', { username: login, password });
  for (const item of demoItems) {
    const { status } = await post(endpoint, '/api/items', item, token);
    if (status >= 400 && status !== 409) throw new Error(`the demo venue refused "${item.name}" with ${status}`);
  }
  const [venue] = (await tenants.list(ownerId)).filter((tenant) => tenant.id === id);
  return { url: venue?.web_url ?? '', login, password };
}
