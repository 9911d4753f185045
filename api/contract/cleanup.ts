import * as yup from 'yup';
import { manyNames, manyUuids, searched } from './list-filters.ts';
import type { TenantStatus } from './provision.ts';

/** The actions of cleanup, in the order of their buttons. */
export const cleanupActions = [
  'orphaned_db',
  'orphaned_containers',
  'test_tenants',
  'fix_mismatches',
  'deleted_tenants',
  'orphaned_nginx',
] as const;
export type CleanupAction = (typeof cleanupActions)[number];

export const auditSources = ['database', 'host', 'ingress'] as const;

/** One of the three sources and what it reports about a tenant. */
export interface Evidence {
  source: (typeof auditSources)[number];
  says: string;
}

/** GET /admin/tenants/audit, paged, sorted and searched like any list; the statistics always cover everything. */
export interface TenantAudit {
  stats: AuditStats;
  tenants: AuditedTenant[];
  /** Resources without a tenant's row: databases, processes, site files. */
  findings: AuditFinding[];
}

export interface AuditStats {
  total: number;
  by_status: { active: number; creating: number; suspended: number };
  containers_exist: number;
  with_container_id: number;
  visible_to_users: number;
  has_issues: number;
  /** The number of active tenants that fail to start. */
  down: number;
  orphaned_db: number;
  orphaned_containers: number;
  test_tenants: number;
  /** The number of deleted tenants whose data is still kept. */
  deleted_tenants: number;
  orphaned_nginx: number;
}

export interface AuditedTenant {
  /** The same as tenant_id, for react-admin. */
  id: string;
  tenant_id: string;
  subdomain: string;
  status: TenantStatus;
  docker_status: 'running' | 'exited' | 'not_found';
  owner_email: string;
  user_status: 'active' | 'blocked' | 'deleted';
  visible_to_user: boolean;
  has_issues: boolean;
  created_at: string;
  evidence: Evidence[];
  /** Russian texts for people. */
  issues: string[];
}

export interface AuditFinding {
  action: 'orphaned_db' | 'orphaned_containers' | 'orphaned_nginx';
  key: string;
  label: string;
  bytes: number | null;
  /** False when it lacks this installation's mark: it is shown and never touched. */
  ours: boolean;
  evidence: Evidence[];
}

export const auditSorts = [
  'id',
  'tenant_id',
  'subdomain',
  'status',
  'docker_status',
  'owner_email',
  'user_status',
  'has_issues',
  'created_at',
] as const;

export const auditFilterSchema = yup.object({
  id: manyNames(),
  /** Searches in the subdomain, the owner's address and the id. */
  ...searched,
  status: yup.string().oneOf(['active', 'creating', 'suspended', 'deleted'], 'Нет такого состояния'),
  docker_status: yup.string().oneOf(['running', 'exited', 'not_found'], 'Нет такого состояния'),
  has_issues: yup.boolean().typeError('has_issues — true или false'),
});

const action = () =>
  yup
    .string()
    .typeError('Выберите действие')
    .required('Выберите действие')
    .oneOf(cleanupActions, `Действие — одно из: ${cleanupActions.join(', ')}`);

/** POST /admin/tenants/cleanup/plan → {success, plan} */
export const cleanupPlanSchema = yup.object({ action: action() });

/**
 * POST /admin/tenants/cleanup → {success, …CleanupResult, operation}. Without a plan one is made and carried out at
 * once. Items that have changed since the plan was made are skipped. 410 `plan_expired` after 15 minutes.
 */
export const cleanupSchema = yup.object({
  action: action(),
  planId: yup.string().typeError('План указан неверно').uuid('План указан неверно'),
  keys: yup
    .array()
    .of(yup.string().required().max(200))
    .typeError('keys — список')
    .min(1, 'Выберите хотя бы одну строку')
    .max(10_000),
});

export interface CleanupPlan {
  id: string;
  action: CleanupAction;
  created_at: string;
  expires_at: string;
  total: number;
  items: CleanupItem[];
}

export interface CleanupItem {
  key: string;
  label: string;
  /** The Russian description of the action and its reasons. */
  what: string;
  why: string;
  bytes: number | null;
}

/**
 * `deleted` counts databases and tenants, `removed` processes and site files, `fixed` statuses; `checked` counts the
 * tenants that fix_mismatches has checked, `found` the items of the other actions.
 */
export interface CleanupResult {
  deleted?: number;
  removed?: number;
  fixed?: number;
  found?: number;
  checked?: number;
  /** A Russian text. */
  message: string;
}

/** GET /admin/tenants/quarantine → {success, quarantine}; POST …/quarantine/:id/restore → {success, item} */
export interface QuarantineItem {
  id: string;
  action: CleanupAction;
  key: string;
  label: string;
  why: string;
  quarantined_at: string;
  /** The earliest time of the purge. */
  purge_at: string;
  status: 'taking' | 'kept' | 'restoring' | 'restored' | 'purging' | 'purged';
}
export const quarantineSorts = ['id', 'action', 'label', 'quarantined_at', 'purge_at', 'status'] as const;
export const quarantineFilterSchema = yup.object({
  id: manyUuids(),
  ...searched,
  action: yup.string().oneOf(cleanupActions, 'Нет такого действия'),
  status: yup
    .string()
    .oneOf(['taking', 'kept', 'restoring', 'restored', 'purging', 'purged'] as const, 'Нет такого состояния'),
});
