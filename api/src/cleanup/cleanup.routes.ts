import { Router } from 'express';
import type { Cleanup } from './cleanup.service.ts';

/** Mounted at /api/admin/tenants before the venues' own routes, behind the administrator's guard. */
export function cleanupRoutes(cleanup: Cleanup): Router {
  const router = Router();
  router.get('/audit', async (_req, res) => {
    res.json({ success: true, audit: await cleanup.audit() });
  });
  return router;
}
