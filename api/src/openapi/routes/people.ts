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
