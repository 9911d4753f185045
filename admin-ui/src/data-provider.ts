import type { TenantAudit } from '@ostatok/api/contract/cleanup.endpoints.ts';
import type { OperationItem } from '@ostatok/api/contract/operations.endpoints.ts';
import type { ListBeyond } from '@ostatok/kit/contract/endpoint.ts';
import simpleRestProvider from 'ra-data-simple-rest';
import type { DataProvider, GetListParams, GetListResult, RaRecord } from 'react-admin';
import { httpClient } from './http-client.ts';
import { type ResourceName, resources } from './resources.ts';

const BASE = '/api/admin';

const pathOf = (resource: string): string => resources[resource as ResourceName]?.path ?? resource;

const rest = simpleRestProvider(BASE, httpClient);

/** Reads a list, with what a long one says beside its total as `meta`. */
async function getList(path: string, params: GetListParams): Promise<GetListResult> {
  let beyond: ListBeyond = {};
  const provider = simpleRestProvider(BASE, async (url, options) => {
    const answer = await httpClient(url, options);
    beyond = answer.pagination ?? {};
    return answer;
  });
  const list = await provider.getList(path, params);
  return { ...list, meta: beyond };
}

/** Lists that belong to the record `filter.of`: their paths, and where the response holds their rows. */
// biome-ignore lint/suspicious/noExplicitAny: each answer is its own
const parts: Record<string, { pathOf: (of: string) => string; rowsOf: (json: any) => { id: string }[] }> = {
  audit: { pathOf: () => 'tenants/audit', rowsOf: ({ tenants }: TenantAudit) => tenants },
  'operation-items': {
    pathOf: (id) => `operations/${id}/items`,
    rowsOf: (items: OperationItem[]) => items.map((item) => ({ ...item, id: item.key })),
  },
};

/** Adapts ra-data-simple-rest to the administrator's API and its paths. */
export const dataProvider: DataProvider = {
  ...rest,
  async getList(resource, params) {
    const part = parts[resource];
    if (!part) return getList(pathOf(resource), params);
    const { of, ...filter } = params.filter;
    const { data, total } = await rest.getList(part.pathOf(of), { ...params, filter });
    return { data: part.rowsOf(data) as never[], total };
  },
  getOne: (resource, params) => rest.getOne(resource === 'subscriptions' ? resource : pathOf(resource), params),
  getMany: (resource, params) => rest.getMany(pathOf(resource), params),
};

export interface ListQuery {
  sort: { field: string; order: 'ASC' | 'DESC' };
  filter: Record<string, unknown>;
}

export interface ListedPage<Row> {
  data: Row[];
  total: number;
  beyond: ListBeyond;
}

/** Reads one page of a list; pages count from zero. */
export async function readPage<Row>(
  resource: string,
  { sort, filter }: ListQuery,
  page: number,
  perPage: number,
  signal?: AbortSignal,
): Promise<ListedPage<Row>> {
  const params: GetListParams & { signal?: AbortSignal } = {
    pagination: { page: page + 1, perPage },
    sort,
    filter,
    signal,
  };
  const { data, total = 0, meta } = await dataProvider.getList<Row & RaRecord>(resource, params);
  return { data, total, beyond: meta ?? {} };
}
