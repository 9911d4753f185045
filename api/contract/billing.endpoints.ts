import { flag, integer, listOf, number, oneOf, text, time } from '@ostatok/kit/contract/answers.ts';
import { defineEndpoints } from '@ostatok/kit/contract/endpoint.ts';
import * as yup from 'yup';
import {
  billingPeriods,
  calculateUpgradeSchema,
  changeKinds,
  changePlanSchema,
  createPaymentSchema,
  invoicesQuerySchema,
  paymentStatuses,
  subscriptionStatuses,
  surpluses,
} from './billing.ts';
import { publicPlanSchema } from './public.endpoints.ts';

/** Prices are those of the public page. */
const billingPlanSchema = publicPlanSchema.shape({
  max_instances: integer(),
  max_users_per_instance: integer(),
  max_storage_mb: integer(),
  currency: text(),
});
export type BillingPlan = yup.InferType<typeof billingPlanSchema>;

const subscriptionSchema = yup.object({
  status: oneOf(subscriptionStatuses),
  plan_id: integer(),
  plan: billingPlanSchema.pick(['name', 'display_name', 'features', 'max_instances', 'max_users_per_instance']),
  billing_period: oneOf(billingPeriods),
  current_period_start: time(),
  /** Null for a subscription without end. */
  current_period_end: time().nullable(),
  is_free_plan: flag(),
  /** It ends within a week and nothing will prolong it. */
  is_expiring_soon: flag(),
  /** Rounded up; null without end. */
  days_remaining: integer().nullable(),
  /** Rounded up on the last day; null before it. */
  hours_remaining: integer().nullable(),
  auto_renew: flag(),
  deferred_plan_id: integer().nullable(),
  deferred_plan_name: text().nullable(),
  deferred_plan_display_name: text().nullable(),
  deferred_billing_period: oneOf(billingPeriods).nullable(),
  /** How many tenants that plan allows. */
  deferred_max_instances: integer().nullable(),
  /** In roubles; the next charges use it first. */
  balance: number(),
  /** The charge in roubles at the end of the period; null where nothing will be charged. */
  next_charge: number().nullable(),
  payment_method: yup.object({ title: text() }).nullable(),
  /** The end of the grace period after a failed charge; the tenants are suspended then. */
  past_due_until: time().nullable(),
  /** The end of a plan granted for a time; the previous plan returns then. */
  granted_until: time().nullable(),
  /** The plan that returns then. */
  returns_to: text().nullable(),
});
export type Subscription = yup.InferType<typeof subscriptionSchema>;

/** Amounts are in roubles. */
const calculationSchema = yup.object({
  daysRemaining: integer(),
  /** The rest of the present period together with the balance. */
  credit: number(),
  newPlanPrice: number(),
  amountToPay: number(),
  kind: oneOf(changeKinds),
  /** When it takes effect; for a downgrade that is the end of the paid period. */
  effectiveAt: time(),
});
export type UpgradeCalculation = yup.InferType<typeof calculationSchema>;

const changedPlanSchema = yup.object({
  upgrade_type: oneOf([
    'free',
    'cancel_downgrade',
    'cancel_cancellation',
    'already_subscribed',
    'upgrade',
    'downgrade',
  ]),
  message: text(),
  /** The payment page, where there is something to pay. */
  redirect_url: text().optional(),
});
export type ChangedPlan = yup.InferType<typeof changedPlanSchema>;

const createdPaymentSchema = yup.object({
  /** Null when the balance has paid it; `paymentUrl` is then the subscription's page. */
  paymentId: text().nullable(),
  paymentUrl: text(),
});
export type CreatedPayment = yup.InferType<typeof createdPaymentSchema>;

const receiptSchema = yup.object({ number: text(), provider_number: text(), sent_at: time().nullable() });

