import { sendList } from '@ostatok/kit/node/http.ts';
import { Router } from 'express';
import { callerOf } from '../auth/guard.routes.ts';
import type { Hardening } from '../hardening/hardening.service.ts';
import { inBackground } from '../operations/operations.routes.ts';
import type { Diagnostics } from './diagnostics.service.ts';

/** Mounted at /api/test, behind the administrator's guard. */
export function diagnosticsRoutes(diagnostics: Diagnostics, hardening: Hardening): Router {
  const router = Router();
  router.get('/suites', (_req, res) => sendList(res, 'suites', diagnostics.list()));
  router.get('/stats', async (_req, res) => {
    res.json({ success: true, stats: await diagnostics.stats() });
  });
  router.get('/security', async (_req, res) => {
    res.json({ success: true, ...(await hardening.report()) });
  });
  router.get('/disk-usage', async (req, res) => {
    res.json({ success: true, disk: await diagnostics.disk(req.query.fresh === '1') });
  });
  router.post('/run', async (req, res) => {
    if (!inBackground(req)) return sendList(res, 'runs', await diagnostics.runAll(callerOf(req).userId));
    res.status(202).json({ success: true, operation: await diagnostics.start(callerOf(req).userId) });
  });
  router.post('/run/:suite', async (req, res) => {
    const { suite } = req.params;
    if (!inBackground(req)) res.json({ success: true, ...(await diagnostics.run(callerOf(req).userId, suite)) });
    else res.status(202).json({ success: true, operation: await diagnostics.start(callerOf(req).userId, suite) });
  });
  return router;
}
