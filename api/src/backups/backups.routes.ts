import { backupEndpoints } from '@ostatok/api/contract/backups.endpoints.ts';
import { endpointsOf } from '../access/endpoint.routes.ts';
import { outcomeOf } from '../operations/operations.routes.ts';
import type { Operations } from '../operations/operations.service.ts';
import type { Backups } from './backups.service.ts';

export const backupsRoutes = (backups: Backups, operations: Pick<Operations, 'waitFor'>) =>
  endpointsOf(backupEndpoints, {
    async 'GET /api/admin/backups'({ filter, page }) {
      const { rows, total } = await backups.list(filter, page);
      return { backups: rows, total };
    },
    async 'POST /api/admin/backups'({ caller, body, req, res }) {
      const operation = await outcomeOf(req, res, operations, await backups.start(caller.userId, body));
      const isReady = operation.finished_at !== null && !body.all;
      return { backup: isReady ? await backups.newestOf(body.tenantId ?? null) : undefined, operation };
    },
    'GET /api/admin/backups/:id': async ({ params }) => ({ backup: await backups.get(params.id) }),
    'POST /api/admin/backups/:id/verify': async ({ caller, params }) => ({
      backup: await backups.verify(caller.userId, params.id),
    }),
    async 'POST /api/admin/backups/:id/restore'({ caller, params, body, req, res }) {
      const started = await backups.restore(caller.userId, params.id, body);
      return { operation: await outcomeOf(req, res, operations, started) };
    },
    async 'DELETE /api/admin/backups/:id'({ caller, params }) {
      await backups.remove(caller.userId, params.id);
      return {};
    },
  });
