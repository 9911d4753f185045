import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { KEEP_ALIVE_MS } from '@ostatok/kit/node/http.ts';
import express, { type Request, type Response } from 'express';
import type { Page } from 'playwright-core';
import type { LiveEvent } from '../../../api/contract/live.ts';
import { singlePageApp } from '../../../api/src/pages/pages.routes.ts';
import { fakeAnswer } from '../http/answers.ts';
import { attentionOf } from './attention.ts';

const root = join(import.meta.dirname, '../../..');

// biome-ignore lint/suspicious/noExplicitAny: whatever the page under test lists
type Row = Record<string, any>;

interface Table {
  /** The path under /api/admin. */
  path: string;
  /** The response's fields for the rows and for one row. */
  rows: string;
  row: string;
  data: Row[];
  /** A row as the list has it, where one row alone is told more of. */
  listed?: (row: Row) => Row;
  /** The path of one row when it is not under the list. */
  onePath?: string;
}

export interface MadeCall {
  /** The method and path, such as `PUT /admin/users/7/status`. */
  call: string;
  body: unknown;
  query: Record<string, string>;
  idempotencyKey: string | undefined;
}

/** A status and a body, or a function of the call that makes them. */
type Answer = [status: number, body?: object] | ((call: MadeCall) => [status: number, body?: object]);

export interface AdminPages {
  url: string;
  calls: MadeCall[];
  /** Responses by method and path, such as `POST /admin/tenants/t1/restart`; they take precedence over the tables. */
  answers: Record<string, Answer>;
  of: (call: string) => MadeCall[];
  /** Sends the event to every open window, which then reloads its subject. */
  emit: (event: LiveEvent) => void;
  /** Ends every window's stream, as a restarting server does. */
  hangUp: () => void;
  stop: () => Promise<void>;
}

const ADMIN = { id: 1, email: 'admin@test.example', name: 'Администратор', role: 'admin', status: 'active' };

function find(data: Row[], filter: Row): Row[] {
  const { search, id, include_archived: _, ...others } = filter;
  const wanted = String(search ?? '').toLowerCase();
  return data.filter(
    (row) =>
      (!id || id.map(String).includes(String(row.id))) &&
      (wanted === '' || Object.values(row).some((value) => String(value).toLowerCase().includes(wanted))) &&
      Object.entries(others).every(
        ([key, value]) => value === 'all' || !(key in row) || String(row[key]) === String(value),
      ),
  );
}

function listOf({ rows, data, listed = (row) => row }: Table, query: Record<string, string>, res: Response): void {
  const [from, to] = JSON.parse(query.range ?? '[0,49]') as [number, number];
  const [sort, order] = JSON.parse(query.sort ?? '["id","ASC"]') as [string, string];
  // without a search the likeliest are the newest
  const field = sort === 'rank' ? 'id' : sort;
  const found = find(data, JSON.parse(query.filter ?? '{}')).toSorted((a, b) =>
    a[field] === b[field] ? 0 : (a[field] > b[field] ? 1 : -1) * (order === 'DESC' ? -1 : 1),
  );
  const total = found.length;
  res.setHeader('Content-Range', `items ${from}-${to}/${total}`);
  res.json({ success: true, [rows]: found.slice(from, to + 1).map(listed), pagination: { total, page: 1, pages: 1 } });
}

/** The folder of the built pages; ADMIN_DIST overrides it during development. */
export const distOf = (): string => process.env.ADMIN_DIST ?? join(root, 'admin-ui/dist');

