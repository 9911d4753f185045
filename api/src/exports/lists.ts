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
import { parse } from '@ostatok/kit/node/http.ts';
import { listQuery } from '@ostatok/kit/node/list-query.ts';
import type { Users } from '../account/users.service.ts';
import type { EmailServices } from '../campaigns/email-services.ts';
import type { Catalogue } from '../catalogue/catalogue.service.ts';
import type { Proposals } from '../catalogue/proposals.service.ts';
import type { Activity } from '../overview/activity.service.ts';
import type { AdminPlans } from '../plans/admin-plans.service.ts';
import type { Subscriptions } from '../subscriptions/subscriptions.service.ts';
import type { AdminTenants } from '../tenants/admin-tenants.service.ts';
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
  accounts: { activity: Activity; adminPlans: AdminPlans; subscriptions: Subscriptions };
  venues: { adminTenants: AdminTenants };
  administration: { users: Users; catalogue: Catalogue; proposals: Proposals; email: EmailServices };
}

type Query = Record<string, unknown>;
/** Opens a list from its own query parameters; throws InvalidInput. */
export type OpenList = (query: Query, id: string) => ExportedList<never>;

const listOf = <Row>(
  sheet: string,
  columns: Column<Row>[],
  portions: ExportedList<Row>['portions'],
): ExportedList<never> => ({ sheet, columns, portions }) as unknown as ExportedList<never>;

interface Part {
  offset: number;
  limit: number;
}

/** Yields a list that is never long, page by page. */
async function* byPages<Row>(size: number, read: (part: Part) => Promise<Row[]>): AsyncGenerator<Row[], void> {
  for (let offset = 0; ; offset += size) {
    const rows = await read({ offset, limit: size });
    yield rows;
    if (rows.length < size) return;
  }
}

/** Yields the rows of these ids in their order. */
async function* byNumbers<Row extends { id: number }>(
  numbers: AsyncIterable<{ id: number }[]>,
  read: (ids: number[], part: Part) => Promise<Row[]>,
): AsyncGenerator<Row[], void> {
  for await (const portion of numbers) {
    const ids = portion.map(({ id }) => id);
    const rows = await read(ids, { offset: 0, limit: ids.length });
    const byId = new Map(rows.map((row) => [row.id, row]));
    yield ids.flatMap((id) => byId.get(id) ?? []);
  }
}

function peopleLists({ accounts, venues, administration }: ListedServices): Record<string, OpenList> {
  return {
    users(asked) {
      const {
        sort,
        order,
        filter: given,
      } = listQuery(asked, { sorts: adminUserSorts, sort: 'created_at', order: 'desc' });
      const filter = parse(adminUserFilterSchema, given);
      const { list, numbers } = administration.users;
      return listOf('Пользователи', userColumns, (trx, size) =>
        byNumbers(numbers(trx, filter, { sort: sort as AdminUserSort, order }, size), async (id, part) => {
          return (await list({ sort: 'id', order, ...part }, { id }, trx)).users;
        }),
      );
    },
    tenants(asked) {
      const { sort, order, filter } = listQuery(asked, { sorts: adminTenantSorts, sort: 'created_at', order: 'desc' });
      const { id, search, q, ...narrowed } = parse(adminTenantFilterSchema, filter);
      const query = { order, sort: sort === 'id' ? 'number' : sort, ids: id, search: search ?? q, ...narrowed };
      return listOf('Тенанты', tenantColumns, (trx, size) =>
        byPages(size, async (part) => (await venues.adminTenants.list({ ...query, ...part }, trx)).rows),
      );
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
      const { list, numbers } = accounts.subscriptions;
      return listOf('Подписки', subscriptionColumns, (trx, size) =>
        byNumbers(numbers(trx, filter, { sort: sort as SubscriptionUserSort, order }, size), async (id, part) => {
          return (await list({ id }, { sort: 'id', order, ...part }, trx)).users;
        }),
      );
    },
    plans(asked) {
      const { sort, order, filter: given } = listQuery(asked, { sorts: adminPlanSorts, sort: 'sort_order' });
      const filter = parse(adminPlanFilterSchema, given);
      const by = { order, sort: sort as AdminPlanSort };
      return listOf('Тарифы', planColumns, (trx, size) =>
        byPages(size, async (part) => (await accounts.adminPlans.list(filter, { ...by, ...part }, trx)).plans),
      );
    },
    activity(asked) {
      const { sort, order, filter: given } = listQuery(asked, { sorts: activitySorts, sort: 'id', order: 'desc' });
      const filter = parse(activityFilterSchema, given);
      const { list, numbers } = accounts.activity;
      return listOf('Журнал', activityColumns, (trx, size) =>
        byNumbers(numbers(trx, filter, { sort, order }, size), async (id, part) => {
          return (await list({ id }, { sort: 'id', order, ...part }, trx)).activity;
        }),
      );
    },
  };
}

function otherLists({ administration }: ListedServices): Record<string, OpenList> {
  const { catalogue, proposals, email } = administration;
  return {
    aliases(asked) {
      const query = listQuery(asked, { sorts: aliasSorts, sort: 'id', order: 'desc' });
      const filter = parse(aliasFilterSchema, query.filter);
      return listOf('Алиасы', aliasColumns, (trx, size) => catalogue.over(trx).inPortions(query, filter, size));
    },
    'aliases/proposals'(asked) {
      const query = listQuery(asked, { sorts: proposalSorts, sort: 'created_at', order: 'desc' });
      const filter = parse(proposalFilterSchema, query.filter);
      return listOf('Предложения', proposalColumns, (trx, size) =>
        byNumbers(proposals.numbers(trx, filter, query, size), async (id, part) => {
          return (await proposals.list({ ...query, ...part }, { id }, trx)).proposals;
        }),
      );
    },
    'campaigns/:id/recipients'(asked, id) {
      const query = listQuery(asked, { sorts: ['id'], sort: 'id' });
      const filter = parse(recipientFilterSchema, query.filter);
      return listOf('Получатели', recipientColumns, (trx, size) =>
        byPages(size, async (part) => {
          return (await email.campaigns.recipients(id, { ...query, ...part }, filter, trx)).recipients;
        }),
      );
    },
  };
}

/** The administrator's lists by their paths under /api/admin, exported with the same order and filters. */
export const exportedLists = (services: ListedServices): Record<string, OpenList> => ({
  ...peopleLists(services),
  ...otherLists(services),
});
