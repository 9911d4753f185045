import { parse } from '@ostatok/kit/node/http.ts';
import { Router } from 'express';
import { discrepanciesSchema, lossesSchema } from '../../contract/reports.ts';
import type { Blindness } from '../counts/blindness.ts';
import { callerOf } from '../users/session.routes.ts';
import type { Reports } from './reports.service.ts';

/** All reports show quantities, so a blind counter gets none of them. */
export function reportsRoutes(reports: Reports, blindness: Blindness): Router {
  const router = Router();
  router.use((req, _res, next) => {
    blindness.refuseBlind(callerOf(req));
    next();
  });
  router.get('/discrepancies', async (req, res) => {
    res.json({ success: true, ...(await reports.discrepancies(parse(discrepanciesSchema, req.query))) });
  });
  router.get('/order', async (_req, res) => {
    res.json({ success: true, ...(await reports.order()) });
  });
  router.get('/losses', async (req, res) => {
    res.json({ success: true, ...(await reports.losses(parse(lossesSchema, req.query))) });
  });
  return router;
}
