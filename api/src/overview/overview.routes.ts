import { Router } from 'express';
import type { Overview } from './overview.service.ts';

/** Mounted at /api/admin/stats, behind the administrator's guard. */
export function overviewRoutes(overview: Overview): Router {
  const router = Router();
  router.get('/', async (_req, res) => {
    res.json({ success: true, stats: await overview.stats() });
  });
  return router;
}
