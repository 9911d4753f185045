import { parse } from '@ostatok/kit/node/http.ts';
import { Router } from 'express';
import { botStateSchema, wakeAtSchema } from '../../contract/provision.ts';
import { bearerOf } from '../access/guard.routes.ts';
import type { TenantCalls } from './tenant-calls.service.ts';
import type { WakeUps } from './wake-ups.ts';

/** Mounted at /internal, for tenants' processes. */
export function tenantCallsRoutes(calls: TenantCalls, wakeUps: Pick<WakeUps, 'report'>): Router {
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
  router.post('/wake-at', async (req, res) => {
    const row = await calls.caller(req.get('x-tenant-id'), bearerOf(req));
    await wakeUps.report(row.id, parse(wakeAtSchema, req.body).at);
    res.json({ success: true });
  });
  return router;
}
