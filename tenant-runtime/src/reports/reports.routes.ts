import { parse } from '@ostatok/kit/node/http.ts';
import { Router } from 'express';
import { discrepanciesSchema } from '../../contract/reports.ts';
import type { Reports } from './reports.service.ts';

export function reportsRoutes(reports: Reports): Router {
  const router = Router();
  router.get('/discrepancies', async (req, res) => {
    res.json({ success: true, ...(await reports.discrepancies(parse(discrepanciesSchema, req.query))) });
  });
  return router;
}
