import type { tenantResources } from '@ostatok/api/contract/provision.ts';
import type { AdminTenant, Tenant } from '@ostatok/api/contract/tenants.endpoints.ts';
import { UserError } from '../errors/user-error.ts';
import { type Filter, type Listed, type ListOptions, listAll } from '../lists/listing.ts';
import type { Api } from '../platform/api-client.ts';

export type ListedTenant = Pick<
  Tenant,
  'tenant_id' | 'subdomain' | 'display_name' | 'status' | 'web_url' | 'created_at'
> & {
  user_email?: string;
} & Partial<
    Pick<
      AdminTenant,
      | 'start_failed'
      | 'making_failed'
      | 'awake'
      | 'bot'
      | 'max'
      | 'last_active_at'
      | 'deleted_at'
      | 'restorable_until'
      | (typeof tenantResources)[number]
    >
  >;

/** Filters that only the platform's administrator may use, besides the state. */
export interface TenantFilter extends Filter {
  status?: ListedTenant['status'] | 'down' | 'failed' | undefined;
  owner?: string | undefined;
  bot?: string | undefined;
  awake?: boolean | undefined;
}

const ownSorts = ['subdomain', 'display_name', 'status', 'created_at'] as const;

/** An owner has few tenants and the platform returns them all at once, so search, sorting and paging are done here. */
function pick(tenants: ListedTenant[], { search = '', sort, limit, page, all }: ListOptions): Listed<ListedTenant> {
  const by = sort?.replace(/^-/, '');
  const field = ownSorts.find((name) => name === by);
  if (by && !field) throw new UserError(`Сортировать можно по: ${ownSorts.join(', ')}`, 'invalid_input', 400);
  const words = search.toLowerCase();
  const found = tenants.filter((one) => `${one.subdomain} ${one.display_name}`.toLowerCase().includes(words));
  if (field) found.sort((a, b) => a[field].localeCompare(b[field], 'ru') * (sort?.startsWith('-') ? -1 : 1));
  return { rows: all ? found : found.slice((page - 1) * limit, page * limit), total: found.length };
}

/** An administrator sees every tenant, an owner their own. */
export async function listTenants(api: Api, options: ListOptions, filter: TenantFilter): Promise<Listed<ListedTenant>> {
  const { user } = await api.call('GET /api/auth/me');
  if (user.role === 'admin') return listAll(api, 'GET /api/admin/tenants', options, { filter });
  const { tenants } = await api.call('GET /api/provision/my-tenants');
  const { status, owner, bot, awake } = filter;
  if (owner !== undefined || bot !== undefined || awake !== undefined)
    throw new UserError('По владельцу, боту и процессу отбирает только администратор', 'forbidden', 403);
  return pick(status ? tenants.filter((tenant) => tenant.status === status) : tenants, options);
}
