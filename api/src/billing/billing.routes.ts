import { sendList } from '@ostatok/kit/node/http.ts';
import { Router } from 'express';
import { callerOf } from '../auth/guard.routes.ts';
import type { Plans } from '../plans/plans.service.ts';
import type { Billing } from './billing.service.ts';

/** Mounted at /api/billing, behind the guard. */
export function billingRoutes(billing: Billing, plans: Plans): Router {
  const router = Router();
  router.get('/plans', async (_req, res) => sendList(res, 'plans', await plans.listOffered()));
  router.get('/subscription', async (req, res) => {
    res.json({ success: true, subscription: await billing.subscriptionOf(callerOf(req).userId) });
  });
  return router;
}
