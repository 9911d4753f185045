import { parse } from '@ostatok/kit/node/http.ts';
import { Router } from 'express';
import { supportEndpoints } from '../../contract/support.endpoints.ts';
import { endSupportSchema, openSupportSchema, redeemSupportSchema } from '../../contract/support.ts';
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

/** Mounted at /api/auth, where no sign-in is required. */
export function supportSignInRoutes(support: Support): Router {
  const router = Router();
  router.post('/support', async (req, res) => {
    res.json(await support.redeem(parse(redeemSupportSchema, req.body).token, originOf(req)));
  });
  return router;
}

export const supportRoutes = (support: Support) =>
  endpointsOf(supportEndpoints, {
    'GET /api/support': async () => ({ sessions: await support.list() }),
    'POST /api/support/:id/end': async ({ caller, params, req }) => ({
      session: await support.end(params.id, { ...caller, ...originOf(req) }),
    }),
  });
