import * as yup from 'yup';
import { type SubscriptionStatus, subscriptionStatuses } from './billing.ts';
import { manyNumbers, manyUuids, searched } from './list-filters.ts';

/** GET /admin/subscriptions/stats → {stats} */
export interface PlanSubscriptions {
  plan_id: number;
  plan_name: string;
  display_name: string;
  is_archived: boolean;
  /** Subscriptions of the plan that run. */
  active_count: number;
  /** Everybody whose plan it is, whatever their subscription's state. */
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
  /** Roubles; null: «По запросу». */
  price_monthly: number | null;
  subscription_id: number | null;
  subscription_status: SubscriptionStatus | null;
  current_period_start: string | null;
  /** null: without end. */
  current_period_end: string | null;
  /** Days until the end, rounded up; null without end. */
  days_remaining: number | null;
  /** Of a temporary plan: the previous one returns then. */
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
  /** Those that run now on a plan that costs something: what the overview counts. */
  paid: yup.boolean().transform(emptyIsAbsent).typeError('paid — true или false'),
});
export type SubscriptionFilter = yup.InferType<typeof subscriptionFilterSchema>;

export const MOST_DAYS = 3660;

/** A number or its text, as a prompt, a form or a query gives it, with a comma too; a list of one is neither. */
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
  /** null: without end. */
  current_period_end: string | null;
  status: SubscriptionStatus;
  /** How it came about. */
  kind: 'free' | 'purchase' | 'upgrade' | 'renewal' | 'grant' | 'administrator';
  /** Roubles, paid for the whole of it. */
  price: number;
}

/** GET /admin/payments?status=… → {payments}, newest first, Content-Range; GET /admin/payments/:id → {payment}; roubles. */
export interface AdminPayment {
  id: string;
  user_id: number | null;
  payer_email: string;
  plan_display_name: string;
  description: string;
  amount: number;
  /** What went back or is going. */
  refunded: number;
  currency: string;
  /** Pending also of one that is withdrawn: the bank may still bring its money, which then goes back. */
  status: 'pending' | 'succeeded' | 'canceled';
  /** Nobody waits for it any more: its payer gave it up, or it is of a plan that is not wanted by now. */
  withdrawn: 'abandoned' | 'superseded' | null;
  outcome: 'applied' | 'refunded' | 'disputed' | null;
  /** What billing cannot settle alone: somebody has to look. */
  problem: 'disputed' | 'refund_lost' | 'refund_failed' | null;
  /** What can still be given back. */
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
  /** The provider never answered: it is not asked again, lest it pays twice. */
  lost: boolean;
  error: string | null;
  created_at: string;
  settled_at: string | null;
}

/** `pending`: those that somebody waits for; `withdrawn`: those given up, not settled yet; `attention`: everything that has a problem. */
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

/** POST /admin/payments/:id/refund → {payment, message}; roubles. The owner keeps what was bought. */
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
  /** The number of a refund that is `lost`, and which the provider's books say was not paid: this one is instead of it. */
  replaces: yup.string().typeError('Возврат — его номер').uuid('Возврат — его номер'),
});
