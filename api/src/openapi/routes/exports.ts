import { recipientFilterSchema } from '@ostatok/api/contract/campaigns.ts';
import { aliasFilterSchema } from '@ostatok/api/contract/catalogue.ts';
import { activityFilterSchema } from '@ostatok/api/contract/overview.ts';
import { adminPlanFilterSchema } from '@ostatok/api/contract/plans.ts';
import { proposalFilterSchema } from '@ostatok/api/contract/proposals.ts';
import { adminTenantFilterSchema } from '@ostatok/api/contract/provision.ts';
import { subscriptionFilterSchema } from '@ostatok/api/contract/subscriptions.ts';
import { adminUserFilterSchema } from '@ostatok/api/contract/users.ts';
import type { Schema } from 'yup';
import type { Described, DescribedRoutes } from '../described.ts';

const workbook = (summary: string, query: Schema): Described => ({
  summary: `${summary} as a workbook: the same filters and order, all pages`,
  query,
  content: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
});

/** Routes that export the administrator's lists as workbooks. */
export const exportRoutes: DescribedRoutes = {
  'GET /api/admin/users/export.xlsx': workbook('Users', adminUserFilterSchema),
  'GET /api/admin/tenants/export.xlsx': workbook('Venues', adminTenantFilterSchema),
  'GET /api/admin/subscriptions/users/export.xlsx': workbook('Subscriptions', subscriptionFilterSchema),
  'GET /api/admin/plans/export.xlsx': workbook('Plans', adminPlanFilterSchema),
  'GET /api/admin/activity/export.xlsx': workbook('The activity', activityFilterSchema),
  'GET /api/admin/aliases/export.xlsx': workbook('The catalogue', aliasFilterSchema),
  'GET /api/admin/aliases/proposals/export.xlsx': workbook('Proposals', proposalFilterSchema),
  'GET /api/admin/campaigns/:id/recipients/export.xlsx': workbook('A campaign’s recipients', recipientFilterSchema),
};
