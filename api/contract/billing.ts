import * as yup from 'yup';
import type { PublicPlan } from './public.ts';

/** GET /billing/plans; prices as on the public page. */
export interface BillingPlan extends PublicPlan {
  max_instances: number;
  max_users_per_instance: number;
  max_storage_mb: number;
  currency: string;
}

export const subscriptionStatuses = ['active', 'past_due', 'canceled', 'expired'] as const;
export type SubscriptionStatus = (typeof subscriptionStatuses)[number];
const billingPeriods = ['monthly', 'yearly'] as const;
export type BillingPeriod = (typeof billingPeriods)[number];

/** Days after a failed renewal for which the charge is tried again and the venues go on. */
export const DUNNING_DAYS = 3;
/** Days before the end at which a letter warns. */
export const WARNING_DAYS = [7, 3, 1] as const;
/** Days before an automatic charge at which a letter tells its exact sum. */
export const CHARGE_NOTICE_DAYS = 3;
/** Days for which a subscription keeps its price after a letter about a higher one. */
export const PRICE_NOTICE_DAYS = 30;
export const INVOICES_LIMIT = 20;
/** Charged to save a card, and given back at once. */
export const CARD_CHECK_ROUBLES = 1;
/** Hours within which a receipt is sent. */
export const RECEIPT_HOURS = 24;

/** GET /billing/subscription */
export interface Subscription {
  status: SubscriptionStatus;
  plan_id: number;
  plan: Pick<BillingPlan, 'name' | 'display_name' | 'features' | 'max_instances' | 'max_users_per_instance'>;
  billing_period: BillingPeriod;
  current_period_start: string;
  /** null: without end. */
  current_period_end: string | null;
  is_free_plan: boolean;
  /** Ends within a week and nothing will prolong it. */
  is_expiring_soon: boolean;
  /** Rounded up; null without end. */
  days_remaining: number | null;
  /** On the last day, rounded up; null before it. */
  hours_remaining: number | null;
  auto_renew: boolean;
  deferred_plan_id: number | null;
  deferred_plan_name: string | null;
  deferred_plan_display_name: string | null;
  deferred_billing_period: BillingPeriod | null;
  /** How many venues that plan allows. */
  deferred_max_instances: number | null;
  /** Roubles that the next charges use up first. */
  balance: number;
  /** What will be charged at the end of the period, roubles; null where nothing will. */
  next_charge: number | null;
  payment_method: { title: string } | null;
  /** Of a subscription whose charge failed: the venues are suspended then. */
  past_due_until: string | null;
  /** Of a plan granted for a time: the previous one returns then. */
  granted_until: string | null;
  /** The plan that returns then. */
  returns_to: string | null;
}

/** A number, or its text in a query; a list of one is neither. */
const number = (): yup.NumberSchema<number | undefined> =>
  yup
    .number()
    .transform((_value, given) =>
      typeof given === 'number' || typeof given === 'string' ? Number(given) : Number.NaN,
    );

const planId = (missing: string): yup.NumberSchema<number> =>
  number().typeError(missing).integer(missing).min(1, missing).max(2_147_483_647, missing).required(missing);

const billingPeriod = (): yup.StringSchema<BillingPeriod> =>
  yup
    .string<BillingPeriod>()
    .typeError('Период — monthly или yearly')
    .oneOf(billingPeriods, 'Период — monthly или yearly')
    .required('Период — monthly или yearly');

/** What the person saw, in roubles: when the price has changed since, nothing is charged and the new one is shown. */
const expectedAmount = () => number().typeError('Сумма — число').min(0, 'Сумма — не меньше нуля');

/** POST /billing/create-payment, POST /billing/create-subscription */
export const createPaymentSchema = yup.object({
  planId: planId('Тариф не найден'),
  billingPeriod: billingPeriod(),
  expectedAmount: expectedAmount(),
});

/** POST /billing/change-plan */
export const changePlanSchema = yup.object({
  newPlanId: planId('Тариф не найден'),
  billingPeriod: billingPeriod(),
  expectedAmount: expectedAmount(),
});

