import type { User } from '@ostatok/api/contract/auth.ts';
import type { Tenant } from '@ostatok/api/contract/provision.ts';
import type { Api } from '../api-client.ts';

export type ListedTenant = Pick<
  Tenant,
  'tenant_id' | 'subdomain' | 'display_name' | 'status' | 'web_url' | 'bot_username' | 'created_at'
> & {
  user_email?: string;
};

const PAGE = 500;

async function allTenants(api: Api, filter: Record<string, string>): Promise<ListedTenant[]> {
  const found: ListedTenant[] = [];
  for (let page = 1; ; page += 1) {
    const query = new URLSearchParams({ page: String(page), limit: String(PAGE), ...filter });
    const answer = await api.get<{ tenants: ListedTenant[]; pagination?: { pages: number } }>(
      `/api/admin/tenants?${query}`,
    );
    found.push(...answer.tenants);
    if (page >= (answer.pagination?.pages ?? 1)) return found;
  }
}

/** An administrator sees every venue, an owner their own. */
export async function listTenants(api: Api, search = '', status?: ListedTenant['status']): Promise<ListedTenant[]> {
  const { user } = await api.get<{ user: User }>('/api/auth/me');
  if (user.role === 'admin') return allTenants(api, { ...(search ? { search } : {}), ...(status ? { status } : {}) });
  const { tenants } = await api.get<{ tenants: ListedTenant[] }>('/api/provision/my-tenants');
  return tenants.filter(
    (tenant) =>
      (!status || tenant.status === status) &&
      `${tenant.subdomain} ${tenant.display_name}`.toLowerCase().includes(search.toLowerCase()),
  );
}
