import type { Knex } from '@ostatok/kit/node/db.ts';
import test from 'ava';
import { call, newOwner, type Reply, startTestPlatform, type TestPlatform } from '../platform/platform.ts';

export let platform: TestPlatform;
let admin: string;
export let customer: string;

/** Starts the file's platform before its tests and stops it after them. */
export function setUpDiagnostics(): void {
  test.before(async () => {
    platform = await startTestPlatform();
    const [boss, other] = [await newOwner(platform), await newOwner(platform)];
    await platform.db('users').where({ id: boss.userId }).update({ role: 'admin' });
    admin = (await call(platform.url, 'POST', '/api/auth/login', { body: boss })).body.token;
    customer = other.token;
    // the letter about the sign-in above is not left over from a check
    await platform.accounts.alarms.raise();
  });
  test.after.always(() => platform?.stop());
}

export const ask = (
  method: string,
  path: string,
  options: { headers?: Record<string, string>; token?: string; body?: unknown } = {},
): Promise<Reply> => call(platform.url, method, path, { token: admin, ...options });
export const alias = (ean: string, description: string, more: object = {}) =>
  ask('POST', '/api/admin/aliases', { body: { ean, description, ...more } });

export interface Result {
  name: string;
  status: string;
  duration: number;
  description: string;
  purpose: string;
  message: string;
  error?: string;
  warning?: string;
  details?: object;
}

/** The prefix of all roles that this installation's checks create. */
async function checkPrefix(db: Knex): Promise<string> {
  const installation = await db('installations').first('id');
  return `check_${installation?.id.slice(-12)}_`;
}

/** Counts of users, tenants, bots and letters. */
export async function rubbish(): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const table of ['users', 'tenants', 'sessions', 'sandbox_bots', 'mails', 'provisions', 'subscriptions']) {
    counts[table] = Number((await platform.db(table).count({ n: '*' }).first())?.n);
  }
  // of this platform alone: others on the same server run their checks meanwhile
  const ours = `${await checkPrefix(platform.db)}%`;
  const { rows } = await platform.db.raw('select count(*)::int as n from pg_roles where rolname like ?', [ours]);
  return { ...counts, roles: rows[0].n };
}

/** Finds what checks create, and what only looks like it. */
export async function leftovers(db: Knex, server: Knex, made: string[]) {
  const names = await server('pg_roles')
    .whereLike('rolname', `${await checkPrefix(db)}%`)
    .orWhereIn('rolname', made)
    .pluck('rolname');
  const [venues, people, bots] = await Promise.all([
    db('tenants').whereLike('subdomain', 'test-%').pluck('subdomain'),
    db('users').whereLike('email', 'check-%').pluck('email'),
    db('sandbox_bots').pluck('username'),
  ]);
  return { names, venues, people, bots };
}
