import { ownSessionEndpoints } from '../../contract/users.endpoints.ts';
import { rowUuid } from '../path-params.ts';
import { endpointsOf } from './endpoint.routes.ts';
import type { OwnSessions } from './own-sessions.service.ts';
import { actorOf, bearerOf } from './session.routes.ts';

export const ownSessionsRoutes = (own: OwnSessions) =>
  endpointsOf(ownSessionEndpoints, {
    'GET /api/auth/sessions': async ({ caller, req }) => ({ sessions: await own.list(caller.id, bearerOf(req) ?? '') }),
    async 'DELETE /api/auth/sessions'({ req }) {
      await own.endAll(actorOf(req));
      return {};
    },
    async 'DELETE /api/auth/sessions/:id'({ params, req }) {
      await own.end(rowUuid(params.id, 'Этот вход уже завершён'), actorOf(req));
      return {};
    },
  });
