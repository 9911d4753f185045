import { recipientFilterSchema } from '@ostatok/api/contract/campaigns.ts';
import { aliasFilterSchema, aliasSorts } from '@ostatok/api/contract/catalogue.ts';
import { activityFilterSchema, activitySorts } from '@ostatok/api/contract/overview.ts';
import { type AdminPlanSort, adminPlanFilterSchema, adminPlanSorts } from '@ostatok/api/contract/plans.ts';
import { proposalFilterSchema, proposalSorts } from '@ostatok/api/contract/proposals.ts';
import { adminTenantFilterSchema, adminTenantSorts } from '@ostatok/api/contract/provision.ts';
import {
  type SubscriptionUserSort,
  subscriptionFilterSchema,
  subscriptionUserSorts,
} from '@ostatok/api/contract/subscriptions.ts';
import { type AdminUserSort, adminUserFilterSchema, adminUserSorts } from '@ostatok/api/contract/users.ts';
import type { Knex } from '@ostatok/kit/node/db.ts';
import { parse } from '@ostatok/kit/node/http.ts';
import { listQuery } from '@ostatok/kit/node/list-query.ts';
import type { AccountServices } from '../account-services.ts';
import type { Administration } from '../administration-services.ts';
import type { TenantServices } from '../tenant-services.ts';
import type { ExportedList } from './exports.service.ts';
import type { Column } from './sheet.ts';
import {
  activityColumns,
  aliasColumns,
  planColumns,
  proposalColumns,
  recipientColumns,
  subscriptionColumns,
  tenantColumns,
  userColumns,
} from './sheets.ts';

interface ListedServices {
  accounts: Pick<AccountServices, 'activity' | 'adminPlans' | 'subscriptions'>;
  venues: Pick<TenantServices, 'adminTenants'>;
  administration: Pick<Administration, 'users' | 'catalogue' | 'proposals' | 'email'>;
}

type Query = Record<string, unknown>;
/** What is asked for, in the words of the list itself; throws InvalidInput. */
export type OpenList = (query: Query, id: string) => ExportedList<never>;

const listOf = <Row>(sheet: string, columns: Column<Row>[], page: ExportedList<Row>['page']): ExportedList<never> =>
  ({ sheet, columns, page }) as unknown as ExportedList<never>;

function peopleLists({ accounts, venues, administration }: ListedServices): Record<string, OpenList> {
  return {
    users(asked) {
      const {
        sort,
        order,
        filter: given,
      } = listQuery(asked, { sorts: adminUserSorts, sort: 'created_at', order: 'desc' });
      const filter = parse(adminUserFilterSchema, given);
      return listOf('Пользователи', userColumns, async (reader, part) => {
        const page = { order, sort: sort as AdminUserSort, ...part };
        return (await administration.users.list(page, filter, reader)).users;
      });
    },
    tenants(asked) {
      const { sort, order, filter } = listQuery(asked, { sorts: adminTenantSorts, sort: 'created_at', order: 'desc' });
      const { id, search, q, status } = parse(adminTenantFilterSchema, filter);
      const query = { order, sort: sort === 'id' ? 'number' : sort, ids: id, search: search ?? q, status };
      return listOf('Тенанты', tenantColumns, async (reader, part) => {
        return (await venues.adminTenants.list({ ...query, ...part }, reader)).rows;
      });
    },
    'subscriptions/users'(asked) {
      const {
        sort,
        order,
        filter: given,
      } = listQuery(asked, {
        sorts: subscriptionUserSorts,
        sort: 'created_at',
        order: 'desc',
      });
      const filter = parse(subscriptionFilterSchema, given);
      return listOf('Подписки', subscriptionColumns, async (reader, part) => {
        const page = { order, sort: sort as SubscriptionUserSort, ...part };
        return (await accounts.subscriptions.list(filter, page, reader)).users;
      });
    },
    plans(asked) {
      const { sort, order, filter: given } = listQuery(asked, { sorts: adminPlanSorts, sort: 'sort_order' });
      const filter = parse(adminPlanFilterSchema, given);
      return listOf('Тарифы', planColumns, async (reader, part) => {
        const page = { order, sort: sort as AdminPlanSort, ...part };
        return (await accounts.adminPlans.list(filter, page, reader)).plans;
      });
    },
    activity(asked) {
      const { sort, order, filter: given } = listQuery(asked, { sorts: activitySorts, sort: 'id', order: 'desc' });
      const filter = parse(activityFilterSchema, given);
      return listOf('Журнал', activityColumns, async (reader, part) => {
        return (await accounts.activity.list(filter, { sort, order, ...part }, reader)).activity;
      });
    },
  };
}

function otherLists({ administration }: ListedServices): Record<string, OpenList> {
  const { catalogue, proposals, email } = administration;
  return {
    aliases(asked) {
      const query = listQuery(asked, { sorts: aliasSorts, sort: 'id', order: 'desc' });
      const filter = parse(aliasFilterSchema, query.filter);
      let reading: { reader: Knex; list: (typeof catalogue)['list'] } | undefined;
      return listOf('Алиасы', aliasColumns, async (reader, part) => {
        // one for all pages: it remembers how many there are
        if (reading?.reader !== reader) reading = { reader, list: catalogue.over(reader).list };
        return (await reading.list({ ...query, ...part }, filter)).aliases;
      });
    },
    'aliases/proposals'(asked) {
      const query = listQuery(asked, { sorts: proposalSorts, sort: 'created_at', order: 'desc' });
      const filter = parse(proposalFilterSchema, query.filter);
      return listOf('Предложения', proposalColumns, async (reader, part) => {
        return (await proposals.list({ ...query, ...part }, filter, reader)).proposals;
      });
    },
    'campaigns/:id/recipients'(asked, id) {
      const query = listQuery(asked, { sorts: ['id'], sort: 'id' });
      const filter = parse(recipientFilterSchema, query.filter);
      return listOf('Получатели', recipientColumns, async (reader, part) => {
        return (await email.campaigns.recipients(id, { ...query, ...part }, filter, reader)).recipients;
      });
    },
  };
}

/** The administrator's lists by their paths under /api/admin, to be exported in the same order and with the same filters. */
export const exportedLists = (services: ListedServices): Record<string, OpenList> => ({
  ...peopleLists(services),
  ...otherLists(services),
});
