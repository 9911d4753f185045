import { parse } from '@ostatok/kit/node/http.ts';
import { Router } from 'express';
import { botStateSchema } from '../../contract/provision.ts';
import { bearerOf } from '../access/guard.routes.ts';
import type { TenantCalls } from './tenant-calls.service.ts';

/** Mounted at /internal, for tenants' processes. */
export function tenantCallsRoutes(calls: TenantCalls): Router {
  const router = Router();
  router.get('/bot-state', async (req, res) => {
    const row = await calls.caller(req.get('x-tenant-id'), bearerOf(req));
    res.json({ success: true, ...(await calls.knownBotState(row)) });
  });
  router.post('/bot-state', async (req, res) => {
    const row = await calls.caller(req.get('x-tenant-id'), bearerOf(req));
    await calls.botState(row, parse(botStateSchema, req.body).state);
    res.json({ success: true });
  });
  return router;
}
