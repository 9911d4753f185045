import { type Db, type Knex, sqlState } from '@ostatok/kit/node/db.ts';

const CONCURRENT_CATALOGUE_UPDATE = 'XX000';

/** Of this database under its present name: a copy beside it, as for trying out, is an installation of its own. */
export async function findOrMakeInstallation(db: Db, id: string): Promise<string> {
  await db.raw('insert into installations (id, database) values (?, current_database()) on conflict do nothing', [id]);
  const { rows } = await db.raw('select id from installations where database = current_database()');
  return rows[0].id;
}

/** Venues that have a database, or had one and may again. */
export const pluckUnpurged = (db: Db): Promise<string[]> => db('tenants').whereNull('purged_at').pluck('id');

export interface Marked {
  name: string;
  /** null: nobody's. */
  mark: string | null;
}

/** Databases and roles that bear a venue's name, whoever made them. */
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

/** Who made it, written on the thing itself: what is on it already stays. */
export async function markAs(server: Knex, kind: 'database' | 'role', name: string, mark: string): Promise<void> {
  const { rows } = await server.raw(`select format('comment on ${kind} %I is %L', ?::text, ?::text) as sql`, [
    name,
    mark,
  ]);
  try {
    await server.raw(rows[0].sql);
  } catch (error) {
    // another process marks it at this very moment
    if (sqlState(error) !== CONCURRENT_CATALOGUE_UPDATE) throw error;
  }
}
