import { orderLetterSchema } from '@ostatok/kit/contract/order-letter.ts';
import { parse } from '@ostatok/kit/node/http.ts';
import { Router } from 'express';
import { bearerOf } from '../access/guard.routes.ts';
import type { TenantCalls } from '../supervisor/tenant-calls.service.ts';
import type { OrderLetters } from './order-letters.service.ts';

/** Mounted at /internal/order-letters, for tenants' processes. */
export function orderLettersRoutes(letters: OrderLetters, calls: Pick<TenantCalls, 'caller'>): Router {
  const router = Router();
  router.post('/', async (req, res) => {
    const tenant = await calls.caller(req.get('x-tenant-id'), bearerOf(req));
    await letters.send(tenant, parse(orderLetterSchema, req.body));
    res.json({ success: true });
  });
  return router;
}
