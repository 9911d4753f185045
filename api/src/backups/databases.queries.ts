import type { Knex } from '@ostatok/kit/node/db.ts';

/** Names staging databases by the database they belong to, their purpose and the time of creation in seconds. */
type Beside = 'trial' | 'new' | 'old';
export const secondsOf = (date: Date): number => Math.floor(date.getTime() / 1000);
export const stagingDatabaseName = (database: string, what: Beside, at: number): string => `${database}_${what}_${at}`;

const MARK = /^(.+)_(trial|new|old)_(\d{10})$/;

interface BesideDatabase {
  name: string;
  of: string;
  what: Beside;
  at: number;
}

/** Lists the staging databases of these databases, or of all when none are given. */
export async function listBeside(server: Knex, of?: string[]): Promise<BesideDatabase[]> {
  const names: string[] = await server('pg_database')
    .whereRaw(`datname ~ '_(trial|new|old)_\\d{10}$'`)
    .pluck('datname');
  return names.flatMap((name) => {
    const [, database = '', what, at] = MARK.exec(name) ?? [];
    return !of || of.includes(database) ? [{ name, of: database, what: what as Beside, at: Number(at) }] : [];
  });
}

/** Creates a database that accepts connections only after access is limited to its owner. */
export async function createBeside(server: Knex, name: string, owner: string | null): Promise<void> {
  await server.raw(
    `create database ?? ${owner ? 'owner ??' : ''} template template0 allow_connections false`,
    owner ? [name, owner] : [name],
  );
  await server.raw('revoke all on database ?? from public', [name]);
  await server.raw('alter database ?? with allow_connections true', [name]);
}

/** The owner of a database may make a template of it, which nobody can drop. */
export async function dropBeside(server: Knex, name: string): Promise<void> {
  if (!(await isThere(server, name))) return;
  await server.raw('alter database ?? is_template false', [name]);
  await server.raw('drop database if exists ?? with (force)', [name]);
}

/** A comment on a database says which installation owns it. */
async function copyMark(trx: Knex.Transaction, from: string, to: string): Promise<void> {
  const { rows } = await trx.raw(
    `select format('comment on database %I is %L', ?::text, shobj_description(oid, 'pg_database')) as sql
       from pg_database where datname = ?`,
    [to, from],
  );
  await trx.raw(rows[0].sql);
}

export async function isThere(server: Knex, name: string): Promise<boolean> {
  return Boolean(await server('pg_database').where({ datname: name }).first('datname'));
}

/** Returns those of these databases that accept no connections. */
export const shutAmong = (server: Knex, names: string[]): Promise<string[]> =>
  server('pg_database').whereRaw('datname = any(?) and not datallowconn', [names]).pluck('datname');

/** Sessions in a database except the caller's own. */
export async function sessionsIn(server: Knex, name: string): Promise<number> {
  const [row] = await server('pg_stat_activity')
    .where({ datname: name })
    // autovacuum has no user and ends by itself
    .whereNotNull('usesysid')
    .whereRaw('pid <> pg_backend_pid()')
    .count({ n: '*' });
  return Number(row?.n ?? 0);
}

export const renameDatabase = async (server: Knex, from: string, to: string): Promise<void> => {
  await server.raw('alter database ?? rename to ??', [from, to]);
};

/** Lets nobody in any more, and ends the sessions that there are. */
export async function shut(server: Knex, name: string): Promise<void> {
  await server.raw('alter database ?? with allow_connections false', [name]);
  await server.raw('select pg_terminate_backend(pid, 5000) from pg_stat_activity where datname = ?', [name]);
}

/** Renames `present` to `old` and `next` to `present`, both or neither. No session remains in either. */
export async function switchDatabases(server: Knex, present: string, next: string, old: string): Promise<void> {
  for (const name of [present, next]) await shut(server, name);
  try {
    await server.transaction(async (trx) => {
      await trx.raw('alter database ?? rename to ??', [present, old]);
      await trx.raw('alter database ?? rename to ??', [next, present]);
      await copyMark(trx, old, present);
    });
  } finally {
    // reopen the database under its present name; the replaced one stays closed
    const { rows } = await server.raw('select datname from pg_database where datname = ?', [old]);
    for (const name of rows.length > 0 ? [present] : [present, next]) {
      await server.raw('alter database ?? with allow_connections true', [name]);
    }
  }
}
