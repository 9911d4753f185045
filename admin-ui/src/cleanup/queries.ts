import type { CleanupAction, CleanupPlan, CleanupResult, TenantAudit } from '@ostatok/api/contract/cleanup.ts';
import type { Operation } from '@ostatok/api/contract/operations.endpoints.ts';
import { useQuery } from '@tanstack/react-query';
import { api } from '../http-client.ts';
import { begin } from '../operations/queries.ts';

/** The audit's numbers and the findings without a tenant; the tenants have a list of their own. */
export const useAudit = () =>
  useQuery({
    queryKey: ['audit', 'stats'],
    queryFn: async ({ signal }) =>
      (await api.get<{ audit: TenantAudit }>('/api/admin/tenants/audit?range=[0,0]', { signal })).audit,
  });

export const readPlan = async (action: CleanupAction): Promise<CleanupPlan> =>
  (await api.post<{ plan: CleanupPlan }>('/api/admin/tenants/cleanup/plan', { action })).plan;

/**
 * `keys` restricts the cleanup to these rows of the plan. The response has no operation when there was nothing to do.
 */
export const beginCleanup = (action: CleanupAction, planId: string, keys?: string[]) =>
  begin<CleanupResult & { operation: Operation | null }>('/admin/tenants/cleanup', { action, planId, keys });
