import { join } from 'node:path';
import { connect, type Knex } from '@ostatok/kit/node/db.ts';
import test from 'ava';
import { databaseUrl, serverUrl } from '../database/postgres.ts';
import { createClock } from '../platform/api.ts';
import {
  call,
  newOwner,
  newVenue,
  type Reply,
  startTestPlatform,
  type TestPlatform,
  type TestVenue,
} from '../platform/platform.ts';

export const clock = createClock();
export let platform: TestPlatform;
export let server: Knex;
export let admin: string;

/** Starts the file's platform before its tests and stops it after them. */
export function setUpBackups(): void {
  test.before(async () => {
    platform = await startTestPlatform({ BACKUP_KEEP: '3' }, { now: clock.now });
    server = connect(serverUrl(), { max: 2 });
    const boss = await newOwner(platform);
    await platform.db('users').where({ id: boss.userId }).update({ role: 'admin' });
    const signedIn = await call(platform.url, 'POST', '/api/auth/login', { body: boss });
    admin = signedIn.body.token;
  });
  test.after.always(async () => {
    await platform?.stop();
    await server?.destroy();
  });
}

export const ask = (method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Reply> =>
  call(platform.url, method, `/api/admin/backups${path}`, { token: admin, body, headers });
export const folderOf = (id: string): string => join(platform.home, 'backups', id);
export const fileOf = (backup: { id: string; tenant_id: string | null }): string =>
  join(folderOf(backup.tenant_id ?? 'platform'), `${backup.id}.backup`);
export const databasesOf = (id: string): Promise<string[]> =>
  server('pg_database').whereLike('datname', `${id}%`).orderBy('datname').pluck('datname');

export async function venueOf(): Promise<TestVenue> {
  return newVenue(platform, await newOwner(platform));
}

export async function backUp(tenantId?: string) {
  const reply = await ask('POST', '', { tenantId });
  if (reply.status !== 200 || !reply.body.backup) throw new Error(JSON.stringify(reply.body));
  return reply.body.backup;
}

/** Every row of every table, as text. */
export async function everything(database: string): Promise<Record<string, string[]>> {
  const db = connect(databaseUrl(database), { max: 1 });
  const tables: string[] = await db('pg_tables')
    .where({ schemaname: 'public' })
    .orderBy('tablename')
    .pluck('tablename');
  const all: Record<string, string[]> = {};
  for (const table of tables.filter((name) => !name.startsWith('knex_'))) {
    const { rows } = await db.raw('select jsonb_strip_nulls(to_jsonb(t))::text as row from ?? t order by 1', [table]);
    all[table] = rows.map(({ row }: { row: string }) => row);
  }
  await db.destroy();
  return all;
}
