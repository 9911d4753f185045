import { auditFilterSchema, auditSorts } from '@ostatok/api/contract/cleanup.ts';
import { parse } from '@ostatok/kit/node/http.ts';
import { listQuery } from '@ostatok/kit/node/list-query.ts';
import { Router } from 'express';
import type { Audit } from './audit.service.ts';

/** Mounted at /api/admin/tenants before the routes of tenants, behind the administrator's guard. */
export function auditRoutes(audit: Audit): Router {
  const router = Router();
  router.get('/audit', async (req, res) => {
    const query = listQuery(req.query, { sorts: auditSorts, sort: 'created_at', order: 'desc', limit: 1000 });
    const { id, search, q, ...filter } = parse(auditFilterSchema, query.filter);
    const found = await audit.audit({ ...query, ...filter, ids: id, search: search ?? q });
    const { offset, limit } = query;
    const last = offset + Math.max(found.audit.tenants.length, 1) - 1;
    res.setHeader('Content-Range', `tenants ${offset}-${last}/${found.total}`);
    res.json({
      success: true,
      audit: found.audit,
      pagination: {
        total: found.total,
        page: Math.floor(offset / limit) + 1,
        pages: Math.max(1, Math.ceil(found.total / limit)),
      },
    });
  });
  return router;
}
