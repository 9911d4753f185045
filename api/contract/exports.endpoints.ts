import { defineEndpoints, type ListRules } from '@ostatok/kit/contract/endpoint.ts';
import { recipientFilterSchema } from './campaigns.ts';
import { aliasFilterSchema, aliasSorts } from './catalogue.ts';
import { activityFilterSchema, activitySorts } from './overview.ts';
import { adminPlanFilterSchema, adminPlanSorts } from './plans.ts';
import { proposalFilterSchema, proposalSorts } from './proposals.ts';
import { adminTenantFilterSchema, adminTenantSorts } from './provision.ts';
import { subscriptionFilterSchema, subscriptionUserSorts } from './subscriptions.ts';
import { adminUserFilterSchema, adminUserSorts } from './users.ts';

/** All rows of a list as a workbook, whichever page is asked for. */
const workbook = <const Rules extends Omit<ListRules, 'rows'>>(summary: string, rules: Rules) =>
  ({
    summary: `${summary} as a workbook: the same filters and order, all pages`,
    access: 'admin',
    list: { rows: 'rows', ...rules },
    content: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  }) as const;

/** The administrator's lists as workbooks. */
export const exportEndpoints = defineEndpoints({
  'GET /api/admin/users/export.xlsx': workbook('Users', {
    sorts: adminUserSorts,
    sort: 'created_at',
    order: 'desc',
    filter: adminUserFilterSchema,
  }),
  'GET /api/admin/tenants/export.xlsx': workbook('Venues', {
    sorts: adminTenantSorts,
    sort: 'created_at',
    order: 'desc',
    filter: adminTenantFilterSchema,
  }),
  'GET /api/admin/subscriptions/users/export.xlsx': workbook('Subscriptions', {
    sorts: subscriptionUserSorts,
    sort: 'created_at',
    order: 'desc',
    filter: subscriptionFilterSchema,
  }),
  'GET /api/admin/plans/export.xlsx': workbook('Plans', {
    sorts: adminPlanSorts,
    sort: 'sort_order',
    filter: adminPlanFilterSchema,
  }),
  'GET /api/admin/activity/export.xlsx': workbook('The activity', {
    sorts: activitySorts,
    sort: 'id',
    order: 'desc',
    filter: activityFilterSchema,
  }),
  'GET /api/admin/aliases/export.xlsx': workbook('The catalogue', {
    sorts: aliasSorts,
    sort: 'rank',
    order: 'desc',
    filter: aliasFilterSchema,
  }),
  'GET /api/admin/aliases/proposals/export.xlsx': workbook('Proposals', {
    sorts: proposalSorts,
    sort: 'created_at',
    order: 'desc',
    filter: proposalFilterSchema,
  }),
  'GET /api/admin/campaigns/:id/recipients/export.xlsx': workbook('A campaign’s recipients', {
    sorts: ['id'],
    sort: 'id',
    filter: recipientFilterSchema,
  }),
});
