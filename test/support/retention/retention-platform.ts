import { randomUUID } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { connect, type Knex } from '@ostatok/kit/node/db.ts';
import test from 'ava';
import { createErasureJournal } from '../../../api/src/retention/journal.ts';
import { letPass } from '../clock/let-pass.ts';
import { serverUrl } from '../database/postgres.ts';
import { createClock, DAY } from '../platform/api.ts';
import { startTestPlatform, type TestOwner, type TestPlatform } from '../platform/platform.ts';
import { forkPlatform } from '../platform/platform-process.ts';

export const clock = createClock();
const SECRET_KEY = randomUUID();
export let platform: TestPlatform;
export let server: Knex;

/** Starts the file's platform before its tests and stops it after them. */
export function setUpRetention(): void {
  test.before(async () => {
    platform = await startTestPlatform({}, { now: clock.now, secretKey: SECRET_KEY });
    server = connect(serverUrl(), { max: 2 });
  });
  test.after.always(async () => {
    await platform?.stop();
    await server?.destroy();
  });
}

export const YEAR = 366 * DAY;
export const pass = (ms: number): Promise<void> => letPass(clock, platform.accounts.trustedClock, ms);
export const rowOf = (id: string) => platform.db('tenants').where({ id }).first();
export const userOf = (id: number) => platform.db('users').where({ id }).first();
export const journal = () => createErasureJournal(join(platform.home, 'erasures.jsonl'));

/** The remains of a tenant: its database, its role, its files. */
export async function remains(id: string): Promise<string[]> {
  const databases = await server('pg_database').where({ datname: id });
  const roles = await server('pg_roles').where({ rolname: id });
  const files = (await readdir(join(platform.home, 'tenants'))).filter((name) => name.includes(id));
  return [...databases.map(() => 'database'), ...roles.map(() => 'role'), ...files];
}

/** Activity is immutable by its triggers: a test that moves the clock disables them for a moment. */
export const changeActivity = (change: (trx: Knex.Transaction) => PromiseLike<unknown>): Promise<void> =>
  platform.db.transaction(async (trx) => {
    await trx.raw('alter table activity disable trigger user');
    await change(trx);
    await trx.raw('alter table activity enable trigger user');
  });

/** Deletes the account as the page's button does, even when its session has expired by the moved clock. */
export const leave = ({ userId }: TestOwner): Promise<void> => platform.people.deletion.delete(userId);

/** A second platform on the same database and home, which kills itself; returns its signal. */
export function crash(env: Record<string, string>): Promise<string | number | null> {
  const { home: OSTATOK_HOME, databaseUrl: DATABASE_URL } = platform;
  return forkPlatform('crashing-people.ts', { OSTATOK_HOME, DATABASE_URL, SECRET_KEY, ...env }).ended;
}

/** Tables that still contain any of these; tenants' ids may stay in the activity. */
export async function tablesWith(db: Knex, words: string[]): Promise<string[]> {
  const tables: string[] = await db('information_schema.tables')
    .where({ table_schema: 'public', table_type: 'BASE TABLE' })
    .pluck('table_name');
  const found: string[] = [];
  for (const table of tables) {
    const rows = await db(table).whereRaw(`?? ::text ilike any (?)`, [table, words.map((word) => `%${word}%`)]);
    const [email = ''] = words;
    if (rows.length > 0)
      found.push(table === 'activity' && !JSON.stringify(rows).includes(email) ? 'activity tenant' : table);
  }
  return found.filter((name) => !name.startsWith('sandbox_')).sort();
}

/** Copies all rows of these tables; returns a function that restores them, as a restore from a backup does. */
export async function backUp(tables: string[]): Promise<() => Promise<void>> {
  const { db } = platform;
  const rows = new Map<string, Record<string, unknown>[]>();
  for (const table of tables) rows.set(table, await db(table));
  const columns = async (table: string): Promise<string[]> =>
    db('information_schema.columns').where({ table_name: table, data_type: 'jsonb' }).pluck('column_name');
  return async () => {
    for (const table of tables.toReversed()) await db(table).delete();
    for (const table of tables) {
      const json = await columns(table);
      for (const row of rows.get(table) ?? []) {
        const { search_key: _computed, ...stored } = row;
        const given = Object.entries(stored).map(([name, value]) => [
          name,
          json.includes(name) && value !== null ? JSON.stringify(value) : value,
        ]);
        const { sql, bindings } = db(table).insert(Object.fromEntries(given)).toSQL().toNative();
        await db.raw(sql.replace(') values (', ') overriding system value values (').replace(/\$\d+/g, '?'), [
          ...bindings,
        ]);
      }
    }
  };
}
