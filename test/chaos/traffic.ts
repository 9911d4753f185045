import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { PASSWORD } from '../support/platform/api.ts';
import { call, callVenue, type Reply } from '../support/platform/platform.ts';
import { startCommand } from '../support/telegram/telegram-link.ts';
import type { Bank } from './bank.ts';
import type { Kept } from './kept-platform.ts';
import type { Telegram } from './outside.ts';

/** What people were told that it is done; at the end it has to be there, once. */
export interface Acknowledged {
  changes: number;
  messages: number;
  items: number;
}

const PAUSE_MS = 100;
/** Nothing that is mended takes so long. */
const LONGEST_MS = 180_000;

/** Sends the same again until it is answered otherwise than with a failure, as a phone's queue does. */
async function insist(what: string, send: () => Promise<Reply>): Promise<Reply> {
  const deadline = performance.now() + LONGEST_MS;
  for (;;) {
    const reply = await send().catch((error: Error) => error);
    if (!(reply instanceof Error) && reply.status < 500 && reply.status !== 429) return reply;
    if (performance.now() > deadline) {
      const last = reply instanceof Error ? reply.message : `${reply.status} ${JSON.stringify(reply.body)}`;
      throw new Error(`${what} was never answered: ${last}`);
    }
    await sleep(PAUSE_MS);
  }
}

function expectStatus(reply: Reply, status: number[], what: string): Reply {
  if (!status.includes(reply.status)) throw new Error(`${what}: ${reply.status} ${JSON.stringify(reply.body)}`);
  return reply;
}

const addressOf = (number: number): string => `198.51.${100 + Math.floor(number / 250)}.${(number % 250) + 1}`;
let visitors = 0;

/** Each try comes from an address of its own: whoever repeats so quickly would be taken for an attacker. */
function fromAnother(): { 'x-forwarded-for': string } {
  visitors += 1;
  return { 'x-forwarded-for': addressOf(visitors) };
}

/** Returns a new token: an earlier one may have ended by now. */
export async function signIn({ directUrl: url }: Kept, email: string): Promise<string> {
  const body = { email, password: PASSWORD };
  const reply = await insist('a sign-in', () => call(url, 'POST', '/api/auth/login', { body, headers: fromAnother() }));
  return expectStatus(reply, [200], 'the sign-in of an owner').body.token;
}

/** Registers an owner; whether a cut request was taken, the sign-in says. */
export async function register(kept: Kept): Promise<{ email: string; token: string }> {
  const email = `owner-${randomUUID()}@bar.example`;
  const body = { email, password: PASSWORD, name: 'Анна' };
  const made = await insist('a registration', () =>
    call(kept.directUrl, 'POST', '/api/auth/register', { body, headers: fromAnother() }),
  );
  return { email, token: made.status === 201 ? made.body.token : await signIn(kept, email) };
}

/** Orders a month and pays it once; returns the order. */
export async function payMonth(kept: Kept, bank: Bank, token: string): Promise<{ planId: number }> {
  const plans = await insist('the plans', () => call(kept.url, 'GET', '/api/public/plans'));
  const list: { id: number; name: string }[] = expectStatus(plans, [200], 'plans').body.plans;
  const planId = list.find(({ name }) => name === 'professional')?.id ?? 0;
  const body = { planId, billingPeriod: 'monthly' };
  const order = await insist('an order', () => call(kept.url, 'POST', '/api/billing/create-payment', { token, body }));
  await bank.pay(expectStatus(order, [200, 201], 'an order').body.paymentId);
  return { planId };
}

/** Opens a venue with a bot and writes to it by every way until it is told to stop. */
export async function openBusyVenue(kept: Kept, telegram: Telegram, owner: { token: string }) {
  const bot = await telegram.sandbox.createBot('Бар');
  const person = await telegram.sandbox.chat.createPerson({ first_name: 'Анна', username: `anna${visitors}` });
  const subdomain = `v-${randomUUID().slice(0, 8)}`;
  const order = { subdomain, botToken: bot.token, displayName: 'Бар', adminUsername: 'boss' };
  const made = await call(kept.url, 'POST', '/api/provision/create', { token: owner.token, body: order });
  const { adminCredentials, telegramLink } = expectStatus(made, [201], 'a venue').body;
  const signedIn = await callVenue(kept as never, subdomain, 'POST', '/api/auth/login', { body: adminCredentials });
  const { token } = expectStatus(signedIn, [200], 'the sign-in to a venue').body;
  const reach = (method: string, path: string, body?: unknown): Promise<Reply> =>
    callVenue(kept as never, subdomain, method, path, { token, body });
  const rum = expectStatus(
    await reach('POST', '/api/items', { name: 'Ром', unit: 'л', quantity: 0 }),
    [201],
    'an item',
  );
  const itemId: number = rum.body.item.id;
  await telegram.sandbox.chat.write(bot.id, person.id, startCommand(telegramLink));

  const done: Acknowledged = { changes: 0, messages: 0, items: 0 };
  const refused: string[] = [];
  let isOver = false;
  const goOn = (): boolean => !isOver;

  async function keep(act: () => Promise<void>, pauseMs: number): Promise<void> {
    while (goOn()) {
      await act();
      await sleep(pauseMs);
    }
  }
  async function change(): Promise<void> {
    const body = { changes: [{ id: randomUUID(), itemId, delta: 0.001, source: 'scanner' }] };
    // once it is begun it is sent until it is taken, also after the end of the traffic
    const { status, body: answer } = await insist('a change', () => reach('POST', '/api/changes', body));
    const outcome = answer.results?.[0]?.status;
    if (status === 200 && /^(applied|duplicate)$/.test(outcome)) done.changes += 1;
    else refused.push(`a change: ${status} ${JSON.stringify(answer)}`);
  }
  async function create(): Promise<void> {
    const body = { name: `Бутылка ${randomUUID()}`, unit: 'л', key: randomUUID() };
    const reply = await insist('an item', () => reach('POST', '/api/items', body));
    if (reply.status < 300) done.items += 1;
    else refused.push(`an item: ${reply.status} ${JSON.stringify(reply.body)}`);
  }
  async function speak(): Promise<void> {
    await telegram.sandbox.chat.write(bot.id, person.id, 'Ром +0,001');
    done.messages += 1;
  }
  const traffic = Promise.all([keep(change, 30), keep(change, 30), keep(create, 700), keep(speak, 500)]);

  const stock = async (): Promise<number> => {
    const reply = await insist('the stock', () => reach('GET', `/api/items/${itemId}`));
    return expectStatus(reply, [200], 'the stock').body.item.quantity;
  };
  return {
    subdomain,
    done,
    refused,
    expected: (): number => Number(((done.changes + done.messages) / 1000).toFixed(3)),
    stock,
    items: async (): Promise<number> =>
      expectStatus(await insist('the items', () => reach('GET', '/api/items?limit=1')), [200], 'items').body.pagination
        .total - 1,
    async stop(): Promise<void> {
      isOver = true;
      await traffic;
    },
  };
}
export type BusyVenue = Awaited<ReturnType<typeof openBusyVenue>>;
