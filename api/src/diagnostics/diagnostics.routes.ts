import { sendList } from '@ostatok/kit/node/http.ts';
import { Router } from 'express';
import type { Diagnostics } from './diagnostics.service.ts';

/** Mounted at /api/test, behind the administrator's guard. */
export function diagnosticsRoutes(diagnostics: Diagnostics): Router {
  const router = Router();
  router.get('/suites', (_req, res) => sendList(res, 'suites', diagnostics.list()));
  router.post('/run', async (_req, res) => sendList(res, 'runs', await diagnostics.runAll()));
  router.post('/run/:suite', async (req, res) => {
    res.json({ success: true, ...(await diagnostics.run(req.params.suite)) });
  });
  return router;
}
