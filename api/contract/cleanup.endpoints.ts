import { flag, integer, listOf, oneOf, text, time } from '@ostatok/kit/contract/answers.ts';
import { defineEndpoints } from '@ostatok/kit/contract/endpoint.ts';
import * as yup from 'yup';
import {
  auditFilterSchema,
  auditSorts,
  auditSources,
  cleanupActions,
  cleanupPlanSchema,
  cleanupSchema,
  processStates,
  quarantineFilterSchema,
  quarantineSorts,
  quarantineStatuses,
} from './cleanup.ts';
import { operationSchema } from './operations.endpoints.ts';

/** One of the three sources and what it reports about a tenant. */
const evidenceSchema = yup.object({ source: oneOf(auditSources), says: text() });
export type Evidence = yup.InferType<typeof evidenceSchema>;

/** The statistics always cover everything. */
const statsSchema = yup.object({
  total: integer(),
  by_status: yup.object({ active: integer(), creating: integer(), suspended: integer() }),
  containers_exist: integer(),
  with_container_id: integer(),
  visible_to_users: integer(),
  has_issues: integer(),
  /** The number of active tenants that fail to start. */
  down: integer(),
  orphaned_db: integer(),
  orphaned_containers: integer(),
  test_tenants: integer(),
  /** The number of deleted tenants whose data is still kept. */
  deleted_tenants: integer(),
  orphaned_nginx: integer(),
});
export type AuditStats = yup.InferType<typeof statsSchema>;

const auditedTenantSchema = yup.object({
  /** The same as tenant_id, for react-admin. */
  id: text(),
  tenant_id: text(),
  subdomain: text(),
  status: oneOf(['active', 'creating', 'suspended', 'deleted']),
  docker_status: oneOf(processStates),
  owner_email: text(),
  user_status: oneOf(['active', 'blocked', 'deleted']),
  visible_to_user: flag(),
  has_issues: flag(),
  created_at: time(),
  evidence: listOf(evidenceSchema),
  /** Russian texts for people. */
  issues: listOf(text()),
});
export type AuditedTenant = yup.InferType<typeof auditedTenantSchema>;

/** A resource without a tenant's row: a database, a process, a site file. */
const findingSchema = yup.object({
  action: oneOf(['orphaned_db', 'orphaned_containers', 'orphaned_nginx']),
  key: text(),
  label: text(),
  bytes: integer().nullable(),
  /** False when it lacks this installation's mark: it is shown and never touched. */
  ours: flag(),
  evidence: listOf(evidenceSchema),
});
export type AuditFinding = yup.InferType<typeof findingSchema>;

const auditSchema = yup.object({
  stats: statsSchema,
  tenants: listOf(auditedTenantSchema),
  findings: listOf(findingSchema),
});
export type TenantAudit = yup.InferType<typeof auditSchema>;

const itemSchema = yup.object({
  key: text(),
  label: text(),
  /** The Russian description of the action and its reasons. */
  what: text(),
  why: text(),
  bytes: integer().nullable(),
});
export type CleanupItem = yup.InferType<typeof itemSchema>;

const planSchema = yup.object({
  id: text(),
  action: oneOf(cleanupActions),
  created_at: time(),
  expires_at: time(),
  total: integer(),
  items: listOf(itemSchema),
});
export type CleanupPlan = yup.InferType<typeof planSchema>;

/**
 * `deleted` counts databases and tenants, `removed` processes and site files, `fixed` statuses; `checked` counts the
 * tenants that fix_mismatches has checked, `found` the items of the other actions.
 */
const resultSchema = yup.object({
  deleted: integer().optional(),
  removed: integer().optional(),
  fixed: integer().optional(),
  found: integer().optional(),
  checked: integer().optional(),
  /** A Russian text. */
  message: text(),
});
export type CleanupResult = yup.InferType<typeof resultSchema>;

const quarantineItemSchema = yup.object({
  id: text(),
  action: oneOf(cleanupActions),
  key: text(),
  label: text(),
  why: text(),
  quarantined_at: time(),
  /** The earliest time of the purge. */
  purge_at: time(),
  status: oneOf(quarantineStatuses),
});
export type QuarantineItem = yup.InferType<typeof quarantineItemSchema>;

export const auditEndpoints = defineEndpoints({
  'GET /api/admin/tenants/audit': {
    summary: 'The database, the host and the ingress compared',
    access: 'admin',
    list: {
      within: 'audit',
      rows: 'tenants',
      sorts: auditSorts,
      sort: 'created_at',
      order: 'desc',
      limit: 1000,
      filter: auditFilterSchema,
    },
    answer: yup.object({ audit: auditSchema }),
  },
});

export const cleanupEndpoints = defineEndpoints({
  'POST /api/admin/tenants/cleanup/plan': {
    summary: 'What a cleanup would take, and why',
    access: 'admin',
    body: cleanupPlanSchema,
    answer: yup.object({ plan: planSchema }),
  },
  /**
   * Without a plan one is made and carried out at once. Items that have changed since the plan was made are skipped. 410
   * `plan_expired` after 15 minutes. The operation is null when there is nothing to do.
   */
  'POST /api/admin/tenants/cleanup': {
    summary: 'Do it; what goes is kept in quarantine first',
    access: 'admin',
    body: cleanupSchema,
    answer: resultSchema.shape({ operation: operationSchema.nullable() }),
  },
  'GET /api/admin/tenants/quarantine': {
    summary: 'What is kept before it goes',
    access: 'admin',
    list: {
      rows: 'quarantine',
      sorts: quarantineSorts,
      sort: 'quarantined_at',
      order: 'desc',
      filter: quarantineFilterSchema,
    },
    answer: yup.object({ quarantine: listOf(quarantineItemSchema) }),
  },
  'POST /api/admin/tenants/quarantine/:id/restore': {
    summary: 'Bring it back',
    access: 'admin',
    answer: yup.object({ message: text(), item: quarantineItemSchema }),
  },
});
