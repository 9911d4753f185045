import type { AuditedTenant, AuditStats } from '@ostatok/api/contract/cleanup.endpoints.ts';
import { type Db, likeContaining } from '@ostatok/kit/node/db.ts';

/** Things that exist outside the platform's database. */
export interface Outside {
  hosted: { id: string; state: 'running' | 'exited' | 'stopped' }[];
  /** Names of tenants' databases on their server. */
  databases: string[];
  /** Undefined when the ingress keeps no file per tenant. */
  sites: string[] | undefined;
}

export type IssueCode = 'stuck' | 'down' | 'crashed' | 'no_database' | 'owner_gone' | 'running' | 'no_site';

export interface AuditRow {
  id: string;
  subdomain: string;
  status: AuditedTenant['status'];
  /** What the host itself says; null where it knows nothing of the tenant. */
  host_state: Outside['hosted'][number]['state'] | null;
  docker_status: AuditedTenant['docker_status'];
  owner_email: string;
  user_status: AuditedTenant['user_status'];
  endpoint: string | null;
  start_failure: string | null;
  has_database: boolean;
  has_site: boolean;
  visible: boolean;
  created_at: Date;
  deleted_at: Date | null;
  purged_at: Date | null;
  issues: IssueCode[];
}

export interface AuditQuery {
  ids?: string[] | undefined;
  search?: string | undefined;
  status?: string | undefined;
  docker_status?: string | undefined;
  has_issues?: boolean | undefined;
  sort: string;
  order: 'asc' | 'desc';
  offset: number;
  limit: number;
}

/**
 * Joins what the three sources say. An idle tenant has no process, so only a process that has exited unasked is an
 * issue.
 */
const AUDITED = `
  with hosted(id, state) as (select * from unnest(cast(:hostedIds as text[]), cast(:states as text[]))),
  databases(id) as (select distinct unnest(cast(:databases as text[]))),
  sites(name) as (select distinct unnest(cast(:sites as text[]))),
  joined as (
    select t.id, t.number, t.subdomain, t.status, t.endpoint, t.created_at, t.start_failed_at, t.start_failure, t.deleted_at, t.purged_at,
      u.email as owner_email,
      case when u.deleted_at is null then u.status else 'deleted' end as user_status,
      h.state as host_state,
      case h.state when 'stopped' then 'exited' else coalesce(h.state, 'not_found') end as docker_status,
      d.id is not null as has_database, s.name is not null as has_site,
      t.status <> 'deleted' and u.deleted_at is null as visible
    from tenants t join users u on u.id = t.owner_id
      left join hosted h on h.id = t.id
      left join databases d on d.id = t.id
      left join sites s on s.name = t.subdomain
  ),
  audited as (
    select joined.*, array_remove(array[
      case when status = 'creating' and created_at < :stuckBefore then 'stuck' end,
      case when status = 'active' and start_failed_at is not null then 'down' end,
      case when status = 'active' and host_state = 'exited' and start_failed_at is null then 'crashed' end,
      case when status in ('active', 'suspended') and not has_database then 'no_database' end,
      case when status <> 'deleted' and user_status = 'deleted' then 'owner_gone' end,
      case when status in ('suspended', 'deleted') and docker_status = 'running' then 'running' end,
      case when :hasSites and status in ('active', 'suspended') and not has_site then 'no_site' end
    ], null) as issues from joined
  )`;

const bindingsOf = ({ hosted, databases, sites }: Outside, stuckBefore: Date) => ({
  hostedIds: hosted.map(({ id }) => id),
  states: hosted.map(({ state }) => state),
  databases,
  sites: sites ?? [],
  hasSites: sites !== undefined,
  stuckBefore,
});

type RowStats = Omit<AuditStats, 'by_status' | 'orphaned_db' | 'orphaned_containers' | 'orphaned_nginx'> &
  AuditStats['by_status'];

