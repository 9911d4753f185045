import type { Operation } from '@ostatok/api/contract/operations.ts';
import { type RequestHandler, Router } from 'express';
import { callerOf } from '../auth/guard.routes.ts';
import { sendOperation } from '../operations/operations.routes.ts';
import type { Operations } from '../operations/operations.service.ts';
import type { Updates } from './updates.service.ts';

/** Mounted at /api/admin, behind the administrator's guard. */
export function updatesRoutes(updates: Updates, operations: Pick<Operations, 'waitFor'>): Router {
  const router = Router();
  const answering =
    (start: (actorId: number, id: string) => Promise<Operation>): RequestHandler<{ id: string }> =>
    async (req, res) => {
      const started = await start(callerOf(req as never).userId, req.params.id);
      await sendOperation(req as never, res, operations, started, ({ message, total }) => ({
        message: message ?? `Обновление началось. Заведений: ${total}`,
      }));
    };
  router.post('/update-all-tenants', answering((actorId) => updates.all(actorId)) as RequestHandler);
  router.post('/tenants/:id/update', answering(updates.one));
  return router;
}
