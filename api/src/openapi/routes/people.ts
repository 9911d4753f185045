import {
  adminPlanFilterSchema,
  adminPlanSorts,
  planChangesSchema,
  planSchema,
  reorderPlansSchema,
} from '@ostatok/api/contract/plans.ts';
import {
  adminPaymentFilterSchema,
  adminPaymentSorts,
  extendSchema,
  grantTemporarySchema,
  refundSchema,
  setPlanSchema,
  subscriptionFilterSchema,
  subscriptionUserSorts,
} from '@ostatok/api/contract/subscriptions.ts';
import { adminUserFilterSchema, adminUserSorts, userStatusSchema } from '@ostatok/api/contract/users.ts';
import type { DescribedRoutes } from '../described.ts';

const plan = { plan: 'object', message: 'text' } as const;
const user = { user: 'object', message: 'text' } as const;

/** Administrators' routes of accounts, plans, payments and activity. */
export const peopleRoutes: DescribedRoutes = {
  'GET /api/admin/users': {
    summary: 'Everybody who has an account',
    list: { sorts: adminUserSorts, filter: adminUserFilterSchema },
    answer: { users: 'list' },
  },
  'GET /api/admin/users/:id': { summary: 'One account', answer: { user: 'object' } },
  'PUT /api/admin/users/:id/status': {
    summary: 'Block, which signs out everywhere, or let in again',
    body: userStatusSchema,
    answer: user,
  },
  'POST /api/admin/users/:userId/change-plan': {
    summary: "Change the plan, keeping the period's end",
    body: setPlanSchema,
    answer: user,
  },

  'GET /api/admin/plans': {
    summary: 'The plans',
    list: { sorts: adminPlanSorts, filter: adminPlanFilterSchema },
    answer: { plans: 'list' },
  },
  'GET /api/admin/plans/:id': { summary: 'One plan', answer: { plan: 'object' } },
  'POST /api/admin/plans': { summary: 'Make a plan', body: planSchema, answer: plan, status: 201 },
  'PUT /api/admin/plans/:id': {
    summary: 'Change a plan; what is not sent stays',
    body: planChangesSchema,
    answer: plan,
  },
  'PUT /api/admin/plans/:id/toggle-public': { summary: 'Show it on the main page, or hide it', answer: plan },
  'PUT /api/admin/plans/:id/archive': {
    summary: 'Sell it no more; subscriptions continue',
    answer: { ...plan, activeSubscriptions: 'number' },
  },
  'PUT /api/admin/plans/:id/restore': { summary: 'Sell it again', answer: plan },
  'PUT /api/admin/plans/reorder': {
    summary: 'Number the plans from 1 in the order sent',
    body: reorderPlansSchema,
    answer: { plans: 'list', message: 'text' },
  },

  'GET /api/admin/subscriptions/stats': { summary: 'Subscriptions by plan', answer: { stats: 'list' } },
  'GET /api/admin/subscriptions/users': {
    summary: "Everybody's subscription",
    list: { sorts: subscriptionUserSorts, filter: subscriptionFilterSchema },
    answer: { users: 'list' },
  },
  'GET /api/admin/subscriptions/:userId': { summary: "One person's subscription", answer: { user: 'object' } },
  'GET /api/admin/subscriptions/:userId/history': {
    summary: 'What there was, newest first',
    answer: { history: 'list' },
  },
  'POST /api/admin/subscriptions/:userId/extend': { summary: 'Add days', body: extendSchema, answer: user },
  'POST /api/admin/subscriptions/:userId/grant-temporary': {
    summary: 'Give a plan for some days; the previous one returns',
    body: grantTemporarySchema,
    answer: user,
  },
  'GET /api/admin/payments': {
    summary: 'Payments; `attention` are those that need a person',
    list: { sorts: adminPaymentSorts, filter: adminPaymentFilterSchema },
    answer: { payments: 'list' },
  },
  'GET /api/admin/payments/:id': { summary: 'One payment with its refunds', answer: { payment: 'object' } },
  'POST /api/admin/payments/:id/refund': {
    summary: 'Give money back',
    body: refundSchema,
    answer: { payment: 'object', message: 'text' },
  },
};
