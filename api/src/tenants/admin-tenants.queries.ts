import { tenantResources } from '@ostatok/api/contract/provision.ts';
import { type Db, type Knex, likeContaining } from '@ostatok/kit/node/db.ts';
import type { TenantRow } from '../platform/tables.ts';

export interface AdminTenantRow extends TenantRow {
  user_email: string;
  /** When the provisioning was given up and why, if it failed. */
  making_failed_at: Date | null;
  making_error: string | null;
  cpu_percent: number | null;
  memory_bytes: number | null;
  database_bytes: number | null;
  disk_bytes: number | null;
}

interface AdminTenantQuery {
  ids?: string[] | undefined;
  search?: string | undefined;
  status?: string | undefined;
  owner?: string | undefined;
  bot?: string | undefined;
  awake?: boolean | undefined;
  sort: string;
  order: 'asc' | 'desc';
  offset: number;
  limit: number;
}

/** Provisions that failed; their tenants are marked as deleted, though they never worked. */
const failedMaking = (db: Db): Knex.QueryBuilder =>
  db('provisions').whereRaw('provisions.tenant_id = tenants.id').where({ 'provisions.status': 'failed' });

const withMaking = (rows: Knex.QueryBuilder): void =>
  void rows
    .joinRaw(
      `left join lateral (select p.error, p.finished_at from provisions as p
         where p.tenant_id = tenants.id and p.status = 'failed' and tenants.status = 'deleted'
         order by p.created_at desc limit 1) as making on true`,
    )
    .select('making.finished_at as making_failed_at', 'making.error as making_error');

/** The load of one that has not been measured for three minutes is not known: its process may have died. */
const withResources = (rows: Knex.QueryBuilder): void =>
  void rows.joinRaw(
    `left join (
       select tenant_id, database_bytes, disk_bytes, case when is_fresh then cpu_percent end as cpu_percent,
         case when is_fresh then memory_bytes end as memory_bytes
       from (select *, load_measured_at > now() - interval '3 minutes' as is_fresh from tenant_resources) as sample
     ) as resources on resources.tenant_id = tenants.id`,
  );

const sortColumn = (sort: string): string => {
  if (sort === 'user_email') return 'users.email';
  return tenantResources.some((name) => name === sort) ? `resources.${sort}` : `tenants.${sort}`;
};

const telegramIs = (state: string): string => `(tenants.bot_id is not null and tenants.bot_state = '${state}')`;
const maxIs = (state: string): string =>
  `exists (select from max_bots where max_bots.id = tenants.max_bot_id and max_bots.state = '${state}')`;

/** Whether a messenger of the tenant is in a state. It is well where it has one and none is in trouble. */
const botConditions: Record<string, string> = {
  none: 'tenants.bot_id is null and tenants.max_bot_id is null',
  well: `(tenants.bot_id is not null or tenants.max_bot_id is not null)
    and (tenants.bot_id is null or ${telegramIs('ok')}) and (tenants.max_bot_id is null or ${maxIs('ok')})`,
  revoked: `(${telegramIs('revoked')} or ${maxIs('revoked')})`,
  conflict: telegramIs('conflict'),
  unreachable: `(${telegramIs('unreachable')} or ${maxIs('unreachable')})`,
};

function matching(db: Db, { ids, search, status, owner, bot, awake }: AdminTenantQuery): Knex.QueryBuilder {
  const like = likeContaining(search ?? '');
  return db('tenants').modify((rows: Knex.QueryBuilder) => {
    if (ids) rows.whereIn('tenants.id', ids);
    if (status === 'down') rows.where('tenants.status', 'active').whereNotNull('tenants.start_failed_at');
    else if (status === 'failed') rows.where('tenants.status', 'deleted').whereExists(failedMaking(db));
    else if (status === 'deleted') rows.where('tenants.status', status).whereNotExists(failedMaking(db));
    else if (status) rows.where('tenants.status', status);
    // getMany also returns deleted tenants
    else if (!ids) rows.whereNot('tenants.status', 'deleted');
    if (owner) rows.whereIn('tenants.owner_id', db('users').where({ email: owner }).select('id'));
    if (bot) rows.whereRaw(botConditions[bot] ?? 'false');
    if (awake !== undefined)
      rows.where('tenants.status', 'active')[awake ? 'whereNotNull' : 'whereNull']('tenants.endpoint');
    if (!search) return;
    const owners = db('users').whereILike('email', like).select('id');
    rows.where((or) =>
      or
        .whereILike('tenants.subdomain', like)
        .orWhereILike('tenants.display_name', like)
        .orWhereIn('tenants.owner_id', owners),
    );
  });
}

