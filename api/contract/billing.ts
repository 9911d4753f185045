import * as yup from 'yup';
import type { PublicPlan } from './public.endpoints.ts';

/** GET /billing/plans; prices are those of the public page. */
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

/** Days after a failed renewal for which the charge is retried and the tenants keep running. */
export const DUNNING_DAYS = 3;
/** Days before the end at which a letter warns. */
export const WARNING_DAYS = [7, 3, 1] as const;
/** Days before an automatic charge at which a letter announces its exact sum. */
export const CHARGE_NOTICE_DAYS = 3;
/** Days for which a subscription keeps its price after a letter about a higher one. */
export const PRICE_NOTICE_DAYS = 30;
export const INVOICES_LIMIT = 20;
/** Charged to save a card, and refunded at once. */
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
  /** Null for a subscription without end. */
  current_period_end: string | null;
  is_free_plan: boolean;
  /** It ends within a week and nothing will prolong it. */
  is_expiring_soon: boolean;
  /** Rounded up; null without end. */
  days_remaining: number | null;
  /** Rounded up on the last day; null before it. */
  hours_remaining: number | null;
  auto_renew: boolean;
  deferred_plan_id: number | null;
  deferred_plan_name: string | null;
  deferred_plan_display_name: string | null;
  deferred_billing_period: BillingPeriod | null;
  /** How many tenants that plan allows. */
  deferred_max_instances: number | null;
  /** In roubles; the next charges use it first. */
  balance: number;
  /** The charge in roubles at the end of the period; null where nothing will be charged. */
  next_charge: number | null;
  payment_method: { title: string } | null;
  /** The end of the grace period after a failed charge; the tenants are suspended then. */
  past_due_until: string | null;
  /** The end of a plan granted for a time; the previous plan returns then. */
  granted_until: string | null;
  /** The plan that returns then. */
  returns_to: string | null;
}

/** A number or its text in a query; a list with one number is refused. */
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

/** The sum in roubles that the person saw: if the price has changed, nothing is charged and the new one shown. */
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
 * The effect of choosing a plan now. `purchase`: paid in full, starts now; `upgrade`: paid less the rest of the present
 * period, starts now; `free`: nothing to pay, starts now; `downgrade`: starts at the end of the paid period; `current`:
 * it is the present plan.
 */
export type ChangeKind = 'purchase' | 'upgrade' | 'free' | 'downgrade' | 'current';

/** GET /billing/calculate-upgrade → {success, calculation}; amounts are in roubles. */
export interface UpgradeCalculation {
  daysRemaining: number;
  /** The rest of the present period together with the balance. */
  credit: number;
  newPlanPrice: number;
  amountToPay: number;
  kind: ChangeKind;
  /** When it takes effect; for a downgrade that is the end of the paid period. */
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
  /** Null when the balance has paid it; `paymentUrl` is then the subscription's page. */
  paymentId: string | null;
  paymentUrl: string;
}

/**
 * The state of received money that bought nothing: it is being refunded, was refunded, stays as balance where the
 * provider can't refund it, or is disputed and needs a person. Null when it bought what it was for.
 */
export type Surplus = 'returning' | 'returned' | 'on_balance' | 'disputed' | null;

/** GET /billing/invoices → {success, invoices}, Content-Range */
export interface Invoice {
  id: string;
  created_at: string;
  plan_name: string;
  plan_display_name: string;
  billing_period: BillingPeriod;
  /** In roubles. */
  amount: number;
  refunded_amount: number;
  currency: string;
  /** `failed`: refused by a card or a bank; `canceled`: ended by its payer, by us, or by its time limit. */
  status: 'paid' | 'failed' | 'canceled' | 'pending';
  /** The Russian reason why it was not paid. */
  reason: string | null;
  description: string;
  plan_id: number;
  /** A check of a card; the money is refunded. */
  is_card_check: boolean;
  surplus: Surplus;
  settled_at: string | null;
  /** The page where a pending payment can still be paid. */
  payment_url: string | null;
  /** The payment waits for its payer, who may give it up. */
  can_abandon: boolean;
  /** The payment failed, and its purchase is still available. */
  can_retry: boolean;
  /** The receipt of a paid one: our number, the provider's number, and when the letter was sent. */
  receipt: { number: string; provider_number: string; sent_at: string | null } | null;
}

export type PaymentStatus = 'pending' | 'succeeded' | 'canceled';

/** GET /billing/payment-status/{paymentId} → {success, payment}; public, since the id is the secret. */
export interface PaymentView {
  id: string;
  /** In roubles. */
  amount: number;
  currency: string;
  description: string;
  status: PaymentStatus;
  /** The Russian reason why it was not paid or was refunded. */
  reason: string | null;
  /** It was not paid because somebody ended it, and not because of a failure. */
  is_ended: boolean;
  is_card_check: boolean;
  surplus: Surplus;
}

/** GET /billing/stats → {success, stats}; amounts are in roubles. */
export interface BillingStats {
  total_paid: number;
  invoices: number;
  last_payment_at: string | null;
  next_charge_at: string | null;
  next_charge: number | null;
}
