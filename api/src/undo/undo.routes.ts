import { idOf } from '@ostatok/kit/node/http.ts';
import { Router } from 'express';
import { callerOf } from '../auth/guard.routes.ts';
import type { UndoAct } from './undo.service.ts';

/** Mounted at /api/admin/activity, behind the administrator's guard. */
export function undoRoutes(undo: UndoAct): Router {
  const router = Router();
  router.post('/:id/undo', async (req, res) => {
    const id = idOf(req.params.id, 'Такой записи нет');
    res.json({ success: true, ...(await undo(callerOf(req).userId, id)) });
  });
  return router;
}
