import { setTimeout as sleep } from 'node:timers/promises';
import { type Knex, sqlState } from '@ostatok/kit/node/db.ts';
import { Conflict } from '@ostatok/kit/node/errors.ts';

const IN_USE = '55006';
const RENAME_LIMIT_MS = 10_000;

interface DatabaseFacts {
  oid: number;
  connections: boolean;
  mark: string | null;
}

export const findDatabase = (server: Knex, name: string): Promise<DatabaseFacts | undefined> =>
  server('pg_database')
    .where({ datname: name })
    .first('oid', 'datallowconn as connections', server.raw(`shobj_description(oid, 'pg_database') as mark`) as never);

/** Returns undefined when there is no such role. */
export async function maySignIn(server: Knex, name: string): Promise<boolean | undefined> {
  const role = await server('pg_roles').where({ rolname: name }).first('rolcanlogin');
  return role?.rolcanlogin;
}

/** Returns null when the database was dropped at this very moment. */
export async function databaseBytes(server: Knex, name: string): Promise<number | null> {
  const { rows } = await server
    .raw('select pg_database_size(oid) as bytes from pg_database where datname = ?', [name])
    .catch(() => ({ rows: [] }));
  return rows[0]?.bytes ?? null;
}

/** Renames after all sessions have ended: a terminated one takes a moment, and blocks the renaming until then. */
async function rename(server: Knex, from: string, to: string): Promise<void> {
  for (const until = Date.now() + RENAME_LIMIT_MS; ; await sleep(50)) {
    await server.raw('select pg_terminate_backend(pid) from pg_stat_activity where datname = ?', [from]);
    try {
      await server.raw('alter database ?? rename to ??', [from, to]);
      return;
    } catch (error) {
      if (sqlState(error) !== IN_USE || Date.now() > until) throw error;
    }
  }
}

/** Disables sign-in, ends all sessions and renames the database. */
export async function setDatabaseAside(server: Knex, name: string, aside: string): Promise<void> {
  if ((await maySignIn(server, name)) !== undefined) await server.raw('alter role ?? nologin', [name]);
  if (!(await findDatabase(server, name))) return;
  await server.raw('alter database ?? with allow_connections false', [name]);
  await rename(server, name, aside);
}

export async function putDatabaseBack(
  server: Knex,
  name: string,
  aside: string,
  was: { connections: boolean; login: boolean },
): Promise<void> {
  if (await findDatabase(server, aside)) {
    if (await findDatabase(server, name)) throw new Conflict('name_taken', `База данных ${name} уже есть`);
    await rename(server, aside, name);
  }
  // a crash may have happened between the renaming and this
  if (was.connections && (await findDatabase(server, name))) {
    await server.raw('alter database ?? with allow_connections true', [name]);
  }
  if (was.login && (await maySignIn(server, name)) !== undefined) await server.raw('alter role ?? login', [name]);
}

export async function dropDatabaseAside(server: Knex, name: string, aside: string): Promise<void> {
  // its owner may have made a template of it, which nobody can drop
  if (await findDatabase(server, aside)) await server.raw('alter database ?? is_template false', [aside]);
  await server.raw('drop database if exists ?? with (force)', [aside]);
  await server.raw('drop role if exists ??', [name]);
}
