import * as yup from 'yup';
import { type SubscriptionStatus, subscriptionStatuses } from './billing.ts';
import { manyNumbers, manyUuids, searched } from './list-filters.ts';

/** GET /admin/subscriptions/stats → {stats} */
export interface PlanSubscriptions {
  plan_id: number;
  plan_name: string;
  display_name: string;
  is_archived: boolean;
  /** The number of the plan's running subscriptions. */
  active_count: number;
  /** The number of people with this plan, whatever the subscription's state. */
  user_count: number;
}

/** GET /admin/subscriptions/users → {users}, Content-Range; GET /admin/subscriptions/:userId → {user} */
export interface SubscriptionUser {
  id: number;
  email: string;
  name: string;
  company_name: string | null;
  plan_id: number | null;
  plan_display_name: string | null;
  /** In roubles; null means «По запросу». */
  price_monthly: number | null;
  subscription_id: number | null;
  subscription_status: SubscriptionStatus | null;
  current_period_start: string | null;
  /** Null without end. */
  current_period_end: string | null;
  /** Days until the end, rounded up; null without end. */
  days_remaining: number | null;
  /** The end of a temporary plan; the previous plan returns then. */
  granted_until: string | null;
  auto_renew: boolean;
  tenant_count: number;
}

export const subscriptionUserSorts = [
  'id',
  'email',
  'name',
  'company_name',
  'plan',
  'status',
  'current_period_end',
  'tenant_count',
  'created_at',
] as const;
export type SubscriptionUserSort = (typeof subscriptionUserSorts)[number];

const emptyIsAbsent = (value: unknown, given: unknown): unknown => (given === '' ? undefined : value);

export const subscriptionFilterSchema = yup.object({
  id: manyNumbers(),
  ...searched,
  plan_id: yup
    .number()
    .transform(emptyIsAbsent)
    .typeError('Тариф — его номер')
    .integer('Тариф — его номер')
    .min(1, 'Тариф — его номер')
    .max(2_147_483_647, 'Тариф — его номер'),
  status: yup
    .string()
    .transform(emptyIsAbsent)
    .oneOf(subscriptionStatuses, `Подписка — ${subscriptionStatuses.join(', ')}`),
  /** Subscriptions that run now on a paid plan, as the overview counts them. */
  paid: yup.boolean().transform(emptyIsAbsent).typeError('paid — true или false'),
});
export type SubscriptionFilter = yup.InferType<typeof subscriptionFilterSchema>;

export const MOST_DAYS = 3660;

/** A number or its text from a prompt, a form or a query, with a comma too; a list with one number is refused. */
const number = (): yup.NumberSchema<number | undefined> =>
  yup
    .number()
    .transform((_value, given) =>
      typeof given === 'number' || (typeof given === 'string' && given.trim() !== '')
        ? Number(String(given).replace(',', '.'))
        : Number.NaN,
    );

const wrongDays = `Дней — целое число от 1 до ${MOST_DAYS}`;
const days = () =>
  number()
    .typeError(wrongDays)
    .integer(wrongDays)
    .min(1, wrongDays)
    .max(MOST_DAYS, wrongDays)
    .required('Укажите число дней');
const planId = () =>
  number()
    .typeError('Выберите тариф')
    .integer('Выберите тариф')
    .min(1, 'Выберите тариф')
    .max(2_147_483_647, 'Выберите тариф')
    .required('Выберите тариф');

/** POST /admin/subscriptions/:userId/extend → {user, message} */
export const extendSchema = yup.object({ days: days() });

/** POST /admin/subscriptions/:userId/grant-temporary → {user, message} */
export const grantTemporarySchema = yup.object({ planId: planId(), days: days() });

/** POST /admin/users/:userId/change-plan → {user, message} */
export const setPlanSchema = yup.object({ planId: planId() });

/** GET /admin/subscriptions/:userId/history → {history}, newest first */
export interface SubscriptionHistoryEntry {
  id: string;
  plan_display_name: string;
  current_period_start: string;
  /** Null without end. */
  current_period_end: string | null;
  status: SubscriptionStatus;
  /** How the period began. */
  kind: 'free' | 'purchase' | 'upgrade' | 'renewal' | 'grant' | 'administrator';
  /** In roubles, paid for the whole period. */
  price: number;
}

/**
 * GET /admin/payments?status=… → {payments}, newest first, Content-Range; GET /admin/payments/:id → {payment}; amounts
 * are in roubles.
 */
export interface AdminPayment {
  id: string;
  user_id: number | null;
  payer_email: string;
  plan_display_name: string;
  description: string;
  amount: number;
  /** The sum that was refunded or is being refunded. */
  refunded: number;
  currency: string;
  /** A withdrawn payment may be pending too: the bank may still deliver its money, which is then refunded. */
  status: 'pending' | 'succeeded' | 'canceled';
  /** Set when nobody waits for the payment: its payer gave it up, or its plan is no longer wanted. */
  withdrawn: 'abandoned' | 'superseded' | null;
  outcome: 'applied' | 'refunded' | 'disputed' | null;
  /** A problem that billing can't settle without a person. */
  problem: 'disputed' | 'refund_lost' | 'refund_failed' | null;
  /** The sum that can still be refunded. */
  refundable: number;
  refunds: AdminRefund[];
  created_at: string;
  settled_at: string | null;
}

export interface AdminRefund {
  id: string;
  amount: number;
  reason: string;
  status: 'pending' | 'succeeded' | 'canceled';
  /** The provider never answered. It is not asked again, since it might pay twice. */
  lost: boolean;
  error: string | null;
  created_at: string;
  settled_at: string | null;
}

/** `pending`: still awaited; `withdrawn`: given up and not settled yet; `attention`: any problem. */
export const adminPaymentStatuses = [
  'pending',
  'withdrawn',
  'succeeded',
  'canceled',
  'disputed',
  'refund_lost',
  'refund_failed',
  'attention',
] as const;
export const adminPaymentSorts = ['created_at'] as const;
export const adminPaymentFilterSchema = yup.object({
  id: manyUuids(),
  status: yup
    .string()
    .transform(emptyIsAbsent)
    .oneOf(adminPaymentStatuses, `Состояние — ${adminPaymentStatuses.join(', ')}`),
  user_id: yup
    .number()
    .typeError('Пользователь — его номер')
    .integer('Пользователь — его номер')
    .min(1)
    .max(2_147_483_647),
  ...searched,
});
export type AdminPaymentFilter = yup.InferType<typeof adminPaymentFilterSchema>;

/** POST /admin/payments/:id/refund → {payment, message}; the amount is in roubles. The owner keeps the purchase. */
export const refundSchema = yup.object({
  amount: number()
    .typeError('Сумма — число')
    .moreThan(0, 'Сумма — больше нуля')
    .max(100_000_000, 'Сумма слишком велика')
    .test('kopecks', 'Сумма — не больше двух знаков после запятой', (value) =>
      value == null ? true : Math.abs(value * 100 - Math.round(value * 100)) < 1e-6,
    )
    .required('Укажите сумму возврата'),
  reason: yup
    .string()
    .typeError('Причина — текст')
    .trim()
    .max(128, 'Причина — не длиннее 128 знаков')
    .required('Укажите причину возврата'),
  /** The id of a `lost` refund that was not paid by the provider's records; the new refund replaces it. */
  replaces: yup.string().typeError('Возврат — его номер').uuid('Возврат — его номер'),
});
