import { randomUUID } from 'node:crypto';
import { Agent, createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { connect, type Knex } from '@ostatok/kit/node/db.ts';
import { io } from 'socket.io-client';
import { createLive } from '../../tenant-runtime/panel/lib/live.ts';
import { createStockStore, type StockStore } from '../../tenant-runtime/panel/lib/stock-store.ts';
import type { Row } from './row.ts';
import { INTERNAL_SECRET, startTenantProcess, type TenantProcess } from './tenant-process.ts';

const ITEMS = 10_000;
const PANELS = 20;
const PHONES = 15;
const CHATS = 15;
const PEOPLE = PANELS + PHONES + CHATS;
const PER_SECOND = 200;
const SECONDS = 60;
/** A phone sends what it has gathered. */
const PHONE_BATCH = 4;
const MAX_P99_MS = 100;

const agent = new Agent({ keepAlive: true, maxSockets: 100 });

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

/** Telegram at its quickest: every message of the bot's is taken at once. */
async function startTelegram() {
  let messages = 0;
  let refusals = 0;
  const server = createServer(async (req, res) => {
    let body = '';
    for await (const chunk of req) body += chunk;
    messages += 1;
    if (!/→/.test(body)) refusals += 1;
    const result = { message_id: messages, date: 0, chat: { id: 1, type: 'private' } };
    res.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ ok: true, result }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** Messages that did not tell of a change. */
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
  const people = Array.from({ length: CHATS }, (_, index) => ({ username: `chat${index}`, telegram_id: 1000 + index }));
  await db('users').insert(people);
}

interface Panel {
  store: StockStore;
  stop: () => void;
}

/** A panel as its code keeps it, without the pictures. */
async function openPanel({ url, token }: TenantProcess): Promise<Panel> {
  const store = createStockStore();
  const socket = io(url, { auth: { token }, autoConnect: false, transports: ['websocket'] });
  const api = { get: <T>(path: string) => call(`${url}/api${path}`, token) as Promise<T> };
  const live = createLive({ api, socket, store, outbox: { confirm: () => {}, flush: () => {} } });
  live.start();
  while (store.snapshot().items.length < ITEMS || live.snapshot().connection !== 'online') await sleep(20);
  return { store, stop: live.stop };
}

const anyItem = (): number => 1 + Math.floor(Math.random() * ITEMS);
const change = (source: 'web' | 'scanner') => ({ id: randomUUID(), itemId: anyItem(), delta: 0.001, source });

/** Everybody writes on their own clock, whether the answer before has come or not. */
async function rush(tenant: TenantProcess): Promise<{ times: number[]; errors: string[]; sent: number }> {
  const times: number[] = [];
  const errors: string[] = [];
  const pending: Promise<void>[] = [];
  const gathered = new Map<number, ReturnType<typeof change>[]>();
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
  const post = (changes: ReturnType<typeof change>[]) =>
    timed(call(`${tenant.url}/api/changes`, tenant.token, { changes }));

  function say(id: number): void {
    const from = { id, is_bot: false, first_name: 'Бармен' };
    const text = `Настойка Ежевика ${anyItem()} +0,001`;
    const message = { message_id: updateId, date: 0, chat: { id, type: 'private' }, from, text };
    timed(call(`${tenant.url}/internal/updates`, INTERNAL_SECRET, { updates: [{ update_id: updateId, message }] }));
    updateId += 1;
  }

  function write(person: number): void {
    sent += 1;
    if (person < PANELS) post([change('web')]);
    else if (person < PANELS + PHONES) {
      const mine = [...(gathered.get(person) ?? []), change('scanner')];
      gathered.set(person, mine.length < PHONE_BATCH ? mine : []);
      if (mine.length === PHONE_BATCH) post(mine);
    } else say(1000 + person - PANELS - PHONES);
  }

  const started = performance.now();
  for (let index = 0; index < PER_SECOND * SECONDS; index += 1) {
    const due = started + (index * 1000) / PER_SECOND;
    if (due > performance.now()) await sleep(due - performance.now());
    write(index % PEOPLE);
  }
  for (const mine of gathered.values()) if (mine.length > 0) post(mine);
  await Promise.all(pending);
  return { times: times.sort((a, b) => a - b), errors, sent };
}

/** Panels that do not show what the database holds, a moment after the last answer. */
async function panelsThatDiffer(panels: Panel[], db: Knex): Promise<number> {
  await sleep(500);
  const rows: { id: number; quantity: string }[] = await db('items').select('id', 'quantity');
  const differs = ({ store }: Panel): boolean => {
    const { byId } = store.snapshot();
    return byId.size !== rows.length || rows.some(({ id, quantity }) => byId.get(id)?.quantity !== Number(quantity));
  };
  return panels.filter(differs).length;
}

/** Fifty people in a venue of 10,000 items: panels, phones and chats together, 200 changes a second for a minute. */
export async function bench(): Promise<Row[]> {
  const telegram = await startTelegram();
  const bot = { BOT_TOKEN: '1:bench', BOT_USERNAME: 'bench_bot', TELEGRAM_API_ROOT: telegram.url };
  const tenant = await startTenantProcess({ env: bot });
  const db = connect(tenant.databaseUrl, { max: 2 });
  const panels: Panel[] = [];
  try {
    await fill(db);
    for (let index = 0; index < PANELS; index += 1) panels.push(await openPanel(tenant));
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
    for (const panel of panels) panel.stop();
    agent.destroy();
    await db.destroy();
    await tenant.stop();
    telegram.stop();
  }
}
