import { undoEndpoints } from '@ostatok/api/contract/overview.endpoints.ts';
import { idOf } from '@ostatok/kit/node/http.ts';
import { endpointsOf } from '../access/endpoint.routes.ts';
import type { UndoAct } from './undo.service.ts';

export const undoRoutes = (undo: UndoAct) =>
  endpointsOf(undoEndpoints, {
    'POST /api/admin/activity/:id/undo': ({ caller, params }) =>
      undo(caller.userId, idOf(params.id, 'Такой записи нет')),
  });
