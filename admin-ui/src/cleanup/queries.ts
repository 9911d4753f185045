import type { CleanupPlan } from '@ostatok/api/contract/cleanup.endpoints.ts';
import type { CleanupAction } from '@ostatok/api/contract/cleanup.ts';
import { useQuery } from '@tanstack/react-query';
import { api } from '../http-client.ts';
import { inBackground } from '../operations/queries.ts';

/** The audit's numbers and the findings without a tenant; the tenants have a list of their own. */
export const useAudit = () =>
  useQuery({
    queryKey: ['audit', 'stats'],
    queryFn: async ({ signal }) =>
      (await api.call('GET /api/admin/tenants/audit', { query: { range: '[0,0]' }, signal })).audit,
  });

export const readPlan = async (action: CleanupAction): Promise<CleanupPlan> =>
  (await api.call('POST /api/admin/tenants/cleanup/plan', { body: { action } })).plan;

/**
 * `keys` restricts the cleanup to these rows of the plan. The response has no operation when there was nothing to do.
 */
export const beginCleanup = (action: CleanupAction, planId: string, keys?: string[]) =>
  api.call('POST /api/admin/tenants/cleanup', { body: { action, planId, keys }, ...inBackground });
