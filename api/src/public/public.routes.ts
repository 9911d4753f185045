import { sendList } from '@ostatok/kit/node/http.ts';
import { Router } from 'express';
import { isLocalRequest } from '../ingress/local-request.ts';
import type { PublicPages } from './public.service.ts';

/** Mounted at /api/public; no token is needed. */
export function publicRoutes(pages: PublicPages): Router {
  const router = Router();
  router.get('/plans', async (_req, res) => {
    const [plans, free] = await Promise.all([pages.plans(), pages.freePlan()]);
    sendList(res, 'plans', plans, undefined, { free });
  });
  router.get('/stats', async (_req, res) => {
    res.json({ success: true, stats: await pages.stats() });
  });
  router.get('/config', (req, res) => {
    res.json({ success: true, ...pages.configFor(isLocalRequest(req)) });
  });
  return router;
}
