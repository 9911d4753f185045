import type { exportEndpoints } from '@ostatok/api/contract/exports.endpoints.ts';
import type { AdminPlanSort } from '@ostatok/api/contract/plans.ts';
import type { SubscriptionUserSort } from '@ostatok/api/contract/subscriptions.ts';
import type { AdminUserSort } from '@ostatok/api/contract/users.ts';
import { isUuid } from '@ostatok/kit/contract/uuid.ts';
import type { EndpointRequest } from '@ostatok/kit/node/endpoints.ts';
import { NotFound } from '@ostatok/kit/node/errors.ts';
import type { Activity } from '../activity/activity.service.ts';
import type { Campaigns } from '../campaigns/campaigns.service.ts';
import type { Catalogue } from '../catalogue/catalogue.service.ts';
import type { Proposals } from '../catalogue/proposals.service.ts';
import type { AdminPlans } from '../plans/admin-plans.service.ts';
import type { Subscriptions } from '../subscriptions/subscriptions.service.ts';
import type { AdminTenants } from '../tenants/admin-tenants.service.ts';
import type { Users } from '../users/users.service.ts';
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

export interface ListedServices {
  activity: Activity;
  adminPlans: AdminPlans;
  subscriptions: Subscriptions;
  adminTenants: AdminTenants;
  users: Users;
  catalogue: Catalogue;
  proposals: Proposals;
  campaigns: Campaigns;
}

type ExportName = keyof typeof exportEndpoints;
type Asked<Name extends ExportName> = Pick<
  EndpointRequest<Name, (typeof exportEndpoints)[Name], unknown>,
  'params' | 'filter' | 'page'
>;
/** Opens the list of each workbook with the caller's filter and order. */
export type ExportedLists = { [Name in ExportName]: (asked: Asked<Name>) => ExportedList<unknown> };

const listOf = <Row>(
  sheet: string,
  columns: Column<Row>[],
  batches: ExportedList<Row>['batches'],
): ExportedList<unknown> => ({ sheet, columns, batches });

function campaignIdOf(id: string): string {
  if (!isUuid(id)) throw new NotFound('Такой рассылки нет');
  return id;
}

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
  for await (const batch of numbers) {
    const ids = batch.map(({ id }) => id);
    const rows = await read(ids, { offset: 0, limit: ids.length });
    const byId = new Map(rows.map((row) => [row.id, row]));
    yield ids.flatMap((id) => byId.get(id) ?? []);
  }
}

type PeopleName = `GET /api/admin/${'users' | 'tenants' | 'subscriptions/users' | 'plans' | 'activity'}/export.xlsx`;

function peopleLists(listed: ListedServices): Pick<ExportedLists, PeopleName> {
  return {
    'GET /api/admin/users/export.xlsx'({ filter, page: { sort, order } }) {
      const { list, numbers } = listed.users;
      return listOf('Пользователи', userColumns, (trx, size) =>
        byNumbers(numbers(trx, filter, { sort: sort as AdminUserSort, order }, size), async (id, part) => {
          return (await list({ sort: 'id', order, ...part }, { id }, trx)).users;
        }),
      );
    },
    'GET /api/admin/tenants/export.xlsx'({ filter: { id, search, q, ...narrowed }, page: { sort, order } }) {
      const query = { order, sort: sort === 'id' ? 'number' : sort, ids: id, search: search ?? q, ...narrowed };
      return listOf('Тенанты', tenantColumns, (trx, size) =>
        byPages(size, async (part) => (await listed.adminTenants.list({ ...query, ...part }, trx)).rows),
      );
    },
    'GET /api/admin/subscriptions/users/export.xlsx'({ filter, page: { sort, order } }) {
      const { list, numbers } = listed.subscriptions;
      return listOf('Подписки', subscriptionColumns, (trx, size) =>
        byNumbers(numbers(trx, filter, { sort: sort as SubscriptionUserSort, order }, size), async (id, part) => {
          return (await list({ id }, { sort: 'id', order, ...part }, trx)).users;
        }),
      );
    },
    'GET /api/admin/plans/export.xlsx'({ filter, page: { sort, order } }) {
      const by = { order, sort: sort as AdminPlanSort };
      return listOf('Тарифы', planColumns, (trx, size) =>
        byPages(size, async (part) => (await listed.adminPlans.list(filter, { ...by, ...part }, trx)).plans),
      );
    },
    'GET /api/admin/activity/export.xlsx'({ filter, page: { sort, order } }) {
      const { list, numbers } = listed.activity;
      return listOf('Журнал', activityColumns, (trx, size) =>
        byNumbers(numbers(trx, filter, { sort, order }, size), async (id, part) => {
          return (await list({ id }, { sort: 'id', order, ...part }, trx)).activity;
        }),
      );
    },
  };
}

function otherLists({ catalogue, proposals, campaigns }: ListedServices): Omit<ExportedLists, PeopleName> {
  return {
    'GET /api/admin/aliases/export.xlsx': ({ filter, page }) =>
      listOf('Алиасы', aliasColumns, (trx, size) => catalogue.over(trx).inBatches(page, filter, size)),
    'GET /api/admin/aliases/proposals/export.xlsx': ({ filter, page }) =>
      listOf('Предложения', proposalColumns, (trx, size) =>
        byNumbers(proposals.numbers(trx, filter, page, size), async (id, part) => {
          return (await proposals.list({ ...page, ...part }, { id }, trx)).proposals;
        }),
      ),
    'GET /api/admin/campaigns/:id/recipients/export.xlsx'({ params, filter, page }) {
      const id = campaignIdOf(params.id);
      return listOf('Получатели', recipientColumns, (trx, size) =>
        byPages(size, async (part) => {
          return (await campaigns.recipients(id, { ...page, ...part }, filter, trx)).recipients;
        }),
      );
    },
  };
}

/** The administrator's lists that are exported as workbooks. */
export const exportedLists = (services: ListedServices): ExportedLists => ({
  ...peopleLists(services),
  ...otherLists(services),
});
