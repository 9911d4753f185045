import knex, { type Knex } from 'knex';
import pg from 'pg';

export type { Knex };
/** Queries take either a pool or a transaction. */
export type Db = Knex | Knex.Transaction;

/** The row behind a type of the API: the same columns, with timestamps as the database returns them. */
export type RowOf<Shown, Moments extends keyof Shown> = Omit<Shown, Moments> & {
  [K in Moments]: Date | Extract<Shown[K], null>;
};

// bigint is parsed as a number: our counters and kopecks stay far below 2^53. numeric stays a string: quantities are
// exact.
pg.types.setTypeParser(pg.types.builtins.INT8, Number);

interface Migration {
  up(db: Knex): Promise<void>;
  down(db: Knex): Promise<void>;
}

/** Migrations by name, in the order of their keys; names carry no extension, so a bundle and a checkout agree. */
export type Migrations = Record<string, Migration>;

export function connect(url: string, pool: { min?: number; max: number; idleTimeoutMillis?: number }): Knex {
  return knex({
    client: 'pg',
    connection: { connectionString: url, application_name: 'ostatok' },
    pool: { min: pool.min ?? 0, max: pool.max, idleTimeoutMillis: pool.idleTimeoutMillis ?? 10_000 },
    acquireConnectionTimeout: 10_000,
  });
}

/** Throws when the database does not answer. */
export async function ping(db: Knex): Promise<void> {
  await db.raw('select 1');
}

/** The connection string of a database, for opening another kind of connection or one in another thread. */
export const urlOf = (db: Knex): string => db.client.config.connection.connectionString;

/** One migration at a time in a database: 'migr' as a number. */
const MIGRATING = 0x6d_69_67_72;

/**
 * Brings a database to the newest schema, or leaves it as it is: all new migrations are one transaction. Safe to run from
 * several processes at once. A newer schema is left alone: the previous release can run on it. `longestWaitMs` bounds the
 * wait for each table, behind which everybody else who uses it waits too; 0 is no bound.
 */
export async function migrate(db: Knex, migrations: Migrations, longestWaitMs = 0): Promise<void> {
  const names = Object.keys(migrations).sort();
  await db.transaction(async (trx) => {
    await trx.raw('select pg_advisory_xact_lock(?)', [MIGRATING]);
    // a table whose deferred checks still wait could not be altered by a later migration
    await trx.raw('set constraints all immediate');
    await trx.raw(`set local lock_timeout = ${longestWaitMs}`);
    await trx.migrate.latest({
      disableMigrationsListValidation: true,
      migrationSource: {
        getMigrations: async () => names,
        getMigrationName: (name: string) => name,
        getMigration: async (name: string) => migrations[name] as Migration,
      },
    });
  });
}

/**
 * Runs a prepared statement, which each connection parses and plans once; `$1` is the first of its values. It must name
 * its columns: if a later migration widened a `*`, it would fail on connections that have prepared it already.
 */
export async function rowsOf<Row>(db: Db, name: string, text: string, values: unknown[] = []): Promise<Row[]> {
  const { rows } = await db.raw<{ rows: Row[] }>(text).options({ name, values });
  return rows;
}

/** Escapes a text so that LIKE matches it literally. */
export const likeLiteral = (text: string): string => text.replace(/[\\%_]/g, '\\$&');
/** A LIKE pattern that matches everything containing the text. */
export const likeContaining = (text: string): string => `%${likeLiteral(text)}%`;

/** The SQLSTATE of a failed statement, such as `23505` for a violated unique key. */
export function sqlState(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}
export const UNIQUE_VIOLATION = '23505';
export const FOREIGN_KEY_VIOLATION = '23503';
/** A lock was not to be had within `lock_timeout`. */
export const LOCK_NOT_AVAILABLE = '55P03';

/** The name of the constraint that a statement violated. */
export function constraintOf(error: unknown): string | undefined {
  return error instanceof Error && 'constraint' in error && typeof error.constraint === 'string'
    ? error.constraint
    : undefined;
}
