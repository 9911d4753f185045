import { sendList } from '@ostatok/kit/node/http.ts';
import { Router } from 'express';
import type { Plans } from './plans.service.ts';

/** Mounted at /api/admin/plans, behind the administrator's guard. */
export function adminPlansRoutes(plans: Plans): Router {
  const router = Router();
  router.get('/', async (req, res) => {
    const rows = await plans.listAll({ archived: req.query.include_archived === 'true' });
    sendList(res, 'plans', rows, { total: rows.length, offset: 0, limit: Math.max(rows.length, 1) });
  });
  return router;
}
