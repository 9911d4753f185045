import {
  type Operation,
  operationFilterSchema,
  operationItemFilterSchema,
  operationItemSorts,
  operationSorts,
} from '@ostatok/api/contract/operations.ts';
import { parse, sendList } from '@ostatok/kit/node/http.ts';
import { listQuery } from '@ostatok/kit/node/list-query.ts';
import { type Request, type Response, Router } from 'express';
import { callerOf } from '../auth/guard.routes.ts';
import type { Operations } from './operations.service.ts';

/** How long a call without `Prefer: respond-async` waits for the end of the operation. */
const WAIT_MS = 20_000;

/** Whether the caller prefers an answer at once (`Prefer: respond-async`). */
export const inBackground = (req: Request): boolean => /(^|,)\s*respond-async\s*(,|;|$)/i.test(req.get('prefer') ?? '');

/**
 * Answers the call that started an operation: 202 at once with `Prefer: respond-async`; otherwise when it is over, or
 * 202 after 20 seconds. `tell` makes the rest of the answer from the operation's present state.
 */
export async function sendOperation(
  req: Request,
  res: Response,
  operations: Pick<Operations, 'waitFor'>,
  started: Operation,
  tell: (operation: Operation) => object | Promise<object>,
): Promise<void> {
  const operation = inBackground(req) ? started : await operations.waitFor(started.id, WAIT_MS);
  res.status(operation.finished_at ? 200 : 202).json({ success: true, ...(await tell(operation)), operation });
}

/** Mounted at /api/admin/operations, behind the administrator's guard. */
export function operationsRoutes(operations: Operations): Router {
  const router = Router();
  router.get('/', async (req, res) => {
    const query = listQuery(req.query, { sorts: operationSorts, sort: 'created_at', order: 'desc' });
    const found = await operations.list(parse(operationFilterSchema, query.filter), query);
    sendList(res, 'operations', found.operations, { ...query, total: found.total });
  });
  router.get('/:id', async (req, res) => {
    res.json({ success: true, operation: await operations.get(req.params.id) });
  });
  router.get('/:id/items', async (req, res) => {
    const query = listQuery(req.query, { sorts: operationItemSorts, sort: 'position', limit: 1000 });
    const found = await operations.items(req.params.id, parse(operationItemFilterSchema, query.filter), query);
    sendList(res, 'items', found.rows, { ...query, total: found.total });
  });
  for (const act of ['cancel', 'pause', 'resume'] as const) {
    router.post(`/:id/${act}`, async (req, res) => {
      res.json({ success: true, operation: await operations[act](callerOf(req).userId, req.params.id) });
    });
  }
  return router;
}
