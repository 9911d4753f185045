import { hostMoveEndpoints } from '@ostatok/api/contract/host-moves.endpoints.ts';
import type { Operation } from '@ostatok/api/contract/operations.endpoints.ts';
import { endpointsOf } from '../access/endpoint.routes.ts';
import { outcomeOf } from '../operations/operations.routes.ts';
import type { Operations } from '../operations/operations.service.ts';
import type { HostMoves } from './host-moves.service.ts';

const answerOf = (operation: Operation) => ({
  message: operation.message ?? `Переезд начался. Заведений: ${operation.total}`,
  operation,
});

export const hostMovesRoutes = (moves: HostMoves, operations: Pick<Operations, 'waitFor'>) =>
  endpointsOf(hostMoveEndpoints, {
    'POST /api/admin/move-all-tenants': async ({ caller, body, req, res }) =>
      answerOf(await outcomeOf(req, res, operations, await moves.all(caller.userId, body.hosting))),
    'POST /api/admin/tenants/:id/move': async ({ caller, params, body, req, res }) =>
      answerOf(await outcomeOf(req, res, operations, await moves.one(caller.userId, params.id, body.hosting))),
  });
