import type { Db, Knex } from '@ostatok/kit/node/db.ts';

export async function serverVersion(db: Db): Promise<{ version: string; size: string }> {
  const { rows } = await db.raw(
    `select current_setting('server_version') as version, pg_size_pretty(pg_database_size(current_database())) as size`,
  );
  return rows[0];
}

export const appliedMigrations = (db: Db): Promise<string[]> => db('knex_migrations').orderBy('id').pluck('name');

/** Writes, reads back as an exact decimal and leaves nothing. */
export async function writeAndRead(trx: Knex.Transaction): Promise<string> {
  await trx.raw('create temporary table diagnostics_probe (quantity numeric(12, 3)) on commit drop');
  await trx('diagnostics_probe').insert([{ quantity: '0.1' }, { quantity: '0.2' }]);
  const row = await trx('diagnostics_probe').sum({ total: 'quantity' }).first();
  return row?.total;
}

export async function durability(db: Db): Promise<Record<'fsync' | 'synchronous_commit' | 'full_page_writes', string>> {
  const { rows } = await db.raw(
    `select current_setting('fsync') as fsync, current_setting('synchronous_commit') as synchronous_commit,
       current_setting('full_page_writes') as full_page_writes`,
  );
  return rows[0];
}

export async function connections(db: Db): Promise<{ used: number; most: number }> {
  const { rows } = await db.raw(
    `select (select count(*) from pg_stat_activity where backend_type = 'client backend') as used,
       current_setting('max_connections')::int as most`,
  );
  return rows[0];
}

/** Whether any role of the server may enter the platform's own database. */
export async function isOpenToAll(db: Db): Promise<boolean> {
  const { rows } = await db.raw(`select has_database_privilege('public', current_database(), 'connect') as open`);
  return rows[0].open;
}
