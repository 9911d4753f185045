import { pushSchema } from '@ostatok/api/contract/pushes.ts';
import { parse } from '@ostatok/kit/node/http.ts';
import { Router } from 'express';
import { callerOf } from '../auth/guard.routes.ts';
import { sendOperation } from '../operations/operations.routes.ts';
import type { Operations } from '../operations/operations.service.ts';
import type { Pushes } from './pushes.service.ts';

/** Mounted at /api/admin/aliases/push, behind the administrator's guard. */
export function pushesRoutes(pushes: Pushes, operations: Pick<Operations, 'waitFor'>): Router {
  const router = Router();
  router.get('/', async (_req, res) => {
    res.json({ success: true, ...(await pushes.state()) });
  });
  router.post('/', async (req, res) => {
    const started = await pushes.start(callerOf(req).userId, parse(pushSchema, req.body));
    await sendOperation(req, res, operations, started, ({ message, total }) => ({
      message: message ?? `Отправка началась. Заведений: ${total}`,
    }));
  });
  return router;
}
