import { sendList } from '@ostatok/kit/node/http.ts';
import { Router } from 'express';
import { rowId } from '../path-params.ts';
import type { Bridges } from './bridges.service.ts';
import { actorOf, adminOnly, notSupport } from './session.routes.ts';

export function bridgesRoutes(bridges: Bridges): Router {
  const router = Router();
  router.use(adminOnly);
  router.get('/', async (_req, res) => sendList(res, 'bridges', await bridges.list()));
  router.delete('/:id', notSupport, async (req, res) => {
    await bridges.unpair(rowId(req.params.id, 'Такого моста весов нет'), actorOf(req));
    res.json({ success: true });
  });
  return router;
}
