import { Router } from 'express';
import type { ReadAttention } from './attention.service.ts';

/** Mounted at /api/admin/attention, behind the administrator's guard. */
export function attentionRoutes(readAttention: ReadAttention): Router {
  const router = Router();
  router.get('/', async (_req, res) => {
    res.json({ success: true, ...(await readAttention()) });
  });
  return router;
}
