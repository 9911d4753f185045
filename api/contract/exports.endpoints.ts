import { defineEndpoints } from '@ostatok/kit/contract/endpoint.ts';
import type * as yup from 'yup';
import { recipientFilterSchema } from './campaigns.ts';
import { aliasFilterSchema } from './catalogue.ts';
import { activityFilterSchema } from './overview.ts';
import { adminPlanFilterSchema } from './plans.ts';
import { proposalFilterSchema } from './proposals.ts';
import { adminTenantFilterSchema } from './provision.ts';
import { subscriptionFilterSchema } from './subscriptions.ts';
import { adminUserFilterSchema } from './users.ts';

const workbook = <const Filter extends yup.Schema>(summary: string, query: Filter) =>
  ({
    summary: `${summary} as a workbook: the same filters and order, all pages`,
    access: 'admin',
    query,
    content: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  }) as const;

/** The administrator's lists as workbooks. */
export const exportEndpoints = defineEndpoints({
  'GET /api/admin/users/export.xlsx': workbook('Users', adminUserFilterSchema),
  'GET /api/admin/tenants/export.xlsx': workbook('Venues', adminTenantFilterSchema),
  'GET /api/admin/subscriptions/users/export.xlsx': workbook('Subscriptions', subscriptionFilterSchema),
  'GET /api/admin/plans/export.xlsx': workbook('Plans', adminPlanFilterSchema),
  'GET /api/admin/activity/export.xlsx': workbook('The activity', activityFilterSchema),
  'GET /api/admin/aliases/export.xlsx': workbook('The catalogue', aliasFilterSchema),
  'GET /api/admin/aliases/proposals/export.xlsx': workbook('Proposals', proposalFilterSchema),
  'GET /api/admin/campaigns/:id/recipients/export.xlsx': workbook('A campaign’s recipients', recipientFilterSchema),
});
