import { flag, integer, listOf, number, text, time } from '@ostatok/kit/contract/answers.ts';
import { defineEndpoints } from '@ostatok/kit/contract/endpoint.ts';
import * as yup from 'yup';
import { activityFilterSchema, activitySorts, growthSchema } from './overview.ts';

const overviewStatsSchema = yup.object({
  totalUsers: integer(),
  totalTenants: integer(),
  activeTenants: integer(),
  activeSubscriptions: integer(),
  /** In roubles a month for the running paid periods: what was paid for them, not what plans cost now. */
  mrr: number(),
  /** The last five. */
  recentActivity: listOf(yup.object({ id: integer(), description: text(), timestamp: time() })),
});
export type OverviewStats = yup.InferType<typeof overviewStatsSchema>;

const growthMonthSchema = yup.object({
  /** YYYY-MM by Moscow's calendar. */
  month: text(),
  /** Figures at the month's end; for the present month as of now. */
  users: integer(),
  tenants: integer(),
  /** In roubles, for the paid periods that ran at the month's end. */
  mrr: number(),
  new_users: integer(),
  new_tenants: integer(),
});
export type GrowthMonth = yup.InferType<typeof growthMonthSchema>;

const activityRecordSchema = yup.object({
  id: integer(),
  at: time(),
  actor_id: integer().nullable(),
  /** Null for the platform itself or a deleted account. */
  actor_email: text().nullable(),
  /** A stable code such as `user.blocked`. */
  action: text(),
  /** A Russian text for a person. */
  description: text(),
  /** The target, such as `user:ID` or `tenant:ID`. */
  target: text().nullable(),
  ip: text().nullable(),
  /** Whether it can be undone now as far as the log knows: nothing newer has changed the same matter. */
  can_undo: flag(),
  /** When it was undone, and by whom; null when it was not, or when that account is deleted. */
  undone_at: time().nullable(),
  undone_by: text().nullable(),
});
export type ActivityRecord = yup.InferType<typeof activityRecordSchema>;

export const overviewEndpoints = defineEndpoints({
  'GET /api/admin/stats': {
    summary: 'The overview: counts, revenue, the last five doings',
    access: 'admin',
    answer: yup.object({ stats: overviewStatsSchema }),
  },
  'GET /api/admin/stats/growth': {
    summary: 'Growth by months, the oldest first, the present one last',
    access: 'admin',
    query: growthSchema,
    answer: yup.object({ months: listOf(growthMonthSchema) }),
  },
});

export const activityEndpoints = defineEndpoints({
  'GET /api/admin/activity': {
    summary: 'Who did what to whom, from where',
    access: 'admin',
    list: { rows: 'activity', sorts: activitySorts, sort: 'id', order: 'desc', filter: activityFilterSchema },
    answer: yup.object({ activity: listOf(activityRecordSchema) }),
  },
});

export const undoEndpoints = defineEndpoints({
  /**
   * Answers 409 `already_undone`; `newer_act` when something newer was done to the same matter; `not_undoable` for an
   * action that cannot be undone; and the errors of the undoing call itself, such as `alias_changed` or `tenant_purged`.
   */
  'POST /api/admin/activity/:id/undo': {
    summary: 'Take the act of an entry back, unless something newer stands upon it',
    access: 'admin',
    answer: yup.object({ activity: activityRecordSchema, message: text() }),
  },
});
