import { type Operation, operationEndpoints } from '@ostatok/api/contract/operations.endpoints.ts';
import type { Request, Response } from 'express';
import { endpointsOf } from '../access/endpoint.routes.ts';
import type { Operations } from './operations.service.ts';

/** Whether the caller prefers an answer at once (`Prefer: respond-async`). */
export const inBackground = (req: Request): boolean => /(^|,)\s*respond-async\s*(,|;|$)/i.test(req.get('prefer') ?? '');

/**
 * The present state of an operation that the request has started. The answer's status is 202 while it goes on: at once
 * with `Prefer: respond-async`, otherwise after 20 seconds.
 */
export async function outcomeOf(
  req: Request,
  res: Response,
  operations: Pick<Operations, 'waitFor'>,
  started: Operation,
): Promise<Operation> {
  const operation = inBackground(req) ? started : await operations.waitFor(started.id);
  res.status(operation.finished_at ? 200 : 202);
  return operation;
}

export const operationsRoutes = (operations: Operations) =>
  endpointsOf(operationEndpoints, {
    'GET /api/admin/operations': ({ filter, page }) => operations.list(filter, page),
    'GET /api/admin/operations/:id': async ({ params }) => ({ operation: await operations.get(params.id) }),
    async 'GET /api/admin/operations/:id/items'({ params, filter, page }) {
      const { rows, total } = await operations.items(params.id, filter, page);
      return { items: rows, total };
    },
    'POST /api/admin/operations/:id/cancel': async ({ caller, params }) => ({
      operation: await operations.cancel(caller.userId, params.id),
    }),
    'POST /api/admin/operations/:id/pause': async ({ caller, params }) => ({
      operation: await operations.pause(caller.userId, params.id),
    }),
    'POST /api/admin/operations/:id/resume': async ({ caller, params }) => ({
      operation: await operations.resume(caller.userId, params.id),
    }),
  });
