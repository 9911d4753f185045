import { flag, integer, listOf, number, oneOf, text, time } from '@ostatok/kit/contract/answers.ts';
import { defineEndpoints } from '@ostatok/kit/contract/endpoint.ts';
import * as yup from 'yup';
import { maxBotSchema } from './max.ts';
import {
  adminTenantFilterSchema,
  adminTenantSorts,
  botStates,
  checkSubdomainSchema,
  keepTenantsSchema,
  setTenantStatusSchema,
  suggestSubdomainSchema,
  suspenders,
  tenantLogsSchema,
  tenantStatuses,
} from './provision.ts';

/** Roubles; the shortage is not above zero; `withoutCost` lines differ and are in no sum. */
const lastCountSchema = yup.object({
  title: text(),
  closedAt: text(),
  shortage: number(),
  surplus: number(),
  withoutCost: integer(),
});

/** `people`: who has entered something in the last quarter of an hour. */
const openCountSchema = yup.object({
  title: text(),
  openedAt: text(),
  lines: integer(),
  counted: integer(),
  people: listOf(text()),
});

const factsSchema = yup.object({
  userCount: integer(),
  itemCount: integer().optional(),
  lastChangeAt: text().nullable().optional(),
  lastCount: lastCountSchema.nullable().optional().default(undefined),
  openCount: openCountSchema.nullable().optional().default(undefined),
});
export type VenueFacts = yup.InferType<typeof factsSchema>;

/** A tenant as its owner sees it. */
export const tenantSchema = yup.object({
  /** The same as tenant_id. */
  id: text(),
  tenant_id: text(),
  subdomain: text(),
  display_name: text(),
  status: oneOf(tenantStatuses),
  web_url: text(),
  bot_username: text().nullable(),
  /** `revoked`: Telegram refuses its token, and it has to be replaced; `conflict`: another program takes its messages. */
  bot_state: oneOf(['ok', 'revoked', 'conflict', 'unreachable']),
  /** Null where it takes no messages of MAX. */
  max: maxBotSchema.nullable(),
  created_at: time(),
  /** What it told last: figures of one that sleeps stand still. */
  stats: factsSchema.nullable(),
  /** Present when it is suspended. */
  suspended_by: oneOf(suspenders).optional(),
  /**
   * In a list of the owner's: its place, from 1, where the plan allows fewer than there are. The first are those that the
   * owner has chosen, then the oldest. Absent where an administrator has suspended it: it takes no place then.
   */
  keep_rank: integer().optional(),
});
export type Tenant = yup.InferType<typeof tenantSchema>;

const adminTenantSchema = yup.object({
  /** The same as tenant_id, for react-admin. */
  id: text(),
  tenant_id: text(),
  subdomain: text(),
  display_name: text(),
  user_email: text(),
  status: oneOf(tenantStatuses),
  web_url: text(),
  created_at: time(),
  /** The release that it last ran. */
  version: text().nullable(),
  suspended_by: oneOf(suspenders).optional(),
  /** Present when it is active and does not start: since when, and why. */
  start_failed: yup.object({ since: time(), reason: text() }).optional().default(undefined),
  /** Present when it never came to be: it counts as deleted, but there was nothing to delete. */
  making_failed: yup.object({ at: time(), reason: text() }).optional().default(undefined),
  /** Whether it runs; one that is asleep wakes by itself. */
  awake: flag(),
  bot: yup.object({ username: text().nullable(), state: oneOf(botStates) }),
  /** Null where it takes no messages of MAX. */
  max: maxBotSchema.nullable(),
  last_active_at: time(),
  /** Percent of one core, of one that is awake, within the last minute. */
  cpu_percent: integer().nullable(),
  memory_bytes: integer().nullable(),
  /** As measured within ten minutes of its last use; null before it was measured. */
  database_bytes: integer().nullable(),
  /** What the host keeps for it on disk. */
  disk_bytes: integer().nullable(),
  deleted_at: time().nullable(),
  /** Present when it is deleted: until when it can come back; null when it no longer can. */
  restorable_until: time().nullable().optional(),
});
export type AdminTenant = yup.InferType<typeof adminTenantSchema>;

const statsSchema = yup.object({
  userCount: integer(),
  itemCount: integer(),
  changeCount: integer(),
  lastChangeAt: text().nullable(),
  counts: yup
    .object({ last: lastCountSchema.nullable(), open: openCountSchema.nullable() })
    .optional()
    .default(undefined),
});

