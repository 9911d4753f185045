import { pushEndpoints } from '../../contract/push.endpoints.ts';
import { endpointsOf } from '../access/endpoint.routes.ts';
import { bearerOf } from '../access/session.routes.ts';
import type { Sessions } from '../sessions/sessions.service.ts';
import type { Push } from './push.service.ts';

export const pushRoutes = (push: Push, sessions: Pick<Sessions, 'sessionOf'>) =>
  endpointsOf(pushEndpoints, {
    'GET /api/push': async () => ({ key: await push.key() }),
    async 'PUT /api/push'({ body, req }) {
      await push.subscribe(await sessions.sessionOf(bearerOf(req) ?? ''), body);
      return {};
    },
    async 'POST /api/push/unsubscribe'({ caller, body: { endpoint } }) {
      await push.unsubscribe(caller.id, endpoint);
      return {};
    },
  });
