import { Agent, request } from 'node:http';
import type { Knex } from '@ostatok/kit/node/db.ts';
import { bearer, createTestApi } from '../support/platform/api.ts';
import type { Row } from './row.ts';
import { rowsOf, time } from './times.ts';

const USERS = 100_000;
const TENANTS = 10_000;
const ACTIVITY = 1_000_000;
const CALLS = 60;
const MAX_LIST_MS = 80;
const MAX_OVERVIEW_MS = 1000;

/** Inserts a hundred thousand owners, a third of them paying, with their tenants and a million activity entries. */
async function fill(db: Knex): Promise<void> {
  await db.raw(
    `insert into users (email, name, company_name, status, email_verified, created_at)
     select 'owner' || n || '@' || (array['bar', 'pub', 'cafe', 'mail'])[1 + n % 4] || n % 997 || '.example',
            (array['Анна', 'Иван', 'Мария', 'Пётр', 'Ольга', 'Сергей'])[1 + n % 6] || ' ' ||
            (array['Смирнова', 'Кузнецов', 'Попова', 'Соколов', 'Лебедева'])[1 + n % 5] || ' ' || n,
            case when n % 3 = 0 then 'ООО «Бар ' || n || '»' end,
            case when n % 50 = 0 then 'blocked' else 'active' end, true,
            now() - (n % 1000) * interval '1 day' - n * interval '1 second'
       from generate_series(1, ?::int) as n`,
    [USERS],
  );
  await db.raw(
    `insert into subscriptions (user_id, plan_id, status, current_period_start, current_period_end)
     select u.id, p.id, (array['active', 'active', 'active', 'past_due', 'canceled', 'expired'])[1 + u.id % 6],
            now() - interval '10 days', case when p.name <> 'free' then now() + (u.id % 40 - 8) * interval '1 day' end
       from users u join plans p on p.sort_order = 1 + (case when u.id % 3 = 0 then 1 + u.id % 3 + u.id % 2 else 0 end)
     on conflict do nothing`,
  );
  await db.raw(
    `insert into subscription_periods (id, user_id, plan_id, billing_period, kind, price, starts_at, ends_at, anchor_day, closed_at, closed_by, created_at)
     select gen_random_uuid(), s.user_id, s.plan_id, 'monthly', 'renewal', 99000, begun, begun + interval '1 month', 1,
            case when m > 0 then begun + interval '1 month' end, case when m > 0 then 'renewed' end, begun
       from subscriptions s join plans p on p.id = s.plan_id and p.name <> 'free',
            generate_series(0, 11) as m, lateral (select now() - interval '10 days' - m * interval '1 month' as begun) as b`,
  );
  await db.raw(
    `insert into tenants (id, owner_id, subdomain, display_name, status, bot_id, bot_token_sealed, admin_username,
                          database_password_sealed, internal_secret_sealed, created_at)
     select 't' || lpad(n::text, 10, '0'), (select min(id) from users) + 7 * n, 'bar-' || n, 'Бар ' || n,
            (array['active', 'active', 'active', 'suspended', 'deleted'])[1 + n % 5], n, '', 'admin', '', '',
            now() - (n % 700) * interval '1 day'
       from generate_series(1, ?::int) as n`,
    [TENANTS],
  );
  await db.raw(
    `insert into activity (actor_id, action, description, target, ip, at)
     select case when n % 10 > 0 then (select min(id) from users) + n % 100000 end,
            (array['user.registered', 'user.blocked', 'tenant.restarted', 'subscription.extended'])[1 + n % 4],
            'Зарегистрирован пользователь owner' || n % 100000 || '@bar.example', 'user:' || n % 100000, '203.0.113.7',
            now() - (1000000 - n) * interval '6 seconds'
       from generate_series(1, ?::int) as n`,
    [ACTIVITY],
  );
  await db.raw('vacuum analyze');
}

/** Requests that are repeated; `page` and `word` change from call to call. */
const lists: [string, (page: number, word: string) => string][] = [
  ['Пользователи', (page) => `users?page=${page}&limit=25`],
  ...['email', 'name', 'role', 'status', 'created_at', 'subscription', 'subscription_end'].map(
    (sort): [string, (page: number) => string] => [
      `Пользователи по ${sort}`,
      (page) => `users?page=${page}&limit=25&sortBy=${sort}&sortOrder=${page % 2 ? 'asc' : 'desc'}`,
    ],
  ),
  ['Пользователи, поиск', (_page, word) => `users?search=${word}&limit=25`],
  ['Пользователи, широкий поиск', () => 'users?search=owner&limit=25&sortBy=email'],
  ['Пользователи, отбор', (page) => `users?status=blocked&page=${1 + (page % 80)}&limit=25`],
  ['Подписки', (page) => `subscriptions/users?page=${page}&limit=25`],
  ['Подписки, поиск', (_page, word) => `subscriptions/users?search=${word}&limit=25`],
  ['Подписки, отбор', (page) => `subscriptions/users?status=expired&plan_id=1&page=${1 + (page % 300)}&limit=25`],
  ['Подписки по сроку', (page) => `subscriptions/users?sortBy=current_period_end&page=${page}&limit=25`],
  [
    'Подписки по заведениям',
    (page) => `subscriptions/users?sortBy=tenant_count&sortOrder=desc&page=${1 + (page % 100)}&limit=25`,
  ],
  ['Подписки, сводка', () => 'subscriptions/stats'],
  ['Тарифы', () => 'plans?include_archived=true'],
  ['Журнал', (page) => `activity?page=${page}&limit=50`],
  ['Журнал, отбор', (page) => `activity?target=user:${page}&limit=50`],
  ['Журнал, поиск', (_page, word) => `activity?search=${word}&limit=50`],
];

const words = ['owner777', 'Мария', 'cafe31.', 'Соколов 41', 'owner99', 'бар 50', 'пётр лебедева'];

/** The administrator's lists over HTTP at the promised size, beside a read of one row in the same run. */
export async function bench(): Promise<Row[]> {
  const api = await createTestApi();
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  try {
    await fill(api.db);
    const admin = await api.signUp('admin');
    const { port } = new URL(api.call.get('/').url);
    const ask = (path: string) => (): Promise<string> =>
      new Promise((resolve, reject) => {
        const [name, value] = bearer(admin);
        const req = request(
          `http://127.0.0.1:${port}/api/admin/${path}`,
          { agent, headers: { [name]: value } },
          (res) => {
            let text = '';
            res.setEncoding('utf8');
            res.on('data', (part) => {
              text += part;
            });
            res.on('end', () => (res.statusCode === 200 ? resolve(text) : reject(new Error(`${path}: ${text}`))));
          },
        );
        req.on('error', reject);
        req.end();
      });
    const floor = await time(Array.from({ length: CALLS }, () => ask('preferences')));
    const rows: Row[] = [];
    for (const [name, pathOf] of lists) {
      const calls = Array.from({ length: CALLS }, (_, turn) =>
        ask(pathOf(1 + ((turn * 61) % 3900), encodeURIComponent(words[turn % words.length] ?? ''))),
      );
      await calls[0]?.();
      rows.push(...rowsOf(`${name}, 100 000 пользователей`, await time(calls), MAX_LIST_MS, floor));
    }
    for (const [name, path] of [
      ['Обзор', 'stats'],
      ['Рост за год', 'stats/growth?months=12'],
    ] as const)
      rows.push(...rowsOf(name, await time(Array.from({ length: 10 }, () => ask(path))), MAX_OVERVIEW_MS, floor));
    return rows;
  } finally {
    agent.destroy();
    await api.close();
  }
}
