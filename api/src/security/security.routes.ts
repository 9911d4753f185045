import { securityFilterSchema, securitySorts } from '@ostatok/api/contract/security.ts';
import { parse, sendList } from '@ostatok/kit/node/http.ts';
import { listQuery } from '@ostatok/kit/node/list-query.ts';
import { Router } from 'express';
import type { SecurityLog } from './security.service.ts';

/** Mounted at /api/admin/security/events, behind the administrator's guard. */
export function securityRoutes(security: SecurityLog): Router {
  const router = Router();
  router.get('/', async (req, res) => {
    const query = listQuery(req.query, { sorts: securitySorts, sort: 'id', order: 'desc' });
    const found = await security.list(parse(securityFilterSchema, query.filter), query);
    sendList(res, 'events', found.events, { total: found.total, offset: query.offset, limit: query.limit });
  });
  return router;
}
