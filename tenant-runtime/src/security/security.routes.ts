import { parse, sendList } from '@ostatok/kit/node/http.ts';
import { listQuery } from '@ostatok/kit/node/list-query.ts';
import { Router } from 'express';
import { securityFilterSchema } from '../../contract/security.ts';
import { adminOnly } from '../users/session.routes.ts';
import type { SecurityLog } from './security.service.ts';

/** Mounted at /api/security; a support visit can read it too. */
export function securityRoutes(security: SecurityLog): Router {
  const router = Router();
  router.use(adminOnly);
  router.get('/', async (req, res) => {
    const { filter, ...page } = listQuery(req.query, { sorts: ['at'], sort: 'at', order: 'desc' });
    const { events, total } = await security.list(parse(securityFilterSchema, filter), page);
    sendList(res, 'events', events, { total, ...page });
  });
  return router;
}
