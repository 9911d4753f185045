import type { Db, Knex } from '@ostatok/kit/node/db.ts';

export async function serverVersion(db: Db): Promise<{ version: string; size: string }> {
  const { rows } = await db.raw(
    `select current_setting('server_version') as version, pg_size_pretty(pg_database_size(current_database())) as size`,
  );
  return rows[0];
}

export const appliedMigrations = (db: Db): Promise<string[]> => db('knex_migrations').orderBy('id').pluck('name');

/** Writes decimals, reads back their exact sum and leaves nothing behind. */
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

/** Whether every role of the server may connect to the platform's own database. */
export async function isOpenToAll(db: Db): Promise<boolean> {
  const { rows } = await db.raw(`select has_database_privilege('public', current_database(), 'connect') as open`);
  return rows[0].open;
}

/**
 * Lists temporary accounts of checks with their tenants. A registered person has consented, whatever the address, and
 * is left out. `age` is in milliseconds.
 */
export async function listProbes(db: Db, domain: string): Promise<{ id: number; age: number; venues: string[] }[]> {
  const { rows } = await db.raw(
    `select u.id, (extract(epoch from now() - u.created_at) * 1000)::float8 as age,
            array(select t.id from tenants t where t.owner_id = u.id and t.purged_at is null) as venues
       from users u where u.email ~ ? and u.consent_at is null`,
    [`^check-[0-9a-f]{16}@${domain.replaceAll('.', '\\.')}$`],
  );
  return rows;
}

/** Deletes the account with the rows of its tenants, which are purged already. */
export async function deleteProbe(trx: Knex.Transaction, id: number): Promise<void> {
  await trx('tenants').where({ owner_id: id }).whereNotNull('purged_at').delete();
  await trx('users').where({ id }).delete();
}

/** Deletes a bot that the sandbox's Bot API made for a check. */
export async function deleteProbeBot(db: Db, id: number): Promise<void> {
  await db('sandbox_bots').where({ id }).delete();
}

/** Deletes bots that checks of dead processes have left; a bot that a tenant uses stays. */
export const deleteOldProbeBots = (db: Db, olderThanMs: number): Promise<number> =>
  db('sandbox_bots')
    .whereRaw(`username ~ '^check_[0-9a-f]{16}_bot$' and created_at <= now() - ? * interval '1 millisecond'`, [
      olderThanMs,
    ])
    .whereNotExists(
      db('tenants').whereRaw('tenants.bot_id = sandbox_bots.id').whereNull('purged_at').select(db.raw('1')),
    )
    .delete();

const distinct = (column: 'category' | 'brand'): string => `(
  with recursive seen as (
    (select ${column} as one from aliases where ${column} is not null order by ${column} limit 1)
    union all
    select (select a.${column} from aliases a where a.${column} > seen.one order by a.${column} limit 1)
      from seen where seen.one is not null)
  select count(one)::int from seen)`;

/** Counts distinct values by skipping along the columns' indexes, so that a million rows take no time. */
export async function countGroups(db: Db): Promise<{ categories: number; brands: number }> {
  const { rows } = await db.raw(`select ${distinct('category')} as categories, ${distinct('brand')} as brands`);
  return rows[0];
}

export const databaseSize = async (db: Db): Promise<number> =>
  (await db.raw('select pg_database_size(current_database()) as bytes')).rows[0].bytes;

/** Lists the largest tables first. */
export async function tableSizes(db: Db, limit: number): Promise<{ name: string; bytes: number }[]> {
  const { rows } = await db.raw(
    `select relname as name, pg_total_relation_size(oid) as bytes from pg_class
      where relkind = 'r' and relnamespace = 'public'::regnamespace order by 2 desc limit ?`,
    [limit],
  );
  return rows;
}

/** Returns the sizes of those databases that exist. */
export async function databaseSizes(server: Db, names: string[]): Promise<Map<string, number>> {
  const { rows } = await server.raw(
    'select datname as name, pg_database_size(oid) as bytes from pg_database where datname = any(?)',
    [names],
  );
  return new Map(rows.map((row: { name: string; bytes: number }) => [row.name, row.bytes]));
}

export async function countActiveUsers(db: Db): Promise<number> {
  const [row] = await db('users').whereNull('deleted_at').where({ status: 'active' }).count({ n: '*' });
  return Number(row?.n ?? 0);
}

/** Active tenants that run in some process of ours, or those that sleep; tenants that fail to start are left out. */
export const activeVenues = (db: Db, running: boolean, limit: number): Promise<{ id: string; subdomain: string }[]> =>
  db('tenants')
    .where({ status: 'active' })
    .modify(
      (rows) => void (running ? rows.whereNotNull('endpoint') : rows.where({ endpoint: null, start_failed_at: null })),
    )
    .orderBy('last_active_at', 'asc')
    .limit(limit)
    .select('id', 'subdomain');

/** Active tenants that fail to start, the longest failing first. */
export const downVenues = (db: Db, limit: number): Promise<{ subdomain: string; start_failure: string }[]> =>
  db('tenants')
    .where({ status: 'active' })
    .whereNotNull('start_failed_at')
    .orderBy('start_failed_at')
    .limit(limit)
    .select('subdomain', 'start_failure');

export const subdomainsOf = async (db: Db, ids: string[]): Promise<Map<string, string>> =>
  new Map(
    (await db('tenants').whereIn('id', ids).select('id', 'subdomain')).map(({ id, subdomain }) => [id, subdomain]),
  );
