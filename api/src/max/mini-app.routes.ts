import { miniAppEndpoints } from '@ostatok/api/contract/mini-app.endpoints.ts';
import { startDataSchema } from '@ostatok/kit/contract/start-data.ts';
import { parse } from '@ostatok/kit/node/http.ts';
import { Router } from 'express';
import { endpointsOf } from '../access/endpoint.routes.ts';
import { bearerOf } from '../access/guard.routes.ts';
import type { TenantCalls } from '../supervisor/tenant-calls.service.ts';
import type { MiniApp } from './mini-app.service.ts';

export const miniAppRoutes = (miniApp: Pick<MiniApp, 'venuesOf'>) =>
  endpointsOf(miniAppEndpoints, {
    'POST /api/public/mini-app': async ({ body }) => ({ venues: await miniApp.venuesOf(body.data) }),
  });

/** Mounted at /internal/max-start-data, for tenants' processes. */
export function startDataRoutes(miniApp: Pick<MiniApp, 'personOf'>, calls: Pick<TenantCalls, 'caller'>): Router {
  const router = Router();
  router.post('/', async (req, res) => {
    const { id } = await calls.caller(req.get('x-tenant-id'), bearerOf(req));
    const { data } = parse(startDataSchema, req.body);
    res.json({ success: true, personId: (await miniApp.personOf(id, data)) ?? null });
  });
  return router;
}
