import { MAX_ROW_ID, rowId, uuid } from '@ostatok/kit/contract/fields.ts';
import * as yup from 'yup';
import { subscriptionStatuses } from './billing.ts';
import { enteredNumber, enteredPlanId, trueOrFalse } from './fields.ts';
import { manyNumbers, manyUuids, searched } from './list-filters.ts';

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
  plan_id: rowId('Тариф — его номер').transform(emptyIsAbsent),
  status: yup
    .string()
    .transform(emptyIsAbsent)
    .oneOf(subscriptionStatuses, `Подписка — ${subscriptionStatuses.join(', ')}`),
  /** Subscriptions that run now on a paid plan, as the overview counts them. */
  paid: trueOrFalse('paid').transform(emptyIsAbsent),
});
export type SubscriptionFilter = yup.InferType<typeof subscriptionFilterSchema>;

export const MOST_DAYS = 3660;

const wrongDays = `Дней — целое число от 1 до ${MOST_DAYS}`;
const days = () =>
  enteredNumber()
    .typeError(wrongDays)
    .integer(wrongDays)
    .min(1, wrongDays)
    .max(MOST_DAYS, wrongDays)
    .required('Укажите число дней');
const planId = () => enteredPlanId('Выберите тариф');

export const extendSchema = yup.object({ days: days() });

export const grantTemporarySchema = yup.object({ planId: planId(), days: days() });

export const setPlanSchema = yup.object({ planId: planId() });

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
    .max(MAX_ROW_ID),
  ...searched,
});
export type AdminPaymentFilter = yup.InferType<typeof adminPaymentFilterSchema>;

/** The amount is in roubles. */
export const refundSchema = yup.object({
  amount: enteredNumber()
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
  replaces: uuid('Возврат — его номер'),
});
