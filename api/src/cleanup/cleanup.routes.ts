import { cleanupEndpoints } from '@ostatok/api/contract/cleanup.endpoints.ts';
import { endpointsOf } from '../access/endpoint.routes.ts';
import { outcomeOf } from '../operations/operations.routes.ts';
import type { Operations } from '../operations/operations.service.ts';
import type { Cleanup } from './cleanup.service.ts';

export const cleanupRoutes = (cleanup: Cleanup, operations: Pick<Operations, 'waitFor'>) =>
  endpointsOf(cleanupEndpoints, {
    'POST /api/admin/tenants/cleanup/plan': async ({ body }) => ({ plan: await cleanup.plan(body.action) }),
    async 'POST /api/admin/tenants/cleanup'({ caller, body, req, res }) {
      const { operation: started, result } = await cleanup.start(caller.userId, body);
      if (!started) return { ...result, operation: null };
      const operation = await outcomeOf(req, res, operations, started);
      return { ...cleanup.resultSoFar(body.action, operation), operation };
    },
    async 'GET /api/admin/tenants/quarantine'({ filter: { id, search, q, ...filter }, page }) {
      const { rows, total } = await cleanup.quarantine.list({ ...page, ...filter, ids: id, search: search ?? q });
      return { quarantine: rows, total };
    },
    'POST /api/admin/tenants/quarantine/:id/restore': async ({ caller, params }) => ({
      message: 'Возвращено',
      item: await cleanup.quarantine.restore(caller.userId, params.id),
    }),
  });