/** Serves the built administrator's pages over an API of lists in memory, with a stream of events. */
export async function serveAdminPages(tables: Table[], dist = distOf()): Promise<AdminPages> {
  const app = express();
  const streams = new Set<Response>();
  const calls: MadeCall[] = [];
  const answers: Record<string, Answer> = {
    'GET /auth/me': [200, { success: true, user: ADMIN }],
    'GET /admin/attention': () => [200, attentionOf()],
  };
  let preferences: Row = {};

  app.use('/admin', singlePageApp(dist));
  app.use('/test', singlePageApp(dist));
  app.get('/dashboard', (_req, res) => void res.type('html').send('<h1>Дашборд</h1>'));
  app.use(express.json());
  app.get('/api/admin/events', (_req, res) => {
    res.writeHead(200, { 'Content-Type': 'text/event-stream' });
    res.write(': hello\n\n');
    streams.add(res);
    res.on('close', () => streams.delete(res));
  });
  app.use('/api', (req: Request, res: Response) => {
    const send = res.json.bind(res);
    res.json = (body) => send(fakeAnswer(req.method, req.baseUrl + req.path, res.statusCode, body));
    const made = {
      call: `${req.method} ${req.path}`,
      body: req.body,
      query: req.query as Record<string, string>,
      idempotencyKey: req.get('idempotency-key'),
    };
    calls.push(made);
    const given = answers[made.call];
    if (given) {
      const [status, body] = typeof given === 'function' ? given(made) : given;
      return void res.status(status).json(body ?? { success: status < 400 });
    }
    const [, key] = /^\/admin\/preferences\/?(.*)$/.exec(req.path) ?? [];
    if (key !== undefined) {
      if (req.method === 'PUT') preferences = { ...preferences, [key]: req.body.value };
      return void res.json({ success: true, preferences });
    }
    for (const table of tables) {
      if (req.method !== 'GET') break;
      if (req.path === `/admin/${table.path}`) return listOf(table, made.query, res);
      const row = table.data.find(({ id }) => req.path === `/admin/${table.onePath ?? table.path}/${id}`);
      if (row) return void res.json({ success: true, [table.row]: row });
    }
    res.status(404).json({ success: false, error: 'Не найдено', code: 'not_found' });
  });

  const server = createServer({ keepAliveTimeout: KEEP_ALIVE_MS }, app).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    calls,
    answers,
    of: (call) => calls.filter((made) => made.call === call),
    emit(event) {
      for (const stream of streams) stream.write(`data: ${JSON.stringify(event)}\n\n`);
    },
    hangUp() {
      for (const stream of streams) stream.end();
    },
    stop() {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

/** Signs the administrator in before the page's own script runs, as the owner's pages do. */
export async function signedIn(page: Page): Promise<void> {
  await page.context().addInitScript((user) => {
    // a blank page, such as axe opens, has no storage
    if (location.protocol !== 'http:') return;
    localStorage.setItem('token', 'a-token');
    localStorage.setItem('user', user);
  }, JSON.stringify(ADMIN));
}

const DAY_MS = 86_400_000;
const day = (at: number): string => new Date(Date.UTC(2026, 10, 22) - at * DAY_MS).toISOString();

/** Users with growing ids, the newest first by date; one administrator, every tenth blocked. */
export const manyUsers = (count: number): Row[] =>
  Array.from({ length: count }, (_, index) => ({
    id: index + 1,
    email: `user-${String(index + 1).padStart(5, '0')}@test.example`,
    name:
      index === 1 ? 'Константин Константинопольский-Задунайский Старший Первый из всех' : `Пользователь ${index + 1}`,
    role: index === 0 ? 'admin' : 'customer',
    status: index % 10 === 9 ? 'blocked' : 'active',
    created_at: day(index / 10),
    subscription_status: 'active',
    subscription_plan: index % 3 === 0 ? null : 'Стартовый',
    subscription_end: index % 3 === 1 ? day(-30) : null,
  }));

export const manyTenants = (count: number): Row[] =>
  Array.from({ length: count }, (_, index) => ({
    id: `t${String(index + 1).padStart(10, '0')}`,
    tenant_id: `t${String(index + 1).padStart(10, '0')}`,
    subdomain: `bar-${index + 1}`,
    display_name: `Бар № ${index + 1}`,
    user_email: `user-${index + 1}@test.example`,
    status: (['active', 'active', 'suspended', 'creating'] as const)[index % 4],
    web_url: `http://bar-${index + 1}.localhost:3000/`,
    created_at: day(index),
    version: index % 2 ? '0.1.0' : null,
    awake: index % 4 === 0,
    bot: { username: `bar_${index + 1}`, state: 'well' },
    max: null,
    last_active_at: day(index),
    cpu_percent: index % 4 === 0 ? index % 90 : null,
    memory_bytes: index % 4 === 0 ? 40_000_000 + index * 1_000_000 : null,
    database_bytes: 9_000_000 + index * 3_000_000,
    disk_bytes: index % 4 === 3 ? null : 120_000 + index * 10_000,
    deleted_at: null,
  }));

const plan = (id: number, name: string, display_name: string, price_monthly: number | null, more: Row = {}): Row => ({
  id,
  name,
  display_name,
  description: `Описание тарифа ${display_name}`,
  max_instances: id,
  max_users_per_instance: 5,
  max_storage_mb: 100,
  max_memory_mb: null,
  max_cpu_percent: null,
  max_tasks: null,
  price_monthly,
  price_yearly: price_monthly === null ? null : price_monthly * 10,
  discount_percent: 0,
  currency: 'RUB',
  features: [
    { text: 'Бот в Telegram', order: 1 },
    { text: 'Сканер', order: 2 },
  ],
  is_active: true,
  is_public: true,
  is_featured: id === 3,
  is_archived: false,
  sort_order: id,
  active_subscriptions: id * 7,
  ...more,
});

export const somePlans = (): Row[] => [
  plan(1, 'free', 'Бесплатный', 0),
  plan(2, 'starter', 'Стартовый', 990),
  plan(3, 'professional', 'Профессиональный', 1990),
  plan(4, 'corporate', 'Корпоративный', null),
  plan(5, 'old', 'Прежний', 490, { is_archived: true, is_active: false, is_public: false }),
];

export const manySubscriptions = (count: number, now = Date.now()): Row[] =>
  Array.from({ length: count }, (_, index) => ({
    id: index + 1,
    email: `user-${index + 1}@test.example`,
    name: `Пользователь ${index + 1}`,
    company_name: index % 2 ? `ООО «Бар ${index + 1}»` : null,
    plan_id: (index % 4) + 1,
    plan_display_name: ['Бесплатный', 'Стартовый', 'Профессиональный', 'Корпоративный'][index % 4],
    price_monthly: [0, 990, 1990, null][index % 4],
    subscription_id: index + 1,
    subscription_status: (['active', 'past_due', 'canceled', 'expired'] as const)[index % 4],
    current_period_start: day(10),
    current_period_end: index % 4 === 0 ? null : new Date(now + (index + 0.4) * DAY_MS).toISOString(),
    days_remaining: index % 4 === 0 ? null : index + 1,
    granted_until: index % 5 === 1 ? day(-10) : null,
    auto_renew: index % 2 === 0,
    tenant_count: index % 3,
  }));

/** Sizes small enough for a test to name each row. */
export const FEW = { users: 4, tenants: 4, subscriptions: 8 };

/** The five lists under their paths. */
/** What a tenant alone is told of, and a list of tenants is not. */
const SINGLE_FIELDS = new Set(['owner', 'plan', 'process', 'endpoint', 'stats', 'last_backup', 'suspended_at']);

export const adminTables = (sizes: { users?: number; tenants?: number; subscriptions?: number } = {}) => {
  const users = { path: 'users', rows: 'users', row: 'user', data: manyUsers(sizes.users ?? 3) };
  const tenants = {
    path: 'tenants',
    rows: 'tenants',
    row: 'tenant',
    data: manyTenants(sizes.tenants ?? 3),
    listed: (row: Row) => Object.fromEntries(Object.entries(row).filter(([field]) => !SINGLE_FIELDS.has(field))),
  };
  const plans = { path: 'plans', rows: 'plans', row: 'plan', data: somePlans() };
  const subscriptions = {
    path: 'subscriptions/users',
    onePath: 'subscriptions',
    rows: 'users',
    row: 'user',
    data: manySubscriptions(sizes.subscriptions ?? 3),
  };
  const empty = (path: string, rows: string): Table => ({ path, rows, row: 'row', data: [] });
  const others = [
    empty('operations', 'operations'),
    empty('payments', 'payments'),
    empty('backups', 'backups'),
    empty('images', 'images'),
  ];
  const all: Table[] = [users, tenants, plans, subscriptions, ...others];
  return { users, tenants, plans, subscriptions, all };
};
