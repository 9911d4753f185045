import {
  cleanupPlanSchema,
  cleanupSchema,
  quarantineFilterSchema,
  quarantineSorts,
} from '@ostatok/api/contract/cleanup.ts';
import { parse, sendList } from '@ostatok/kit/node/http.ts';
import { listQuery } from '@ostatok/kit/node/list-query.ts';
import { Router } from 'express';
import { callerOf } from '../auth/guard.routes.ts';
import { sendOperation } from '../operations/operations.routes.ts';
import type { Operations } from '../operations/operations.service.ts';
import type { Cleanup } from './cleanup.service.ts';

/** Mounted at /api/admin/tenants before the routes of tenants, behind the administrator's guard. */
export function cleanupRoutes(cleanup: Cleanup, operations: Pick<Operations, 'waitFor'>): Router {
  const router = Router();
  router.post('/cleanup/plan', async (req, res) => {
    res.json({ success: true, plan: await cleanup.plan(parse(cleanupPlanSchema, req.body).action) });
  });
  router.post('/cleanup', async (req, res) => {
    const input = parse(cleanupSchema, req.body);
    const { operation, result } = await cleanup.start(callerOf(req).userId, input);
    if (!operation) res.json({ success: true, ...result, operation: null });
    else await sendOperation(req, res, operations, operation, (one) => cleanup.resultSoFar(input.action, one));
  });
  router.get('/quarantine', async (req, res) => {
    const query = listQuery(req.query, { sorts: quarantineSorts, sort: 'quarantined_at', order: 'desc' });
    const { id, search, q, ...filter } = parse(quarantineFilterSchema, query.filter);
    const { rows, total } = await cleanup.quarantine.list({ ...query, ...filter, ids: id, search: search ?? q });
    sendList(res, 'quarantine', rows, { ...query, total });
  });
  router.post('/quarantine/:id/restore', async (req, res) => {
    const item = await cleanup.quarantine.restore(callerOf(req).userId, req.params.id);
    res.json({ success: true, message: 'Возвращено', item });
  });
  return router;
}
