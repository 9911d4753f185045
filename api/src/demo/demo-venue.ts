import type { CountDetails } from '@ostatok/tenant-runtime/contract/counts.endpoints.ts';
import type { Item } from '@ostatok/tenant-runtime/contract/items.endpoints.ts';
import type { Platform } from '../bootstrap/platform.ts';
import { demoAreas, demoChanges, demoEntries, demoId } from './demo-history.ts';
import { demoItems } from './demo-items.ts';

const SUBDOMAIN = 'demo';
const ADMIN = 'admin';
const BOT = 'demo_ostatok_bot';

/** The tenant's API, called as its administrator. */
interface Venue {
  get<Answer>(path: string): Promise<Answer>;
  /** A refusal with status `known` means that it was done before. */
  post<Answer>(path: string, body: object, known?: number): Promise<Answer>;
}

function venueAt(endpoint: string, token?: string): Venue {
  async function ask<Answer>(method: string, path: string, body?: object, known?: number): Promise<Answer> {
    const headers = { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) };
    const response = await fetch(endpoint + path, { method, headers, body: body && JSON.stringify(body) });
    const answer = (await response.json()) as Answer;
    if (!response.ok && response.status !== known)
      throw new Error(`the demo venue answered ${method} ${path} with ${response.status}: ${JSON.stringify(answer)}`);
    return answer;
  }
  return { get: (path) => ask('GET', path), post: (path, body, known) => ask('POST', path, body, known) };
}

type Chat = NonNullable<Platform['sandbox']>['chat'];

/** Returns a bot with a working token; an interrupted start may have left only the bot's name. */
async function demoBot(chat: Chat): Promise<{ id: number; token: string }> {
  const known = (await chat.listBots()).find(({ username }) => username === BOT);
  return known ? chat.renewToken(known.id) : chat.createBot('Бар «Демо»', BOT);
}

async function findOrCreate({ venues }: Platform, ownerId: number, chat: Chat): Promise<string> {
  const known = (await venues.tenants.list(ownerId)).find(({ subdomain }) => subdomain === SUBDOMAIN);
  if (known) return known.id;
  const { token } = await demoBot(chat);
  const { tenant } = await venues.ordering.create(ownerId, {
    subdomain: SUBDOMAIN,
    chat: 'telegram',
    botToken: token,
    displayName: 'Бар «Демо»',
    adminUsername: ADMIN,
  });
  return tenant.id;
}

/**
 * Links the chat's user to the administrator, so that the bot greets them. The password reset has removed an earlier
 * link.
 */
async function introduceAdministrator(chat: Chat, linkOf: () => Promise<string>): Promise<void> {
  const bot = (await chat.listBots()).find(({ username }) => username === BOT);
  if (!bot) return;
  const known = (await chat.listPeople()).find(({ username }) => username === ADMIN);
  const person = known ?? (await chat.createPerson({ first_name: 'Анна', username: ADMIN }));
  await chat.write(bot.id, person.id, `/start ${new URL(await linkOf()).searchParams.get('start')}`);
}

/** Replaces each name with the item's id. */
const byNumber = <Named extends { name: string }>(named: Named[], ids: Map<string, number>) =>
  named.map(({ name, ...input }) => ({ ...input, itemId: ids.get(name) }));

/** Throws when any single result is a refusal. */
function requireTaken({ results }: { results: { status: string; error?: string }[] }): void {
  const refused = results.find(({ status }) => status === 'rejected');
  if (refused) throw new Error(`the demo venue refused: ${refused.error}`);
}

/** Counts everything today and closes the count, so that the stock is what was found. */
async function count(venue: Venue, ids: Map<string, number>): Promise<void> {
  const areas = demoAreas.map(({ name }) => ({ name }));
  const opened = await venue.post<{ count: CountDetails }>('/api/counts', {
    key: demoId('count'),
    scope: 'all',
    areas,
  });
  const { id, status, areas: made } = opened.count;
  if (status !== 'open') return;
  const entries = demoEntries(demoItems).map(({ area, ...entry }) => ({
    ...entry,
    areaId: made.find(({ name }) => name === area)?.id,
  }));
  requireTaken(await venue.post(`/api/counts/${id}/entries`, { entries: byNumber(entries, ids) }));
  for (const area of made) await venue.post(`/api/counts/${id}/areas/${area.id}/done`, { done: true });
  await venue.post(`/api/counts/${id}/close`, { uncounted: 'keep' });
}

/** Fills a fortnight of a bar: items, changes, a second user and a closed count. */
async function fill(venue: Venue): Promise<void> {
  for (const { quantity: _found, ...item } of demoItems) await venue.post('/api/items', item, 409);
  const { items } = await venue.get<{ items: Item[] }>(`/api/items?limit=${demoItems.length * 2}`);
  const ids = new Map(items.map(({ id, name }) => [name, id]));
  requireTaken(await venue.post('/api/changes', { changes: byNumber(demoChanges(demoItems, new Date()), ids) }));
  await venue.post('/api/users', { username: 'igor', name: 'Игорь, бармен', role: 'user' }, 409);
  await count(venue, ids);
}

/**
 * Creates the demo tenant in the ordinary way and fills it through its own API. Idempotent: a repetition completes what
 * is missing and changes nothing else.
 */
export async function makeDemoVenue(
  platform: Platform,
  ownerId: number,
): Promise<{ url: string; login: string; password: string }> {
  const { tenants, runtime } = platform.venues;
  if (!platform.sandbox) throw new Error('the demo venue needs the built-in chat');
  const { chat } = platform.sandbox;
  const id = await findOrCreate(platform, ownerId, chat);
  const { login, password } = await tenants.resetPassword(ownerId, id);
  const endpoint = await runtime.endpointOf(id);
  const { token } = await venueAt(endpoint).post<{ token: string }>('/api/auth/login', { username: login, password });
  await fill(venueAt(endpoint, token));
  await introduceAdministrator(chat, () => tenants.telegramLink(ownerId, id));
  const [venue] = (await tenants.list(ownerId)).filter((tenant) => tenant.id === id);
  return { url: venue?.web_url ?? '', login, password };
}
