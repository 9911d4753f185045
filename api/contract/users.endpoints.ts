import { integer, listOf, oneOf, text, time } from '@ostatok/kit/contract/answers.ts';
import { defineEndpoints } from '@ostatok/kit/contract/endpoint.ts';
import * as yup from 'yup';
import { subscriptionStatuses } from './billing.ts';
import { adminUserFilterSchema, adminUserSorts, userStatusSchema } from './users.ts';

const adminUserSchema = yup.object({
  id: integer(),
  email: text(),
  name: text(),
  role: oneOf(['customer', 'admin']),
  status: oneOf(['active', 'blocked']),
  created_at: time(),
  subscription_status: oneOf(subscriptionStatuses).nullable(),
  subscription_plan: text().nullable(),
  subscription_end: time().nullable(),
});
export type AdminUser = yup.InferType<typeof adminUserSchema>;

export const userEndpoints = defineEndpoints({
  'GET /api/admin/users': {
    summary: 'Everybody who has an account',
    access: 'admin',
    list: { rows: 'users', sorts: adminUserSorts, sort: 'created_at', order: 'desc', filter: adminUserFilterSchema },
    answer: yup.object({ users: listOf(adminUserSchema) }),
  },
  'GET /api/admin/users/:id': {
    summary: 'One account',
    access: 'admin',
    answer: yup.object({ user: adminUserSchema }),
  },
  /** `suspended` is a synonym of blocked. */
  'PUT /api/admin/users/:id/status': {
    summary: 'Block, which signs out everywhere, or let in again',
    access: 'admin',
    body: userStatusSchema,
    answer: yup.object({ user: adminUserSchema, message: text() }),
  },
});
