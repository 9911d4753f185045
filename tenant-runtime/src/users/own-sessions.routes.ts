import { ownSessionEndpoints } from '../../contract/users.endpoints.ts';
import { endpointsOf } from '../access/endpoint.routes.ts';
import { actorOf, bearerOf } from '../access/session.routes.ts';
import { rowUuid } from '../path-params.ts';
import type { OwnSessions } from './own-sessions.service.ts';

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
