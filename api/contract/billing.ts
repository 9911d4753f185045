import { rowId } from '@ostatok/kit/contract/fields.ts';
import * as yup from 'yup';

export const subscriptionStatuses = ['active', 'past_due', 'canceled', 'expired'] as const;
export type SubscriptionStatus = (typeof subscriptionStatuses)[number];
export const billingPeriods = ['monthly', 'yearly'] as const;
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

/** A number or its text in a query; a list with one number is refused. */
const readNumber = (_value: unknown, given: unknown): number =>
  typeof given === 'number' || typeof given === 'string' ? Number(given) : Number.NaN;
const number = (): yup.NumberSchema<number | undefined> => yup.number().transform(readNumber);

const planId = (missing: string): yup.NumberSchema<number> => rowId(missing).transform(readNumber).required(missing);

const billingPeriod = (): yup.StringSchema<BillingPeriod> =>
  yup
    .string<BillingPeriod>()
    .typeError('Период — monthly или yearly')
    .oneOf(billingPeriods, 'Период — monthly или yearly')
    .required('Период — monthly или yearly');

/** The sum in roubles that the person saw: if the price has changed, nothing is charged and the new one shown. */
const expectedAmount = () => number().typeError('Сумма — число').min(0, 'Сумма — не меньше нуля');

export const createPaymentSchema = yup.object({
  planId: planId('Тариф не найден'),
  billingPeriod: billingPeriod(),
  expectedAmount: expectedAmount(),
});

export const changePlanSchema = yup.object({
  newPlanId: planId('Тариф не найден'),
  billingPeriod: billingPeriod(),
  expectedAmount: expectedAmount(),
});

export const calculateUpgradeSchema = yup.object({
  newPlanId: planId('Тариф не найден'),
  billingPeriod: billingPeriod(),
});

export const invoicesQuerySchema = yup.object({
  limit: number().typeError('limit — число').integer('limit — целое').min(1).max(100).default(INVOICES_LIMIT),
  offset: number().typeError('offset — число').integer('offset — целое').min(0).max(1_000_000).default(0),
});

/**
 * The effect of choosing a plan now. `purchase`: paid in full, starts now; `upgrade`: paid less the rest of the present
 * period, starts now; `free`: nothing to pay, starts now; `downgrade`: starts at the end of the paid period; `current`:
 * it is the present plan.
 */
export const changeKinds = ['purchase', 'upgrade', 'free', 'downgrade', 'current'] as const;
export type ChangeKind = (typeof changeKinds)[number];

/**
 * The state of received money that bought nothing: it is being refunded, was refunded, stays as balance where the
 * provider can't refund it, or is disputed and needs a person. Null when it bought what it was for.
 */
export const surpluses = ['returning', 'returned', 'on_balance', 'disputed'] as const;
export type Surplus = (typeof surpluses)[number] | null;

export const paymentStatuses = ['pending', 'succeeded', 'canceled'] as const;
export type PaymentStatus = (typeof paymentStatuses)[number];
