import { MAX_ROW_ID } from '@ostatok/kit/contract/fields.ts';
import * as yup from 'yup';
import { subscriptionStatuses } from './billing.ts';
import { manyNumbers, searched } from './list-filters.ts';

export const adminUserSorts = [
  'id',
  'email',
  'name',
  'role',
  'status',
  'created_at',
  'subscription',
  'subscription_plan',
  'subscription_end',
] as const;
export type AdminUserSort = (typeof adminUserSorts)[number];

export const adminUserFilterSchema = yup.object({
  id: manyNumbers(),
  ...searched,
  role: yup.string().oneOf(['admin', 'customer'], 'Роль — admin или customer'),
  status: yup.string().oneOf(['active', 'blocked'], 'Состояние — active или blocked'),
  plan_id: yup.number().typeError('Тариф — его номер').integer('Тариф — его номер').min(1).max(MAX_ROW_ID),
  subscription_status: yup.string().oneOf(subscriptionStatuses, `Подписка — ${subscriptionStatuses.join(', ')}`),
});
export type AdminUserFilter = yup.InferType<typeof adminUserFilterSchema>;

export const userStatusSchema = yup.object({
  status: yup
    .string()
    .typeError('Состояние — active или blocked')
    .transform((value) => (value === 'suspended' ? 'blocked' : value))
    .required('Состояние — active или blocked')
    .oneOf(['active', 'blocked'] as const, 'Состояние — active или blocked'),
});
