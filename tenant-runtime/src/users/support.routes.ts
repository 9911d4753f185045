import { supportInvitationEndpoints } from '../../contract/internal.endpoints.ts';
import { supportEndpoints, supportSignInEndpoints } from '../../contract/support.endpoints.ts';
import { endpointsOf } from '../access/endpoint.routes.ts';
import { originOf } from '../access/session.routes.ts';
import type { Support } from './support.service.ts';

export const supportInvitationRoutes = (support: Support) =>
  endpointsOf(supportInvitationEndpoints, {
    'POST /internal/support': async ({ body }) => ({ token: await support.invite(body) }),
    async 'POST /internal/support/end'({ body }) {
      await support.endAllOf(body.administrator);
      return {};
    },
  });

export const supportSignInRoutes = (support: Support) =>
  endpointsOf(supportSignInEndpoints, {
    'POST /api/auth/support': ({ body, req }) => support.redeem(body.token, originOf(req)),
  });

export const supportRoutes = (support: Support) =>
  endpointsOf(supportEndpoints, {
    'GET /api/support': async () => ({ sessions: await support.list() }),
    'POST /api/support/:id/end': async ({ caller, params, req }) => ({
      session: await support.end(params.id, { ...caller, ...originOf(req) }),
    }),
  });
