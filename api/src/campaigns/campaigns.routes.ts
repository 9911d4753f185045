import { emailStatsSchema } from '@ostatok/api/contract/campaigns.ts';
import { parse } from '@ostatok/kit/node/http.ts';
import { Router } from 'express';
import type { Campaigns } from './campaigns.service.ts';

/** Mounted at /api/admin/email, behind the administrator's guard. */
export function emailRoutes(campaigns: Campaigns): Router {
  const router = Router();
  router.get('/stats', async (req, res) => {
    const { days } = parse(emailStatsSchema, req.query);
    res.json({ success: true, ...(await campaigns.stats(days)) });
  });
  return router;
}
