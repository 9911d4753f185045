import type { Operation } from '@ostatok/api/contract/operations.endpoints.ts';
import { updateEndpoints } from '@ostatok/api/contract/updates.endpoints.ts';
import { endpointsOf } from '../access/endpoint.routes.ts';
import { outcomeOf } from '../operations/operations.routes.ts';
import type { Operations } from '../operations/operations.service.ts';
import type { Updates } from './updates.service.ts';

const answerOf = (operation: Operation) => ({
  message: operation.message ?? `Обновление началось. Заведений: ${operation.total}`,
  operation,
});

export const updatesRoutes = (updates: Updates, operations: Pick<Operations, 'waitFor'>) =>
  endpointsOf(updateEndpoints, {
    'POST /api/admin/update-all-tenants': async ({ caller, req, res }) =>
      answerOf(await outcomeOf(req, res, operations, await updates.all(caller.userId))),
    'POST /api/admin/tenants/:id/update': async ({ caller, params, req, res }) =>
      answerOf(await outcomeOf(req, res, operations, await updates.one(caller.userId, params.id))),
  });
