import { parse } from '@ostatok/kit/node/http.ts';
import { Router } from 'express';
import { supportEndpoints, supportSignInEndpoints } from '../../contract/support.endpoints.ts';
import { endSupportSchema, openSupportSchema } from '../../contract/support.ts';
import { endpointsOf } from './endpoint.routes.ts';
import { originOf } from './session.routes.ts';
import type { Support } from './support.service.ts';

/** Mounted at /internal, which only the platform can call. */
export function supportInvitationRoutes(support: Support): Router {
  const router = Router();
  router.post('/support', async (req, res) => {
    res.status(201).json({ success: true, token: await support.invite(parse(openSupportSchema, req.body)) });
  });
  router.post('/support/end', async (req, res) => {
    await support.endAllOf(parse(endSupportSchema, req.body).administrator);
    res.json({ success: true });
  });
  return router;
}

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
