import * as yup from 'yup';
import type { UserRole } from './auth.ts';
import { type SubscriptionStatus, subscriptionStatuses } from './billing.ts';
import { manyNumbers, searched } from './list-filters.ts';

/** GET /admin/users → {users}, Content-Range; GET /admin/users/:id → {user} */
export interface AdminUser {
  id: number;
  email: string;
  name: string;
  role: UserRole;
  status: 'active' | 'blocked';
  created_at: string;
  subscription_status: SubscriptionStatus | null;
  subscription_plan: string | null;
  subscription_end: string | null;
}

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
  plan_id: yup.number().typeError('Тариф — его номер').integer('Тариф — его номер').min(1).max(2_147_483_647),
  subscription_status: yup.string().oneOf(subscriptionStatuses, `Подписка — ${subscriptionStatuses.join(', ')}`),
});
export type AdminUserFilter = yup.InferType<typeof adminUserFilterSchema>;

/** PUT /admin/users/:id/status → {user, message}; `suspended` is a synonym of blocked. */
export const userStatusSchema = yup.object({
  status: yup
    .string()
    .typeError('Состояние — active или blocked')
    .transform((value) => (value === 'suspended' ? 'blocked' : value))
    .required('Состояние — active или blocked')
    .oneOf(['active', 'blocked'] as const, 'Состояние — active или blocked'),
});
