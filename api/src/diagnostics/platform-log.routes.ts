import { parse } from '@ostatok/kit/node/http.ts';
import { Router } from 'express';
import { tenantLogsSchema } from '../../contract/provision.ts';
import type { ReadPlatformLog } from './platform-log.service.ts';

/** Mounted at /api/admin/logs, behind the administrator's guard. */
export function platformLogRoutes(readLog: ReadPlatformLog): Router {
  const router = Router();
  router.get('/', async (req, res) => {
    res.json({ success: true, lines: await readLog(parse(tenantLogsSchema, req.query).lines) });
  });
  return router;
}
