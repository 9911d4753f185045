import { pushEndpoints } from '@ostatok/api/contract/pushes.endpoints.ts';
import { endpointsOf } from '../access/endpoint.routes.ts';
import { outcomeOf } from '../operations/operations.routes.ts';
import type { Operations } from '../operations/operations.service.ts';
import type { Pushes } from './pushes.service.ts';

export const pushesRoutes = (pushes: Pushes, operations: Pick<Operations, 'waitFor'>) =>
  endpointsOf(pushEndpoints, {
    'GET /api/admin/aliases/push': () => pushes.state(),
    async 'POST /api/admin/aliases/push'({ caller, body, req, res }) {
      const operation = await outcomeOf(req, res, operations, await pushes.start(caller.userId, body));
      return { message: operation.message ?? `Отправка началась. Заведений: ${operation.total}`, operation };
    },
  });