export const invoiceSchema = yup.object({
  id: text(),
  created_at: time(),
  plan_name: text(),
  plan_display_name: text(),
  billing_period: oneOf(billingPeriods),
  /** In roubles. */
  amount: number(),
  refunded_amount: number(),
  currency: text(),
  /** `failed`: refused by a card or a bank; `canceled`: ended by its payer, by us, or by its time limit. */
  status: oneOf(['paid', 'failed', 'canceled', 'pending']),
  /** The Russian reason why it was not paid. */
  reason: text().nullable(),
  description: text(),
  plan_id: integer(),
  /** A check of a card; the money is refunded. */
  is_card_check: flag(),
  surplus: oneOf(surpluses).nullable(),
  settled_at: time().nullable(),
  /** The page where a pending payment can still be paid. */
  payment_url: text().nullable(),
  /** The payment waits for its payer, who may give it up. */
  can_abandon: flag(),
  /** The payment failed, and its purchase is still available. */
  can_retry: flag(),
  /** The receipt of a paid one: our number, the provider's number, and when the letter was sent. */
  receipt: receiptSchema.nullable(),
});
export type Invoice = yup.InferType<typeof invoiceSchema>;

const paymentViewSchema = yup.object({
  id: text(),
  /** In roubles. */
  amount: number(),
  currency: text(),
  description: text(),
  status: oneOf(paymentStatuses),
  /** The Russian reason why it was not paid or was refunded. */
  reason: text().nullable(),
  /** It was not paid because somebody ended it, and not because of a failure. */
  is_ended: flag(),
  is_card_check: flag(),
  surplus: oneOf(surpluses).nullable(),
});
export type PaymentView = yup.InferType<typeof paymentViewSchema>;

/** Amounts are in roubles. */
const statsSchema = yup.object({
  total_paid: number(),
  invoices: integer(),
  last_payment_at: time().nullable(),
  next_charge_at: time().nullable(),
  next_charge: number().nullable(),
});
export type BillingStats = yup.InferType<typeof statsSchema>;

const payment = yup.object({ payment: paymentViewSchema });
const message = yup.object({ message: text() });
const purchase = {
  summary: 'Buy a plan',
  access: 'user',
  body: createPaymentSchema,
  answer: createdPaymentSchema,
  status: 201,
} as const;

export const billingEndpoints = defineEndpoints({
  'GET /api/billing/plans': {
    summary: 'What may be chosen',
    access: 'user',
    answer: yup.object({ plans: listOf(billingPlanSchema) }),
  },
  'GET /api/billing/subscription': {
    summary: "The caller's subscription",
    access: 'user',
    answer: yup.object({ subscription: subscriptionSchema }),
  },
  'GET /api/billing/stats': {
    summary: 'What has been paid',
    access: 'user',
    answer: yup.object({ stats: statsSchema }),
  },
  'GET /api/billing/invoices': {
    summary: 'The invoices',
    access: 'user',
    query: invoicesQuerySchema,
    answer: yup.object({
      invoices: listOf(invoiceSchema),
      pagination: yup.object({ total: integer(), page: integer(), pages: integer() }),
    }),
  },
  'GET /api/billing/calculate-upgrade': {
    summary: 'What a choice would cost now',
    access: 'user',
    query: calculateUpgradeSchema,
    answer: yup.object({ calculation: calculationSchema }),
  },
  /** Public, since the id is the secret. */
  'GET /api/billing/payment-status/:paymentId': {
    summary: 'What became of a payment',
    access: 'anyone',
    answer: payment,
  },
  'POST /api/billing/create-payment': purchase,
  'POST /api/billing/create-subscription': purchase,
  'POST /api/billing/change-plan': {
    summary: 'Change the plan',
    access: 'user',
    body: changePlanSchema,
    answer: changedPlanSchema,
  },
  'POST /api/billing/cancel-subscription': { summary: 'Renew no more', access: 'user', answer: message },
  'POST /api/billing/cancel-scheduled-downgrade': {
    summary: 'Keep the present plan',
    access: 'user',
    answer: message,
  },
  'POST /api/billing/payments/:paymentId/abandon': { summary: 'Give a payment up', access: 'user', answer: payment },
  'POST /api/billing/payment-method': {
    summary: 'Save another card',
    access: 'user',
    answer: createdPaymentSchema,
    status: 201,
  },
  'DELETE /api/billing/payment-method': { summary: 'Forget the card', access: 'user', answer: message },
});
