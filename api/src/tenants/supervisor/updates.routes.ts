import type { Operation } from '@ostatok/api/contract/operations.endpoints.ts';
import { type Request, type Response, Router } from 'express';
import { callerOf } from '../../auth/guard.routes.ts';
import { sendOperation } from '../../operations/operations.routes.ts';
import type { Operations } from '../../operations/operations.service.ts';
import type { Updates } from './updates.service.ts';

/** Mounted at /api/admin, behind the administrator's guard. */
export function updatesRoutes(updates: Updates, operations: Pick<Operations, 'waitFor'>): Router {
  const router = Router();
  const answer = (req: Request, res: Response, started: Operation): Promise<void> =>
    sendOperation(req, res, operations, started, ({ message, total }) => ({
      message: message ?? `Обновление началось. Заведений: ${total}`,
    }));
  router.post('/update-all-tenants', async (req, res) => answer(req, res, await updates.all(callerOf(req).userId)));
  router.post('/tenants/:id/update', async (req, res) =>
    answer(req, res, await updates.one(callerOf(req).userId, req.params.id)),
  );
  return router;
}
