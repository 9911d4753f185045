import type { AuditedTenant, TenantAudit } from '@ostatok/api/contract/cleanup.ts';
import type { Knex } from '@ostatok/kit/node/db.ts';
import type { Host, Hosted } from '../hosting/host.ts';
import { type AuditRow, listTenantDatabases, listTenantsForAudit } from './cleanup.queries.ts';

const TEST_PREFIX = 'test-';
/** A venue takes seconds to make: one that is being made for longer is stuck. */
const STUCK_MS = 10 * 60_000;

/** An ingress that keeps a file per venue names the venues it has; the built-in one keeps none. */
export interface AuditedIngress {
  sites?(): Promise<string[]>;
}

interface Findings {
  rows: AuditRow[];
  hosted: Map<string, Hosted>;
  databases: Set<string>;
  sites: string[];
}

function hasIssues(row: AuditRow, { hosted, databases }: Findings, now: Date): boolean {
  const state = hosted.get(row.id)?.state ?? 'not_found';
  switch (row.status) {
    case 'creating':
      return now.getTime() - row.created_at.getTime() > STUCK_MS;
    case 'active':
      // an idle venue sleeps, so no process is no fault; a crashed one is
      return state === 'exited' || !databases.has(row.id) || row.owner_deleted;
    case 'suspended':
      return state === 'running' || !databases.has(row.id);
    case 'deleted':
      return state === 'running';
  }
}

function toAudited(row: AuditRow, findings: Findings, now: Date): AuditedTenant {
  return {
    tenant_id: row.id,
    subdomain: row.subdomain,
    status: row.status,
    docker_status: findings.hosted.get(row.id)?.state ?? 'not_found',
    owner_email: row.owner_email,
    user_status: row.owner_deleted ? 'deleted' : row.owner_status,
    visible_to_user: row.status !== 'deleted' && !row.owner_deleted,
    has_issues: hasIssues(row, findings, now),
    created_at: row.created_at.toISOString(),
  };
}

function toAudit(findings: Findings, now: Date): TenantAudit {
  const { rows, hosted, databases, sites } = findings;
  const tenants = rows.map((row) => toAudited(row, findings, now));
  const living = rows.filter((row) => row.status !== 'deleted');
  const livingIds = new Set(living.map((row) => row.id));
  const livingSubdomains = new Set(living.map((row) => row.subdomain));
  const knownIds = new Set(rows.map((row) => row.id));
  const count = (status: AuditRow['status']): number => rows.filter((row) => row.status === status).length;
  const present = [...hosted.values()].filter((tenant) => tenant.state !== 'not_found');
  return {
    stats: {
      total: living.length,
      by_status: { active: count('active'), creating: count('creating'), suspended: count('suspended') },
      containers_exist: present.filter((tenant) => livingIds.has(tenant.id)).length,
      with_container_id: living.filter((row) => row.endpoint !== null).length,
      visible_to_users: tenants.filter((tenant) => tenant.visible_to_user).length,
      has_issues: tenants.filter((tenant) => tenant.has_issues).length,
      // a deleted venue's database stays for its term of grace, so it still belongs to somebody
      orphaned_db: [...databases].filter((name) => !knownIds.has(name)).length,
      orphaned_containers: present.filter((tenant) => !livingIds.has(tenant.id)).length,
      test_tenants: living.filter((row) => row.subdomain.startsWith(TEST_PREFIX)).length,
      deleted_tenants: count('deleted'),
      orphaned_nginx: sites.filter((site) => !livingSubdomains.has(site)).length,
    },
    tenants,
  };
}

/** Compares what the platform believes with what is really there. Changes nothing. */
export function createCleanup({
  db,
  host,
  ingress,
  now = () => new Date(),
}: {
  db: Knex;
  host: Pick<Host, 'list'>;
  ingress: AuditedIngress;
  now?: () => Date;
}) {
  return {
    async audit(): Promise<TenantAudit> {
      const [rows, hosted, databases, sites] = await Promise.all([
        listTenantsForAudit(db),
        host.list(),
        listTenantDatabases(db),
        ingress.sites?.() ?? [],
      ]);
      const found = { rows, hosted: new Map(hosted.map((one) => [one.id, one])), databases: new Set(databases), sites };
      return toAudit(found, now());
    },
  };
}
export type Cleanup = ReturnType<typeof createCleanup>;
