import type { User } from '@ostatok/api/contract/auth.ts';
import type { TenantStatus } from '@ostatok/api/contract/provision.ts';
import type { Api } from '../api-client.ts';
import { Refusal } from '../refusal.ts';
import { listTenants } from './list-tenants.ts';

const statuses: TenantStatus[] = ['active', 'creating', 'suspended'];

export interface PlatformStatus {
  url: string;
  /** Whether the platform answers, and whether its database and jobs do. */
  alive: boolean;
  ready: boolean;
  user: { email: string; role: string } | null;
  tenants: Record<string, number> | null;
}

const answers = (url: string): Promise<boolean> =>
  fetch(url, { signal: AbortSignal.timeout(5000) }).then(
    (response) => response.ok,
    () => false,
  );

/** Those of each state that there are any of. An administrator may have thousands: they are counted, not fetched. */
async function countTenants(api: Api, role: User['role']): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  if (role !== 'admin') {
    for (const { status } of await listTenants(api)) counts[status] = (counts[status] ?? 0) + 1;
    return counts;
  }
  for (const status of statuses) {
    const path = `/api/admin/tenants?status=${status}&limit=1`;
    const { pagination } = await api.get<{ pagination: { total: number } }>(path);
    if (pagination.total > 0) counts[status] = pagination.total;
  }
  return counts;
}

/** Never throws for a platform that is down: that is the answer. */
export async function readStatus(api: Api): Promise<PlatformStatus> {
  const [alive, ready] = await Promise.all([answers(`${api.url}/healthz`), answers(`${api.url}/readyz`)]);
  if (!ready) return { url: api.url, alive, ready, user: null, tenants: null };
  try {
    const { user } = await api.get<{ user: User }>('/api/auth/me');
    const tenants = await countTenants(api, user.role);
    return { url: api.url, alive, ready, user: { email: user.email, role: user.role }, tenants };
  } catch (error) {
    if (error instanceof Refusal && error.status === 401)
      return { url: api.url, alive, ready, user: null, tenants: null };
    throw error;
  }
}
