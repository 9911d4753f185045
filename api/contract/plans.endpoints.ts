import { flag, integer, listOf, number, text } from '@ostatok/kit/contract/answers.ts';
import { defineEndpoints } from '@ostatok/kit/contract/endpoint.ts';
import * as yup from 'yup';
import { adminPlanFilterSchema, adminPlanSorts, planChangesSchema, planSchema, reorderPlansSchema } from './plans.ts';

/** Prices are in roubles. */
const adminPlanSchema = yup.object({
  id: integer(),
  name: text(),
  display_name: text(),
  description: text(),
  max_instances: integer(),
  max_users_per_instance: integer(),
  max_storage_mb: integer(),
  /** What one venue may take of the machine; null: as much as any other. */
  max_memory_mb: integer().nullable(),
  /** Percent of one core. */
  max_cpu_percent: integer().nullable(),
  /** Processes and threads. */
  max_tasks: integer().nullable(),
  /** Null means «По запросу». */
  price_monthly: number().nullable(),
  price_yearly: number().nullable(),
  discount_percent: number(),
  currency: text(),
  features: listOf(yup.object({ text: text(), order: number() })),
  is_active: flag(),
  is_public: flag(),
  is_featured: flag(),
  is_archived: flag(),
  sort_order: integer(),
  active_subscriptions: integer(),
});
export type AdminPlan = yup.InferType<typeof adminPlanSchema>;

const written = yup.object({ plan: adminPlanSchema, message: text() });

export const planEndpoints = defineEndpoints({
  /** Plans are few, so one page holds them all. */
  'GET /api/admin/plans': {
    summary: 'The plans',
    access: 'admin',
    list: { rows: 'plans', sorts: adminPlanSorts, sort: 'sort_order', limit: 1000, filter: adminPlanFilterSchema },
    answer: yup.object({ plans: listOf(adminPlanSchema) }),
  },
  'GET /api/admin/plans/:id': { summary: 'One plan', access: 'admin', answer: yup.object({ plan: adminPlanSchema }) },
  'POST /api/admin/plans': {
    summary: 'Make a plan',
    access: 'admin',
    body: planSchema,
    answer: written,
    status: 201,
  },
  /** A price «По запросу» (null) may be sent back unchanged; the code of the free plan cannot be changed. */
  'PUT /api/admin/plans/:id': {
    summary: 'Change a plan; what is not sent stays',
    access: 'admin',
    body: planChangesSchema,
    answer: written,
  },
  'PUT /api/admin/plans/:id/toggle-public': {
    summary: 'Show it on the main page, or hide it',
    access: 'admin',
    answer: written,
  },
  'PUT /api/admin/plans/:id/archive': {
    summary: 'Sell it no more; subscriptions continue',
    access: 'admin',
    answer: written.shape({ activeSubscriptions: integer() }),
  },
  'PUT /api/admin/plans/:id/restore': { summary: 'Sell it again', access: 'admin', answer: written },
  /** Takes every unarchived plan once. */
  'PUT /api/admin/plans/reorder': {
    summary: 'Number the plans from 1 in the order sent',
    access: 'admin',
    body: reorderPlansSchema,
    answer: yup.object({ plans: listOf(adminPlanSchema), message: text() }),
  },
});
