import { type Knex, sqlState } from '@ostatok/kit/node/db.ts';
import { scramVerifier } from './scram-verifier.ts';

/** A tenant pools at most three connections; the rest is for a backup and a second process during a restart. */
const CONNECTION_LIMIT = 12;

async function exists(server: Knex, table: 'pg_roles' | 'pg_database', name: string): Promise<boolean> {
  const column = table === 'pg_roles' ? 'rolname' : 'datname';
  return Boolean(
    await server(table)
      .where({ [column]: name })
      .first(column),
  );
}

/**
 * Creates a role that may only sign in, and its database; `name` is used for both. Repeating it renews the password.
 * DDL takes no bindings, so names and the password's verifier are quoted by PostgreSQL's own format().
 */
export async function createTenantDatabase(server: Knex, name: string, password: string): Promise<void> {
  const run = async (statement: string, ...values: string[]): Promise<void> => {
    const places = values.map(() => '?::text').join(', ');
    const { rows } = await server.raw(
      `select format(${[`'${statement}'`, places].filter(Boolean).join(', ')}) as sql`,
      values,
    );
    await server.raw(rows[0].sql.replaceAll('?', '\\?'));
  };
  if (!(await exists(server, 'pg_roles', name))) await run('create role %I', name);
  await run(
    `alter role %I with login password %L nosuperuser nocreatedb nocreaterole noreplication connection limit ${CONNECTION_LIMIT}`,
    name,
    await scramVerifier(password),
  );
  await run('alter role %I set statement_timeout = %L', name, '60s');
  await run('alter role %I set idle_in_transaction_session_timeout = %L', name, '60s');
  if (!(await exists(server, 'pg_database', name))) {
    // a platform that is no superuser may give a database only to a role it is a member of
    await run('grant %I to current_user', name);
    // by default PostgreSQL lets every role into a new database, so it is opened only when that right is revoked
    await run('create database %I owner %I allow_connections false', name, name);
  }
  await run('revoke all on database %I from public', name);
  await run('alter database %I with allow_connections true', name);
}

/** Lists trial databases and roles; a name is the prefix, the time in milliseconds, and a random part. */
export async function listTrials(server: Knex, prefix: string): Promise<string[]> {
  const { rows } = await server.raw(
    `select datname as name from pg_database where datname ~ ? union select rolname from pg_roles where rolname ~ ?`,
    [`^${prefix}\\d{13}_[0-9a-f]{8}$`, `^${prefix}\\d{13}_[0-9a-f]{8}$`],
  );
  return rows.map(({ name }: { name: string }) => name);
}

/** A database's owner may make a template of it, which nobody can drop. */
export async function dropOwnedDatabase(server: Knex, name: string): Promise<void> {
  if (!(await exists(server, 'pg_database', name))) return;
  await server.raw('alter database ?? is_template false', [name]);
  await server.raw('drop database if exists ?? with (force)', [name]);
}

const DEPENDENT_OBJECTS = '2BP01';

/**
 * Another tenant may have granted the role a right in its own database, where the platform does not enter. Such a role
 * stays as a bare name that cannot sign in.
 */
export async function dropTenantRole(server: Knex, name: string): Promise<void> {
  try {
    await server.raw('drop role if exists ??', [name]);
  } catch (error) {
    if (sqlState(error) !== DEPENDENT_OBJECTS) throw error;
    await server.raw('alter role ?? nologin password null', [name]);
  }
}

/**
 * Ends the sessions and drops the database, its role, and copies left by a restore, which the role owns too; harmless
 * when nothing exists.
 */
export async function dropTenantDatabase(server: Knex, name: string): Promise<void> {
  const owned: string[] = await server('pg_database').whereRaw('pg_get_userbyid(datdba) = ?', [name]).pluck('datname');
  for (const database of new Set([name, ...owned])) await dropOwnedDatabase(server, database);
  await dropTenantRole(server, name);
}

/** Keeps the data and lets nobody sign in to it any more. */
export async function closeTenantDatabase(server: Knex, name: string): Promise<void> {
  if (!(await exists(server, 'pg_roles', name))) return;
  await server.raw('alter role ?? nologin', [name]);
  await server.raw('select pg_terminate_backend(pid) from pg_stat_activity where usename = ?', [name]);
}

const CONCURRENT_CATALOGUE_UPDATE = 'XX000';

/** Closes our databases that are not a tenant's: by default PostgreSQL lets every role into every database. */
export async function shutOtherDatabases(server: Knex): Promise<void> {
  const { rows } = await server.raw(
    `select datname from pg_database
      where datallowconn and has_database_privilege('public', oid, 'connect')
        and ((select rolsuper from pg_roles where rolname = current_user) or pg_get_userbyid(datdba) = current_user)
        and datname in ('postgres', 'template1', current_database())`,
  );
  for (const { datname } of rows as { datname: string }[]) {
    try {
      await server.raw('revoke connect, temporary on database ?? from public', [datname]);
    } catch (error) {
      // another platform on this server is doing the same
      if (sqlState(error) !== CONCURRENT_CATALOGUE_UPDATE) throw error;
    }
  }
}

/** Lists other databases that the role could enter: none, unless the server holds databases of others. */
export async function reachableBy(server: Knex, role: string): Promise<string[]> {
  const { rows } = await server.raw(
    `select datname from pg_database where datallowconn and datname <> ? and has_database_privilege(?, oid, 'connect')`,
    [role, role],
  );
  return rows.map((row: { datname: string }) => row.datname);
}
