import { mkdir } from 'node:fs/promises';
import { Agent } from 'node:http';
import { join } from 'node:path';
import { connect, type Knex } from '@ostatok/kit/node/db.ts';
import { serverUrl } from '../support/database/postgres.ts';
import { newOwner, startTestPlatform } from '../support/platform/platform.ts';
import type { Row } from './row.ts';
import { get, rowsOf, time } from './times.ts';

const TENANTS = 10_000;
const DATABASES = 200;
const STRAYS = 100;
const CALLS = 40;
const MAX_AUDIT_MS = 1000;
const MAX_LIST_MS = 80;

/** Inserts ten thousand tenants of five thousand owners, in every state. */
async function fill(db: Knex): Promise<void> {
  await db.raw(
    `insert into users (email, name, email_verified)
     select 'owner' || n || '@bar' || n % 97 || '.example', 'Анна ' || n, true from generate_series(1, ?::int / 2) as n`,
    [TENANTS],
  );
  await db.raw(
    `insert into tenants (id, owner_id, subdomain, display_name, status, bot_id, bot_token_sealed, admin_username,
                          database_password_sealed, internal_secret_sealed, created_at)
     select 't' || lpad(n::text, 10, '0'), (select max(id) from users) - n % (?::int / 2),
            case when n % 40 = 0 then 'test-' else 'bar-' end || n, 'Бар ' || n,
            (array['active', 'active', 'active', 'suspended', 'deleted'])[1 + n % 5], n, '', 'admin', '', '',
            now() - (n % 700) * interval '1 day' - n * interval '1 second'
       from generate_series(1, ?::int) as n`,
    [TENANTS, TENANTS],
  );
  await db.raw('vacuum analyze');
}

const idOf = (n: number): string => `t${String(n).padStart(10, '0')}`;

/** Measures the audit and the list of tenants over HTTP, beside a read of one row in the same run. */
export async function bench(): Promise<Row[]> {
  const platform = await startTestPlatform();
  const server = connect(serverUrl(), { max: 4 });
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const names = Array.from({ length: DATABASES }, (_, n) => idOf(n < STRAYS ? n + 1 : n + 1_000_000));
  try {
    await fill(platform.db);
    const mark = await platform.venues.installation.mark();
    for (const name of names) {
      await server.raw('create database ?? strategy file_copy', [name]);
      await server.raw(`comment on database "${name}" is '${mark}'`);
      await mkdir(join(platform.home, 'tenants', name), { recursive: true });
    }
    const admin = await newOwner(platform);
    await platform.db('users').where({ id: admin.userId }).update({ role: 'admin' });
    platform.accounts.sessions.forget(admin.userId);
    const ask = (path: string) => () => get(agent, { url: platform.url, token: admin.token }, `/api/${path}`);
    const many = (pathOf: (turn: number) => string) =>
      time(Array.from({ length: CALLS }, (_, turn) => ask(pathOf(turn))));
    const floor = await many(() => 'auth/me');
    const measured: [string, number, (turn: number) => string][] = [
      ['Аудит 10 000 заведений, страница', MAX_AUDIT_MS, (turn) => `admin/tenants/audit?page=${1 + turn}&limit=25`],
      ['Аудит, поиск', MAX_AUDIT_MS, (turn) => `admin/tenants/audit?search=bar-${turn}&limit=25`],
      ['Аудит, весь', MAX_AUDIT_MS, () => 'admin/tenants/audit?range=[0,9999]'],
      ['Заведения, страница', MAX_LIST_MS, (turn) => `admin/tenants?page=${1 + turn * 7}&limit=25`],
      ['Заведения, поиск по адресу', MAX_LIST_MS, (turn) => `admin/tenants?search=bar-${turn}&limit=25`],
      ['Заведения, поиск по владельцу', MAX_LIST_MS, (turn) => `admin/tenants?search=owner${turn}&limit=25`],
      ...['subdomain', 'user_email', 'status', 'created_at'].map((sort): [string, number, (turn: number) => string] => [
        `Заведения по ${sort}`,
        MAX_LIST_MS,
        (turn) => `admin/tenants?sortBy=${sort}&page=${1 + turn * 5}&limit=25`,
      ]),
    ];
    const rows: Row[] = [];
    for (const [name, limit, pathOf] of measured) rows.push(...rowsOf(name, await many(pathOf), limit, floor));
    return rows;
  } finally {
    agent.destroy();
    for (const name of names) await server.raw('drop database if exists ??', [name]);
    await server.destroy();
    await platform.db('tenants').delete();
    await platform.stop();
  }
}
