import { type ChildProcess, fork } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createLog } from '@ostatok/kit/node/log.ts';
import type { SandboxEvent } from '../../api/contract/sandbox.ts';
import { createApiRoots } from '../../api/src/telegram/api-roots.ts';
import { createGateway } from '../../api/src/telegram/gateway.service.ts';
import { createDatabase } from '../support/database/postgres.ts';
import { insertVenueRow, openToken, startSandbox } from '../support/sandbox/sandbox.ts';
import type { Row } from './row.ts';

const MESSAGES = 300;
const WARM_UP = 30;
/**
 * The bot stays within the 30 messages a second that Telegram accepts: beyond it, the bot's own rate limit would be
 * measured.
 */
const PAUSE_MS = 40;
const root = join(import.meta.dirname, '../..');

/** Starts a tenant in a process of its own, as hosting runs it; from the bundle if there is one. */
async function startVenue(env: Record<string, string>): Promise<{ url: string; child: ChildProcess }> {
  const bundle = join(root, 'tenant-runtime/dist/main.mjs');
  const child = fork(existsSync(bundle) ? bundle : join(root, 'tenant-runtime/src/main.ts'), {
    env: { ...env, PATH: process.env.PATH, NODE_ENV: 'production' },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  const port = await new Promise<number>((resolve, reject) => {
    child.once('message', (message) => resolve((message as { port: number }).port));
    child.once('exit', () => reject(new Error('the venue did not start')));
  });
  return { url: `http://127.0.0.1:${port}`, child };
}

async function post(url: string, body: unknown, token: string): Promise<Record<string, unknown>> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${url} answered ${response.status}: ${await response.text()}`);
  return (await response.json()) as Record<string, unknown>;
}

/** The whole path of a message: sandbox, gateway, a tenant in its own process and the reply in the chat. */
async function open() {
  const sandbox = await startSandbox();
  const venueDatabase = await createDatabase('tenant');
  const secret = randomBytes(32).toString('hex');
  const bot = await sandbox.sandbox.createBot('Бар');
  const person = await sandbox.sandbox.chat.createPerson({ first_name: 'Анна', username: 'boss' });
  const venue = await startVenue({
    TENANT_ID: 't0000000001',
    VENUE_NAME: 'Бар',
    DATABASE_URL: venueDatabase.url,
    INTERNAL_SECRET: secret,
    BOT_TOKEN: bot.token,
    BOT_USERNAME: bot.username,
    TELEGRAM_API_ROOT: sandbox.apiRoot,
    LOG_LEVEL: 'warn',
  });
  const admin = { username: 'boss', password: randomBytes(9).toString('hex') };
  await post(`${venue.url}/internal/admin`, admin, secret);
  const { token } = await post(`${venue.url}/api/auth/login`, admin, '');
  const { code } = await post(`${venue.url}/internal/admin/telegram-link`, { username: admin.username }, secret);
  await post(`${venue.url}/api/items`, { name: 'Джемесон', unit: 'л', quantity: 100, confirmed: true }, String(token));

  await insertVenueRow(sandbox.db, bot);
  const gateway = createGateway({
    db: sandbox.db,
    apiRoots: createApiRoots(() => [sandbox.apiRoot]),
    openToken,
    deliver: async (_id, updates) => void (await post(`${venue.url}/internal/updates`, { updates }, secret)),
    log: createLog('bench', 'warn'),
  });
  await gateway.start();
  let seen = 0;

  return {
    chat: sandbox.sandbox.chat,
    start: `/start ${code}`,
    write: (text: string) => sandbox.sandbox.chat.write(bot.id, person.id, text),
    /** Writes in the venue's own chat; the answer to the request holds the bot's. */
    say: (text: string) =>
      post(`${venue.url}/api/chat/messages`, { id: randomUUID(), text, after: seen }, String(token)).then((answer) => {
        const { version, messages } = answer.chat as { version: number; messages: { text?: string }[] };
        seen = version;
        return messages.at(-1)?.text ?? '';
      }),
    async stop() {
      await gateway.stop();
      const ended = new Promise((resolve) => venue.child.once('exit', resolve));
      venue.child.disconnect();
      await ended;
      await sandbox.stop();
      await venueDatabase.drop();
    },
  };
}

const percentile = (sorted: number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;

interface Times {
  telegram: number[];
  own: number[];
}

/** Milliseconds from the message's arrival in the chat to the reply's; in the own chat, of the whole request. */
async function measure(): Promise<Times> {
  const way = await open();
  let answered: (text: string) => void = () => undefined;
  const unsubscribe = await way.chat.subscribe((event: SandboxEvent) => {
    if (event.type === 'message' && event.message.from_bot) answered(event.message.text ?? '');
  });
  const ask = async (text: string, expected: RegExp): Promise<number> => {
    const reply = new Promise<string>((resolve, reject) => {
      answered = resolve;
      setTimeout(() => reject(new Error(`no answer to ${text}`)), 10_000).unref();
    });
    await way.write(text);
    const written = performance.now();
    const answer = await reply;
    if (!expected.test(answer)) throw new Error(`unexpected answer: ${answer}`);
    return performance.now() - written;
  };
  const askOwn = async (text: string, expected: RegExp): Promise<number> => {
    const written = performance.now();
    const answer = await way.say(text);
    if (!expected.test(answer)) throw new Error(`unexpected answer: ${answer}`);
    return performance.now() - written;
  };
  const times: Times = { telegram: [], own: [] };
  try {
    await ask(way.start, /Здравствуйте/);
    for (let index = 0; index < WARM_UP + MESSAGES; index += 1) {
      await sleep(PAUSE_MS);
      const telegram = await ask('Джемесон +0,1', /\+0,1/);
      const own = await askOwn('Джемесон −0,1', /−0,1/);
      if (index < WARM_UP) continue;
      times.telegram.push(telegram);
      times.own.push(own);
    }
  } finally {
    unsubscribe();
    await way.stop();
  }
  return { telegram: times.telegram.toSorted((a, b) => a - b), own: times.own.toSorted((a, b) => a - b) };
}

export async function bench(): Promise<Row[]> {
  const { telegram, own } = await measure();
  const row = (what: string, times: number[], share: number, limit: number): Row => {
    const value = percentile(times, share);
    return { name: `${what}: от сообщения до ответа, p${share * 100}`, value, unit: 'мс', limit, ok: value <= limit };
  };
  return [
    row('Бот', telegram, 0.5, 20),
    row('Бот', telegram, 0.95, 20),
    row('Бот', telegram, 0.99, 50),
    row('Свой чат', own, 0.5, 20),
    row('Свой чат', own, 0.95, 20),
  ];
}
