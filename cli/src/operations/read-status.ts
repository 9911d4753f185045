import type { User } from '@ostatok/api/contract/account.endpoints.ts';
import type { AttentionLine } from '@ostatok/api/contract/attention.endpoints.ts';
import type { TenantStatus } from '@ostatok/api/contract/provision.ts';
import { UserError } from '../errors/user-error.ts';
import type { Api } from '../platform/api-client.ts';
import { connectionRefusal, strangeAnswer } from '../platform/connection-errors.ts';

const statuses: TenantStatus[] = ['active', 'creating', 'suspended'];

export interface PlatformStatus {
  url: string;
  /** Whether the platform responds, and whether its database and jobs do. */
  alive: boolean;
  ready: boolean;
  /** Why the address does not answer as our platform, unless nothing runs there. */
  problem: string | null;
  user: { email: string; role: string } | null;
  tenants: Record<string, number> | null;
  /** Problems that need an administrator's attention, the most harmful first; null for other users. */
  attention: AttentionLine[] | null;
}

interface ProbeResult {
  ok: boolean;
  problem: string | null;
  /** The platform reports a problem but still answers. */
  isLimited: boolean;
}

interface NotReady {
  code?: string;
  error?: string;
}

async function probe(url: string): Promise<ProbeResult> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(5000), redirect: 'manual' });
    const isOurs = response.headers.get('content-type')?.includes('json');
    if (!isOurs) return { ok: false, problem: strangeAnswer(response).message, isLimited: false };
    const { code, error } = (await response.json().catch(() => ({}))) as NotReady;
    return { ok: response.ok, problem: error ?? null, isLimited: code === 'disk_full' };
  } catch (error) {
    const refusal = connectionRefusal(error, url);
    return { ok: false, problem: refusal.code === 'unreachable' ? null : refusal.message, isLimited: false };
  }
}

/**
 * The number of tenants in each state that has any. An administrator may have thousands: they are counted, not fetched.
 */
async function countTenants(api: Api, role: User['role']): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  if (role !== 'admin') {
    const { tenants } = await api.call('GET /api/provision/my-tenants');
    for (const { status } of tenants) counts[status] = (counts[status] ?? 0) + 1;
    return counts;
  }
  for (const status of statuses) {
    const { pagination } = await api.call('GET /api/admin/tenants', { query: { status, limit: 1 } });
    if (pagination.total > 0) counts[status] = pagination.total;
  }
  return counts;
}

/** An older platform without this list must not make the status fail. */
function ofOlderRelease(error: unknown): null {
  if (error instanceof UserError && error.code === 'no_route') return null;
  throw error;
}

/** Never throws for a platform that is down: that is a result. */
export async function readStatus(api: Api): Promise<PlatformStatus> {
  const [live, ready] = await Promise.all([probe(`${api.url}/healthz`), probe(`${api.url}/readyz`)]);
  const problem = live.problem ?? (live.ok ? ready.problem : null);
  const seen = { url: api.url, alive: live.ok, ready: ready.ok, problem, user: null, tenants: null, attention: null };
  if (!ready.ok && !ready.isLimited) return seen;
  try {
    const { user } = await api.call('GET /api/auth/me');
    const tenants = await countTenants(api, user.role);
    const isAdministrator = user.role === 'admin';
    const answer = isAdministrator ? await api.call('GET /api/admin/attention').catch(ofOlderRelease) : null;
    const attention = answer?.attention ?? null;
    return { ...seen, user: { email: user.email, role: user.role }, tenants, attention };
  } catch (error) {
    // the problem is already in `seen`; with its database down the platform returns nothing more
    if (error instanceof UserError && (error.status === 401 || !ready.ok)) return seen;
    throw error;
  }
}