const adminTenantDetailsSchema = adminTenantSchema.shape({
  owner: yup.object({ id: integer(), email: text(), name: text(), status: oneOf(['active', 'blocked', 'deleted']) }),
  plan: yup.object({ name: text(), display_name: text(), status: text(), period_end: time().nullable() }).nullable(),
  process: yup.object({
    state: oneOf(['running', 'starting', 'crashed', 'exited', 'asleep', 'not_found']),
    started_at: time().nullable(),
    crashes: integer(),
  }),
  endpoint: text().nullable(),
  stats: statsSchema.nullable(),
  last_backup: yup
    .object({ id: text(), bytes: integer(), finished_at: time(), verified_at: time().nullable() })
    .nullable(),
  suspended_at: time().nullable(),
  release: yup.object({
    /** The release that it keeps to, whatever the default. */
    pinned: text().nullable(),
    /** Present after an update that was not to be: which release, whether it serves, and what was seen. */
    failure: yup
      .object({ release: text(), state: oneOf(['recovered', 'failed']), note: text() })
      .optional()
      .default(undefined),
  }),
});
export type AdminTenantDetails = yup.InferType<typeof adminTenantDetailsSchema>;

const loadSchema = yup.object({
  tenant_id: text(),
  subdomain: text(),
  user_email: text(),
  /** Percent of one core. */
  cpu_percent: number(),
  memory_bytes: integer(),
});
export type TenantLoad = yup.InferType<typeof loadSchema>;

const subdomainCheckSchema = yup.object({ valid: flag(), errors: listOf(text()), suggestions: listOf(text()) });
export type SubdomainCheck = yup.InferType<typeof subdomainCheckSchema>;

export const subdomainEndpoints = defineEndpoints({
  'POST /api/provision/check-subdomain': {
    summary: 'Whether the caller may have an address: one of a deleted venue waits a week for its owner',
    access: 'user',
    body: checkSubdomainSchema,
    answer: subdomainCheckSchema,
  },
  'POST /api/provision/suggest-subdomain': {
    summary: 'Addresses for a name',
    access: 'user',
    body: suggestSubdomainSchema,
    /** `subdomain` is the first of them, absent when there is none. */
    answer: yup.object({ subdomain: text().optional(), suggestions: listOf(text()) }),
  },
  'POST /api/provision/generate-subdomain': {
    summary: 'Some free address',
    access: 'user',
    answer: yup.object({ subdomain: text() }),
  },
});

export const ownTenantEndpoints = defineEndpoints({
  'GET /api/provision/my-tenants': {
    summary: "The caller's venues",
    access: 'user',
    answer: yup.object({ tenants: listOf(tenantSchema) }),
  },
  'GET /api/provision/tenant/:id/stats': {
    summary: 'What it tells of itself',
    access: 'user',
    answer: yup.object({ stats: statsSchema }),
  },
  'POST /api/provision/tenant/:id/restart': { summary: 'Restart it', access: 'user' },
  'POST /api/provision/tenant/:id/reset-password': {
    summary: "Its administrator's new password",
    access: 'user',
    answer: yup.object({ credentials: yup.object({ login: text(), password: text() }) }),
  },
  /** The link before it ends. */
  'POST /api/provision/tenant/:id/telegram-link': {
    summary: "A link that makes a chat its administrator's, once, within a day",
    access: 'user',
    answer: yup.object({ telegramLink: text() }),
  },
  'DELETE /api/provision/tenant/:id': {
    summary: 'Delete it; its address waits a week for its owner',
    access: 'user',
  },
});

export const keptTenantsEndpoints = defineEndpoints({
  'PUT /api/provision/kept-tenants': {
    summary: 'Which venues run where the plan allows fewer than there are',
    access: 'user',
    body: keepTenantsSchema,
  },
});

export const adminTenantEndpoints = defineEndpoints({
  'GET /api/admin/tenants': {
    summary: 'The venues',
    access: 'admin',
    list: {
      rows: 'tenants',
      sorts: adminTenantSorts,
      sort: 'created_at',
      order: 'desc',
      limit: 1000,
      filter: adminTenantFilterSchema,
    },
    answer: yup.object({ tenants: listOf(adminTenantSchema) }),
  },
  /** The hungriest first. */
  'GET /api/admin/tenants/load': {
    summary: 'What each that runs takes of the processor and of memory, watched for a second',
    access: 'admin',
    answer: yup.object({ tenants: listOf(loadSchema) }),
  },
  'GET /api/admin/tenants/:id': {
    summary: 'One venue',
    access: 'admin',
    answer: yup.object({ tenant: adminTenantDetailsSchema }),
  },
  'DELETE /api/admin/tenants/:id': { summary: 'Delete it, as its owner would', access: 'admin' },
  /** The answer tells what it is then: a venue whose owner has not paid stays suspended until they do. */
  'PUT /api/admin/tenants/:id/status': {
    summary: 'Suspend or activate it',
    access: 'admin',
    body: setTenantStatusSchema,
    answer: yup.object({ status: oneOf(tenantStatuses) }),
  },
  'POST /api/admin/tenants/:id/restart': { summary: 'Restart it', access: 'admin' },
  'GET /api/admin/tenants/:id/logs': {
    summary: 'Its log',
    access: 'admin',
    query: tenantLogsSchema,
    answer: yup.object({ lines: listOf(text()) }),
  },
});
