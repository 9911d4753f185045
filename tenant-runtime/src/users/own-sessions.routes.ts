import { Router } from 'express';
import { rowUuid } from '../path-params.ts';
import type { OwnSessions } from './own-sessions.service.ts';
import { actorOf, bearerOf, callerOf, notSupport } from './session.routes.ts';

/** Mounted at /api/auth/sessions, behind `signedIn`. */
export function ownSessionsRoutes(own: OwnSessions): Router {
  const router = Router();
  router.use(notSupport);
  router.get('/', async (req, res) => {
    res.json({ success: true, sessions: await own.list(callerOf(req).id, bearerOf(req) ?? '') });
  });
  router.delete('/', async (req, res) => {
    await own.endAll(actorOf(req));
    res.json({ success: true });
  });
  router.delete('/:id', async (req, res) => {
    await own.end(rowUuid(req.params.id, 'Этот вход уже завершён'), actorOf(req));
    res.json({ success: true });
  });
  return router;
}