/** GET /billing/calculate-upgrade */
export const calculateUpgradeSchema = yup.object({
  newPlanId: planId('Тариф не найден'),
  billingPeriod: billingPeriod(),
});

/** GET /billing/invoices */
export const invoicesQuerySchema = yup.object({
  limit: number().typeError('limit — число').integer('limit — целое').min(1).max(100).default(INVOICES_LIMIT),
  offset: number().typeError('offset — число').integer('offset — целое').min(0).max(1_000_000).default(0),
});

/**
 * What choosing a plan would do now. `purchase`: paid in full, from now; `upgrade`: paid less what is left of the
 * present period, from now; `free`: nothing to pay, from now; `downgrade`: at the end of the paid period; `current`:
 * nothing, it is the present one.
 */
export type ChangeKind = 'purchase' | 'upgrade' | 'free' | 'downgrade' | 'current';

/** GET /billing/calculate-upgrade → {success, calculation}; roubles. */
export interface UpgradeCalculation {
  daysRemaining: number;
  /** Left of the present period, with the balance. */
  credit: number;
  newPlanPrice: number;
  amountToPay: number;
  kind: ChangeKind;
  /** When it takes effect; of a downgrade the end of the paid period. */
  effectiveAt: string;
}

type UpgradeType = 'free' | 'cancel_downgrade' | 'cancel_cancellation' | 'already_subscribed' | 'upgrade' | 'downgrade';

/** POST /billing/change-plan */
export interface ChangePlanAnswer {
  success: true;
  upgrade_type: UpgradeType;
  message: string;
  /** The payment page, where there is something to pay. */
  redirect_url?: string;
}

/** POST /billing/create-payment, POST /billing/payment-method */
export interface CreatePaymentAnswer {
  success: true;
  /** null: the balance has paid it, and `paymentUrl` is the subscription's page. */
  paymentId: string | null;
  paymentUrl: string;
}

/**
 * What becomes of money that came in and bought nothing: it goes back, has gone back, stays as balance where the provider
 * will not give it back, or somebody looks at it. null: it bought what it was for.
 */
export type Surplus = 'returning' | 'returned' | 'on_balance' | 'disputed' | null;

/** GET /billing/invoices → {success, invoices}, Content-Range */
export interface Invoice {
  id: string;
  created_at: string;
  plan_name: string;
  plan_display_name: string;
  billing_period: BillingPeriod;
  /** Roubles. */
  amount: number;
  refunded_amount: number;
  currency: string;
  /** `failed`: a card or a bank said no; `canceled`: ended by its payer, by us, or by its time. */
  status: 'paid' | 'failed' | 'canceled' | 'pending';
  /** Why it was not paid, in words. */
  reason: string | null;
  description: string;
  plan_id: number;
  /** Of a check of a card: it goes back. */
  is_card_check: boolean;
  surplus: Surplus;
  settled_at: string | null;
  /** Where one that is pending can still be paid. */
  payment_url: string | null;
  /** Waits for its payer, who may give it up. */
  can_abandon: boolean;
  /** Was not paid, and what it was for is still to be had. */
  can_retry: boolean;
  /** Of one that was paid: its numbers with us and with the provider, and when its letter went. */
  receipt: { number: string; provider_number: string; sent_at: string | null } | null;
}

export type PaymentStatus = 'pending' | 'succeeded' | 'canceled';

/** GET /billing/payment-status/{paymentId} → {success, payment}; public: the id is the secret. */
export interface PaymentView {
  id: string;
  /** Roubles. */
  amount: number;
  currency: string;
  description: string;
  status: PaymentStatus;
  /** Why it was not paid, or was given back, in words. */
  reason: string | null;
  /** It was not paid because somebody ended it, rather than for a failure. */
  is_ended: boolean;
  is_card_check: boolean;
  surplus: Surplus;
}

/** GET /billing/stats → {success, stats}; roubles. */
export interface BillingStats {
  total_paid: number;
  invoices: number;
  last_payment_at: string | null;
  next_charge_at: string | null;
  next_charge: number | null;
}
