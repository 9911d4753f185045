import { flag, integer, listOf, number, oneOf, text, time } from '@ostatok/kit/contract/answers.ts';
import { defineEndpoints } from '@ostatok/kit/contract/endpoint.ts';
import * as yup from 'yup';
import { subscriptionStatuses } from './billing.ts';
import {
  adminPaymentFilterSchema,
  adminPaymentSorts,
  extendSchema,
  grantTemporarySchema,
  refundSchema,
  setPlanSchema,
  subscriptionFilterSchema,
  subscriptionUserSorts,
} from './subscriptions.ts';

const planSubscriptionsSchema = yup.object({
  plan_id: integer(),
  plan_name: text(),
  display_name: text(),
  is_archived: flag(),
  /** The number of the plan's running subscriptions. */
  active_count: integer(),
  /** The number of people with this plan, whatever the subscription's state. */
  user_count: integer(),
});
export type PlanSubscriptions = yup.InferType<typeof planSubscriptionsSchema>;

const subscriptionUserSchema = yup.object({
  id: integer(),
  email: text(),
  name: text(),
  company_name: text().nullable(),
  plan_id: integer().nullable(),
  plan_display_name: text().nullable(),
  /** In roubles; null means «По запросу». */
  price_monthly: number().nullable(),
  subscription_id: integer().nullable(),
  subscription_status: oneOf(subscriptionStatuses).nullable(),
  current_period_start: time().nullable(),
  /** Null without end. */
  current_period_end: time().nullable(),
  /** Days until the end, rounded up; null without end. */
  days_remaining: integer().nullable(),
  /** The end of a temporary plan; the previous plan returns then. */
  granted_until: time().nullable(),
  auto_renew: flag(),
  tenant_count: integer(),
});
export type SubscriptionUser = yup.InferType<typeof subscriptionUserSchema>;

const historyEntrySchema = yup.object({
  id: text(),
  plan_display_name: text(),
  current_period_start: time(),
  /** Null without end. */
  current_period_end: time().nullable(),
  status: oneOf(subscriptionStatuses),
  /** How the period began. */
  kind: oneOf(['free', 'purchase', 'upgrade', 'renewal', 'grant', 'administrator']),
  /** In roubles, paid for the whole period. */
  price: number(),
});
export type SubscriptionHistoryEntry = yup.InferType<typeof historyEntrySchema>;

const refundAnswerSchema = yup.object({
  id: text(),
  amount: number(),
  reason: text(),
  status: oneOf(['pending', 'succeeded', 'canceled']),
  /** The provider never answered. It is not asked again, since it might pay twice. */
  lost: flag(),
  error: text().nullable(),
  created_at: time(),
  settled_at: time().nullable(),
});
export type AdminRefund = yup.InferType<typeof refundAnswerSchema>;

/** Amounts are in roubles. */
const adminPaymentSchema = yup.object({
  id: text(),
  user_id: integer().nullable(),
  payer_email: text(),
  plan_display_name: text(),
  description: text(),
  amount: number(),
  /** The sum that was refunded or is being refunded. */
  refunded: number(),
  currency: text(),
  /** A withdrawn payment may be pending too: the bank may still deliver its money, which is then refunded. */
  status: oneOf(['pending', 'succeeded', 'canceled']),
  /** Set when nobody waits for the payment: its payer gave it up, or its plan is no longer wanted. */
  withdrawn: oneOf(['abandoned', 'superseded']).nullable(),
  outcome: oneOf(['applied', 'refunded', 'disputed']).nullable(),
  /** A problem that billing can't settle without a person. */
  problem: oneOf(['disputed', 'refund_lost', 'refund_failed']).nullable(),
  /** The sum that can still be refunded. */
  refundable: number(),
  refunds: listOf(refundAnswerSchema),
  created_at: time(),
  settled_at: time().nullable(),
});
export type AdminPayment = yup.InferType<typeof adminPaymentSchema>;

/** When the request with this idempotency key was carried out, if that was before; null where it was now. */
const done_before = time().nullable();

const changed = yup.object({ user: subscriptionUserSchema, done_before, message: text() });

export const subscriptionEndpoints = defineEndpoints({
  'GET /api/admin/subscriptions/stats': {
    summary: 'Subscriptions by plan',
    access: 'admin',
    answer: yup.object({ stats: listOf(planSubscriptionsSchema) }),
  },
  'GET /api/admin/subscriptions/users': {
    summary: "Everybody's subscription",
    access: 'admin',
    list: {
      rows: 'users',
      sorts: subscriptionUserSorts,
      sort: 'created_at',
      order: 'desc',
      filter: subscriptionFilterSchema,
    },
    answer: yup.object({ users: listOf(subscriptionUserSchema) }),
  },
  'GET /api/admin/subscriptions/:userId': {
    summary: "One person's subscription",
    access: 'admin',
    answer: yup.object({ user: subscriptionUserSchema }),
  },
  'GET /api/admin/subscriptions/:userId/history': {
    summary: 'What there was, newest first',
    access: 'admin',
    answer: yup.object({ history: listOf(historyEntrySchema) }),
  },
  /**
   * With the header `Idempotency-Key` a repeated call changes nothing and tells when the first did (`done_before`); so do
   * the next two and the refund of a payment. 409 `key_reused` when it was sent with another request about this person.
   */
  'POST /api/admin/subscriptions/:userId/extend': {
    summary: 'Add days',
    access: 'admin',
    body: extendSchema,
    answer: changed,
  },
  'POST /api/admin/subscriptions/:userId/grant-temporary': {
    summary: 'Give a plan for some days; the previous one returns',
    access: 'admin',
    body: grantTemporarySchema,
    answer: changed,
  },
  'POST /api/admin/users/:userId/change-plan': {
    summary: "Change the plan, keeping the period's end",
    access: 'admin',
    body: setPlanSchema,
    answer: changed,
  },
});

export const adminPaymentEndpoints = defineEndpoints({
  'GET /api/admin/payments': {
    summary: 'Payments; `attention` are those that need a person',
    access: 'admin',
    list: {
      rows: 'payments',
      sorts: adminPaymentSorts,
      sort: 'created_at',
      order: 'desc',
      filter: adminPaymentFilterSchema,
    },
    answer: yup.object({ payments: listOf(adminPaymentSchema) }),
  },
  'GET /api/admin/payments/:id': {
    summary: 'One payment with its refunds',
    access: 'admin',
    answer: yup.object({ payment: adminPaymentSchema }),
  },
  /** The amount is in roubles. The owner keeps the purchase. With `Idempotency-Key` a repeated call refunds nothing more. */
  'POST /api/admin/payments/:id/refund': {
    summary: 'Give money back',
    access: 'admin',
    body: refundSchema,
    answer: yup.object({ payment: adminPaymentSchema, done_before, message: text() }),
  },
});
