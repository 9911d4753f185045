import type { Platform } from '../platform.ts';
import { demoItems } from './demo-items.ts';

const SUBDOMAIN = 'demo';
const ADMIN = 'admin';
const BOT = 'demo_ostatok_bot';

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

type Chat = NonNullable<Platform['sandbox']>['chat'];

/** A bot with a working token: of a start that broke off, only its name may be left. */
async function demoBot(chat: Chat): Promise<{ id: number; token: string }> {
  const known = (await chat.listBots()).find(({ username }) => username === BOT);
  return known ? chat.renewToken(known.id) : chat.createBot('Бар «Демо»', BOT);
}

async function findOrCreate({ venues }: Platform, ownerId: number, chat: Chat): Promise<string> {
  const known = (await venues.tenants.list(ownerId)).find(({ subdomain }) => subdomain === SUBDOMAIN);
  if (known) return known.id;
  const { token } = await demoBot(chat);
  const { tenant } = await venues.tenants.create(ownerId, {
    subdomain: SUBDOMAIN,
    botToken: token,
    displayName: 'Бар «Демо»',
    adminUsername: ADMIN,
  });
  return tenant.id;
}

/** Somebody to write as: by the link the chat is the administrator's, and the bot greets them. A new password has untied it. */
async function introduceAdministrator(chat: Chat, linkOf: () => Promise<string>): Promise<void> {
  const bot = (await chat.listBots()).find(({ username }) => username === BOT);
  if (!bot) return;
  const known = (await chat.listPeople()).find(({ username }) => username === ADMIN);
  const person = known ?? (await chat.createPerson({ first_name: 'Анна', username: ADMIN }));
  await chat.write(bot.id, person.id, `/start ${new URL(await linkOf()).searchParams.get('start')}`);
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
  if (!platform.sandbox) throw new Error('the demo venue needs the built-in chat');
  const { chat } = platform.sandbox;
  const id = await findOrCreate(platform, ownerId, chat);
  const { login, password } = await tenants.resetPassword(ownerId, id);
  const endpoint = await runtime.endpointOf(id);
  const { token } = await post(endpoint, '/api/auth/login', { username: login, password });
  for (const item of demoItems) {
    const { status } = await post(endpoint, '/api/items', item, token);
    if (status >= 400 && status !== 409) throw new Error(`the demo venue refused "${item.name}" with ${status}`);
  }
  await introduceAdministrator(chat, () => tenants.telegramLink(ownerId, id));
  const [venue] = (await tenants.list(ownerId)).filter((tenant) => tenant.id === id);
  return { url: venue?.web_url ?? '', login, password };
}
