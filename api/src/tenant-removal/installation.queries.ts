import { type Db, type Knex, sqlState } from '@ostatok/kit/node/db.ts';

const CONCURRENT_CATALOGUE_UPDATE = 'XX000';

/**
 * Finds or makes the id of this database under its present name: a copy under another name, as for trials, is a
 * separate installation.
 */
export async function findOrMakeInstallation(db: Db, id: string): Promise<string> {
  await db.raw('insert into installations (id, database) values (?, current_database()) on conflict do nothing', [id]);
  const { rows } = await db.raw('select id from installations where database = current_database()');
  return rows[0].id;
}

/** Tenants that have a database, or had one and may have it again. */
export const pluckUnpurged = (db: Db): Promise<string[]> => db('tenants').whereNull('purged_at').pluck('id');

export interface Marked {
  name: string;
  /** The mark of the installation; null when there is none. */
  mark: string | null;
}

/** Lists databases and roles named like a tenant's, whoever made them. */
export async function listVenueDatabases(server: Db): Promise<Marked[]> {
  const { rows } = await server.raw(
    `select datname as name, shobj_description(oid, 'pg_database') as mark
       from pg_database where datname ~ '^t[a-z0-9]{10}$'`,
  );
  return rows;
}
export async function listVenueRoles(server: Db): Promise<Marked[]> {
  const { rows } = await server.raw(
    `select rolname as name, shobj_description(oid, 'pg_authid') as mark
       from pg_roles where rolname ~ '^t[a-z0-9]{10}$'`,
  );
  return rows;
}

/** Writes the installation's mark on a database or role as a comment; an existing comment stays. */
export async function markAs(server: Knex, kind: 'database' | 'role', name: string, mark: string): Promise<void> {
  const { rows } = await server.raw(`select format('comment on ${kind} %I is %L', ?::text, ?::text) as sql`, [
    name,
    mark,
  ]);
  try {
    await server.raw(rows[0].sql);
  } catch (error) {
    // another process is marking it at the same time
    if (sqlState(error) !== CONCURRENT_CATALOGUE_UPDATE) throw error;
  }
}
