import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { Agent, createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { connect, type Knex } from '@ostatok/kit/node/db.ts';
import type { PanelsToOpen, QuantityRow } from './open-panels.ts';
import type { Row } from './row.ts';
import { INTERNAL_SECRET, startTenantProcess, type TenantProcess } from './tenant-process.ts';

const ITEMS = 10_000;
const PANELS = 20;
const PHONES = 15;
const CHATS = 15;
const PEOPLE = PANELS + PHONES + CHATS;
const PER_SECOND = 200;
const SECONDS = 60;
/** How many changes a phone sends at once. */
const PHONE_BATCH = 4;
/** Lines of a chat message; Telegram accepts 30 answers a second from a bot, and 60 changes come from the chats. */
const CHAT_LINES = 3;
const MAX_P99_MS = 100;

// the tenant closes connections that were idle for 5 s; a request sent at that moment would fail by the benchmark's own
// fault
const agent = new Agent({ keepAlive: true, maxSockets: 100, timeout: 2000 });

function call(url: string, token: string, body?: unknown): Promise<Record<string, unknown>> {
  const payload = body === undefined ? undefined : JSON.stringify(body);
  const headers = {
    authorization: `Bearer ${token}`,
    ...(payload ? { 'content-type': 'application/json', 'content-length': Buffer.byteLength(payload) } : {}),
  };
  return new Promise((resolve, reject) => {
    const req = request(url, { agent, method: payload ? 'POST' : 'GET', headers }, (res) => {
      let text = '';
      res.setEncoding('utf8');
      res.on('data', (part) => {
        text += part;
      });
      res.on('end', () => {
        if (res.statusCode === 200) resolve(JSON.parse(text));
        else reject(new Error(`${url} answered ${res.statusCode}: ${text}`));
      });
    });
    req.on('error', reject);
    req.end(payload);
  });
}

/** A fake Telegram that answers every message of the bot at once. */
async function startTelegram() {
  let messages = 0;
  let refusals = 0;
  const server = createServer(async (req, res) => {
    let body = '';
    for await (const chunk of req) body += chunk;
    messages += 1;
    if (!/→/.test(body)) {
      refusals += 1;
      console.log(body.slice(0, 300));
    }
    const result = { message_id: messages, date: 0, chat: { id: 1, type: 'private' } };
    res.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ ok: true, result }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** The number of replies that confirmed no change. */
    refusals: () => refusals,
    stop: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

async function fill(db: Knex): Promise<void> {
  const rows = Array.from({ length: ITEMS }, (_, index) => {
    const name = `Настойка Ежевика ${index + 1}`;
    return { name, search_name: name.toLowerCase(), unit: 'л', quantity: 0, category: `Категория ${index % 40}` };
  });
  await db.batchInsert('items', rows, 1000);
  const people = Array.from({ length: CHATS }, (_, index) => ({
    username: `chat${index}`,
    telegram_id: 1000 + PANELS + PHONES + index,
  }));
  await db('users').insert(people);
}

async function openPanels({ url, token }: TenantProcess): Promise<Worker> {
  const workerData: PanelsToOpen = { url, token, panels: PANELS, items: ITEMS };
  const panels = new Worker(new URL('./open-panels.ts', import.meta.url), { workerData });
  await once(panels, 'message');
  return panels;
}

const anyItem = (): number => 1 + Math.floor(Math.random() * ITEMS);
const change = (source: 'web' | 'scanner') => ({ id: randomUUID(), itemId: anyItem(), delta: 0.001, source });

/** Each user writes at a fixed rate, whether the last response has come or not. */
async function rush(tenant: TenantProcess): Promise<{ times: number[]; errors: string[]; sent: number }> {
  const times: number[] = [];
  const errors: string[] = [];
  const pending: Promise<void>[] = [];
  const scans = new Map<number, ReturnType<typeof change>[]>();
  const lines = new Map<number, string[]>();
  let updateId = 1;
  let sent = 0;

  function timed(work: Promise<Record<string, unknown>>): void {
    const started = performance.now();
    pending.push(
      work.then(
        (answer) => {
          times.push(performance.now() - started);
          const results = (answer.results ?? []) as { status: string; error?: string }[];
          for (const { status, error } of results) if (status !== 'applied') errors.push(error ?? status);
        },
        (error: Error) => void errors.push(error.message),
      ),
    );
  }
  function post(changes: ReturnType<typeof change>[]): void {
    if (changes.length > 0) timed(call(`${tenant.url}/api/changes`, tenant.token, { changes }));
  }

  function say(id: number, said: string[]): void {
    if (said.length === 0) return;
    const from = { id, is_bot: false, first_name: 'Бармен' };
    const text = said.join('\n');
    const message = { message_id: updateId, date: 0, chat: { id, type: 'private' }, from, text };
    timed(call(`${tenant.url}/internal/updates`, INTERNAL_SECRET, { updates: [{ update_id: updateId, message }] }));
    updateId += 1;
  }

  /** Collects changes of `person` into batches of `size`; each person's batches start at another moment. */
  function gathered<T>(person: number, one: T, size: number, all: Map<number, T[]>): T[] {
    const mine = [...(all.get(person) ?? []), one];
    const full = (Math.floor(sent / PEOPLE) + person) % size === 0;
    all.set(person, full ? [] : mine);
    return full ? mine : [];
  }

  function write(person: number): void {
    sent += 1;
    if (person < PANELS) post([change('web')]);
    else if (person < PANELS + PHONES) post(gathered(person, change('scanner'), PHONE_BATCH, scans));
    else say(1000 + person, gathered(person, `Настойка Ежевика ${anyItem()} +0,001`, CHAT_LINES, lines));
  }

  // the first message of the evening loads the bot and the names it searches
  say(1000 + PANELS + PHONES, ['Настойка Ежевика 1 +0,001']);
  await Promise.all(pending.splice(0));
  times.length = 0;
  sent += 1;
  const started = performance.now();
  for (let index = 0; index < PER_SECOND * SECONDS; index += 1) {
    const due = started + (index * 1000) / PER_SECOND;
    if (due > performance.now()) await sleep(due - performance.now());
    write(index % PEOPLE);
  }
  for (const mine of scans.values()) post(mine);
  for (const [person, mine] of lines) say(1000 + person, mine);
  await Promise.all(pending);
  return { times: times.sort((a, b) => a - b), errors, sent };
}

/** How many panels differ from the database a moment after the last response. */
async function panelsThatDiffer(panels: Worker, db: Knex): Promise<number> {
  await sleep(1000);
  const rows: { id: number; quantity: string }[] = await db('items').select('id', 'quantity');
  panels.postMessage(rows.map(({ id, quantity }): QuantityRow => [id, Number(quantity)]));
  const [differing] = await once(panels, 'message');
  return differing;
}

/** Fifty users in a tenant of 10,000 items: panels, phones and chats together, 200 changes a second for a minute. */
export async function bench(): Promise<Row[]> {
  const telegram = await startTelegram();
  const bot = { BOT_TOKEN: '1:bench', BOT_USERNAME: 'bench_bot', TELEGRAM_API_ROOT: telegram.url };
  const tenant = await startTenantProcess({ env: bot });
  const db = connect(tenant.databaseUrl, { max: 2 });
  let panels: Worker | undefined;
  try {
    await fill(db);
    panels = await openPanels(tenant);
    const { times, errors, sent } = await rush(tenant);
    for (const error of new Set(errors)) console.log(error);
    const differing = await panelsThatDiffer(panels, db);
    const [sum] = await db('changes').count<{ count: number }[]>('* as count');
    const lost = sent - Number(sum?.count ?? 0);
    const p99 = times[Math.floor(times.length * 0.99)] ?? Number.NaN;
    const none = (name: string, value: number): Row => ({ name, value, unit: '', limit: 0, ok: value === 0 });
    return [
      {
        name: `50 человек, ${PER_SECOND} изменений/с: p99`,
        value: p99,
        unit: 'мс',
        limit: MAX_P99_MS,
        ok: p99 <= MAX_P99_MS,
      },
      none('… ошибок', errors.length + telegram.refusals()),
      none('… потерянных изменений', lost),
      none(`… панелей из ${PANELS}, которые разошлись с базой`, differing),
    ];
  } finally {
    await panels?.terminate();
    agent.destroy();
    await db.destroy();
    await tenant.stop();
    telegram.stop();
  }
}
