import { randomInt, randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ExecutionContext } from 'ava';
import { io } from 'socket.io-client';
import { callVenue, newOwner, newVenue, type TestPlatform } from '../platform/platform.ts';
import { until } from '../run/until.ts';
import { startCommand } from '../telegram/telegram-link.ts';

/**
 * Puts a venue to sleep so many times while both api processes have traffic of every kind for it. Nothing may be refused
 * or lost, and nothing applied twice. Returns the venue's id.
 */
export async function sleepUnderTraffic(
  t: ExecutionContext,
  [first, second]: [TestPlatform, TestPlatform],
  cycles: number,
): Promise<string> {
  // on a busy machine a venue has seldom nothing under way
  t.timeout(cycles * 60_000);
  const venue = await newVenue(first, await newOwner(first));
  const { body: made } = await venue.call('POST', '/api/items', { name: 'Ром', unit: 'л', quantity: 0 });
  const itemId: number = made.item.id;
  const chat = first.sandbox?.chat;
  const person = await chat?.createPerson({ first_name: 'Анна', username: 'anna' });
  if (!chat || !person) throw new Error('the platform has no chat');
  await chat.write(venue.bot.id, person.id, startCommand(venue.telegramLink));

  let isOver = false;
  const refused: unknown[] = [];
  let written = 0;
  let created = 0;
  let spoken = 0;
  let connected = 0;
  const pause = (): Promise<void> => sleep(randomInt(10, 150));
  const on = (platform: TestPlatform, method: string, path: string, body?: unknown) =>
    callVenue(platform, venue.subdomain, method, path, { token: venue.token, body });

  async function write(platform: TestPlatform): Promise<void> {
    const change = { id: randomUUID(), itemId, delta: 0.001, source: 'web' };
    const reply = await on(platform, 'POST', '/api/changes', { changes: [change] });
    if (reply.status !== 200 || reply.body.results[0].status !== 'applied') refused.push(reply.body);
    else written += 1;
  }
  async function create(platform: TestPlatform): Promise<void> {
    const reply = await on(platform, 'POST', '/api/items', { name: `Ром ${randomUUID()}`, unit: 'л' });
    if (reply.status !== 201) refused.push(reply.body);
    else created += 1;
  }
  async function read(platform: TestPlatform): Promise<void> {
    const reply = await on(platform, 'GET', '/api/items?limit=1');
    if (reply.status !== 200) refused.push(reply.body);
  }
  async function speak(): Promise<void> {
    await chat?.write(venue.bot.id, person?.id ?? 0, 'Ром +0,001');
    spoken += 1;
  }
  async function connect(platform: TestPlatform): Promise<void> {
    const socket = io(`http://127.0.0.1:${platform.port}`, {
      auth: { token: venue.token },
      transports: ['websocket'],
      extraHeaders: { host: `${venue.subdomain}.localhost:${platform.port}` },
      reconnectionDelay: 50,
      forceNew: true,
    });
    await until(() => socket.connected, 'the socket is open');
    connected += 1;
    socket.disconnect();
    await sleep(300);
  }
  async function keep(act: () => Promise<void>): Promise<void> {
    while (!isOver) {
      await act();
      await pause();
    }
  }

  let slept = 0;
  async function putToSleep(): Promise<void> {
    for (const { venues } of [first, second]) await venues.runtime.flushUse();
    await first
      .db('tenants')
      .where({ id: venue.id })
      .update({ last_active_at: first.db.raw(`now() - interval '31 minutes'`) });
    for (const { venues } of [first, second]) slept += (await venues.runtime.sleepIdle()).length;
    await pause();
  }

  const traffic = [first, second].flatMap((platform) => [
    keep(() => write(platform)),
    keep(() => create(platform)),
    keep(() => read(platform)),
    keep(() => connect(platform)),
  ]);
  traffic.push(
    keep(async () => {
      await speak();
      await sleep(400);
    }),
  );
  while (slept < cycles) await putToSleep();
  isOver = true;
  await Promise.all(traffic);

  t.deepEqual(refused, []);
  const stock = async (): Promise<number> => (await on(second, 'GET', `/api/items/${itemId}`)).body.item.quantity;
  const expected = Number(((written + spoken) / 1000).toFixed(3));
  await until(async () => (await stock()) >= expected, 'the last messages are taken');
  t.is(await stock(), expected, 'nothing is lost and nothing applied twice');
  t.is((await on(first, 'GET', '/api/items?limit=1')).body.pagination.total, created + 1);
  t.log({ slept, written, created, spoken, connected });
  return venue.id;
}
