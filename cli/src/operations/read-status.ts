import type { User } from '@ostatok/api/contract/auth.ts';
import { type Api, Refusal } from '../api-client.ts';
import { listTenants } from './list-tenants.ts';

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

/** Never throws for a platform that is down: that is the answer. */
export async function readStatus(api: Api): Promise<PlatformStatus> {
  const [alive, ready] = await Promise.all([answers(`${api.url}/healthz`), answers(`${api.url}/readyz`)]);
  if (!ready) return { url: api.url, alive, ready, user: null, tenants: null };
  try {
    const { user } = await api.get<{ user: User }>('/api/auth/me');
    const counts: Record<string, number> = {};
    for (const { status } of await listTenants(api)) counts[status] = (counts[status] ?? 0) + 1;
    return { url: api.url, alive, ready, user: { email: user.email, role: user.role }, tenants: counts };
  } catch (error) {
    if (error instanceof Refusal && error.status === 401)
      return { url: api.url, alive, ready, user: null, tenants: null };
    throw error;
  }
}
