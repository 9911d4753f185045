import { parse } from '@ostatok/kit/node/http.ts';
import { Router } from 'express';
import { endSupportSchema, openSupportSchema, redeemSupportSchema } from '../../contract/support.ts';
import { adminOnly, callerOf, originOf } from './session.routes.ts';
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

/** Mounted at /api/support. */
export function supportRoutes(support: Support): Router {
  const router = Router();
  router.use(adminOnly);
  router.get('/', async (_req, res) => {
    res.json({ success: true, sessions: await support.list() });
  });
  router.post('/:id/end', async (req, res) => {
    const by = { ...callerOf(req), ...originOf(req) };
    res.json({ success: true, session: await support.end(req.params.id, by) });
  });
  return router;
}