/** Counts all tenants exactly. */
export async function countAudited(db: Db, outside: Outside, stuckBefore: Date, testPrefix: string): Promise<RowStats> {
  const { rows } = await db.raw(
    `${AUDITED}
    select count(*) filter (where status <> 'deleted') as total,
      count(*) filter (where status = 'active') as active,
      count(*) filter (where status = 'creating') as creating,
      count(*) filter (where status = 'suspended') as suspended,
      count(*) filter (where status <> 'deleted' and docker_status <> 'not_found') as containers_exist,
      count(*) filter (where status <> 'deleted' and endpoint is not null) as with_container_id,
      count(*) filter (where visible) as visible_to_users,
      count(*) filter (where cardinality(issues) > 0) as has_issues,
      count(*) filter (where 'down' = any(issues)) as down,
      count(*) filter (where status <> 'deleted' and starts_with(subdomain, :testPrefix)) as test_tenants,
      count(*) filter (where status = 'deleted' and purged_at is null) as deleted_tenants
    from audited`,
    { ...bindingsOf(outside, stuckBefore), testPrefix },
  );
  return rows[0];
}

const SORTS: Record<string, string> = { id: 'number', tenant_id: 'id', has_issues: 'cardinality(issues)' };

export async function listAudited(
  db: Db,
  outside: Outside,
  stuckBefore: Date,
  query: AuditQuery,
): Promise<{ rows: AuditRow[]; total: number }> {
  const { rows } = await db.raw(
    `${AUDITED}
    select *, count(*) over () as total from audited
    where (cast(:status as text) is null or status = :status)
      and (cast(:dockerStatus as text) is null or docker_status = :dockerStatus)
      and (cast(:hasIssues as boolean) is null or (cardinality(issues) > 0) = :hasIssues)
      and (cast(:ids as text[]) is null or id = any(:ids))
      and (cast(:like as text) is null or subdomain ilike :like or owner_email ilike :like or id ilike :like)
    order by ${SORTS[query.sort] ?? query.sort} ${query.order}, number ${query.order}
    offset :offset limit :limit`,
    {
      ...bindingsOf(outside, stuckBefore),
      status: query.status ?? null,
      dockerStatus: query.docker_status ?? null,
      hasIssues: query.has_issues ?? null,
      ids: query.ids ?? null,
      like: query.search ? likeContaining(query.search) : null,
      offset: query.offset,
      limit: query.limit,
    },
  );
  // past the end there are no rows to take the total from
  if (rows.length === 0 && query.offset > 0) {
    const { total } = await listAudited(db, outside, stuckBefore, { ...query, offset: 0, limit: 1 });
    return { rows: [], total };
  }
  return { rows, total: rows[0]?.total ?? 0 };
}

/** Returns those of these ids that no tenant's row has. */
export async function withoutRow(db: Db, ids: string[]): Promise<string[]> {
  const { rows } = await db.raw(
    'select id from unnest(?::text[]) as given(id) where not exists (select from tenants t where t.id = given.id)',
    [ids],
  );
  return rows.map(({ id }: { id: string }) => id);
}

/** Returns those of these ids that belong to no existing tenant. */
export async function notLiving(db: Db, ids: string[]): Promise<string[]> {
  const { rows } = await db.raw(
    `select id from unnest(?::text[]) as given(id)
      where not exists (select from tenants t where t.id = given.id and t.status <> 'deleted')`,
    [ids],
  );
  return rows.map(({ id }: { id: string }) => id);
}

/** Returns those of these site names that are no existing tenant's subdomain. */
export async function unknownSites(db: Db, names: string[]): Promise<string[]> {
  const { rows } = await db.raw(
    `select name from unnest(?::text[]) as given(name)
      where not exists (select from tenants t where t.subdomain = given.name and t.status <> 'deleted')`,
    [names],
  );
  return rows.map(({ name }: { name: string }) => name);
}