/** Selects only the ids; the page's rows are then read in full. */
function pageOf(db: Db, query: AdminTenantQuery): Promise<string[]> {
  const column = sortColumn(query.sort);
  return matching(db, query)
    .modify((rows: Knex.QueryBuilder) => {
      if (column.startsWith('users.')) rows.join('users', 'users.id', 'tenants.owner_id');
      if (column.startsWith('resources.')) withResources(rows);
    })
    .orderBy([
      { column, order: query.order, nulls: 'last' },
      { column: 'tenants.number', order: query.order },
    ])
    .offset(query.offset)
    .limit(query.limit)
    .pluck<string[]>('tenants.id');
}

export async function listForAdmin(
  db: Db,
  query: AdminTenantQuery,
): Promise<{ rows: AdminTenantRow[]; total: number }> {
  const [[counted], ids] = await Promise.all([matching(db, query).count({ n: '*' }), pageOf(db, query)]);
  const rows: AdminTenantRow[] = await db('tenants')
    .join('users', 'users.id', 'tenants.owner_id')
    .whereIn('tenants.id', ids)
    .select('tenants.*', 'users.email as user_email', ...tenantResources.map((name) => `resources.${name}`))
    .modify(withMaking)
    .modify(withResources);
  const place = new Map(ids.map((id, at) => [id, at]));
  rows.sort((a, b) => (place.get(a.id) ?? 0) - (place.get(b.id) ?? 0));
  return { rows, total: Number(counted?.n ?? 0) };
}

export interface TenantDetailsRow extends AdminTenantRow {
  user_name: string;
  user_status: 'active' | 'blocked' | 'deleted';
  plan_name: string | null;
  plan_display_name: string | null;
  subscription_status: string | null;
  period_end: Date | null;
  bot_state: 'ok' | 'revoked' | 'conflict' | 'unreachable';
}

export const findDetails = (db: Db, id: string): Promise<TenantDetailsRow | undefined> =>
  db('tenants')
    .join('users', 'users.id', 'tenants.owner_id')
    .leftJoin('subscriptions', 'subscriptions.user_id', 'users.id')
    .leftJoin('plans', 'plans.id', 'subscriptions.plan_id')
    .where('tenants.id', id)
    .modify(withMaking)
    .modify(withResources)
    .first(
      'tenants.*',
      'users.email as user_email',
      'users.name as user_name',
      db.raw(`case when users.deleted_at is null then users.status else 'deleted' end as user_status`) as never,
      ...tenantResources.map((name) => `resources.${name}`),
      'plans.name as plan_name',
      'plans.display_name as plan_display_name',
      'subscriptions.status as subscription_status',
      'subscriptions.current_period_end as period_end',
    );

export interface LastBackup {
  id: string;
  bytes: number;
  finished_at: Date;
  verified_at: Date | null;
}

export const findLastBackup = (db: Db, tenantId: string): Promise<LastBackup | undefined> =>
  db('backups')
    .where({ tenant_id: tenantId, status: 'done' })
    .orderBy('finished_at', 'desc')
    .first('id', 'bytes', 'finished_at', 'verified_at');

/** Null when there is no such database. */
export async function databaseBytes(server: Db, name: string): Promise<number | null> {
  const { rows } = await server.raw('select pg_database_size(oid) as bytes from pg_database where datname = ?', [name]);
  return rows[0]?.bytes ?? null;
}

export async function findOwnerId(db: Db, email: string): Promise<number | undefined> {
  const user = await db('users').where({ email }).whereNull('deleted_at').first('id');
  return user?.id;
}
